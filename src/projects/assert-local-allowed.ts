import { realpath } from "node:fs/promises";
import { dirname, isAbsolute, sep } from "node:path";
import { AppError } from "../errors.ts";
import { parseRepository } from "../git/remote/parse-repository.ts";

/**
 * Refuses a local repository outside the allowed folders, since administrators of one organisation must not
 * read others' files on this machine. Throws `url_not_allowed`, `invalid_repository_url`,
 * `repository_unreachable`.
 */
export async function assertLocalAllowed(folders: readonly string[], repository: string): Promise<void> {
  const parsed = parseRepository(repository);
  if (parsed.kind !== "path") return;
  assertComplete(repository);
  const real = await findNearest(parsed.path);
  const roots = await Promise.all(folders.map((folder) => realpath(folder).catch(() => null)));
  if (!roots.some((root) => root !== null && isBelow(real.path, root)))
    throw new AppError(
      "url_not_allowed",
      "From here, repositories of this machine can be used only below the folders that the operator names in COPYDESK_REPOSITORY_FOLDERS. Give the repository's URL, or create the project with copydesk project create.",
    );
  // Inside an allowed folder, this may be disclosed.
  if (!real.isWhole) throw new AppError("repository_unreachable", `There is nothing at ${parsed.path}.`);
}

/** Without a scheme, it is a path relative to a folder that a remote caller cannot know. */
function assertComplete(repository: string): void {
  if (isAbsolute(repository) || repository.toLowerCase().startsWith("file:")) return;
  throw new AppError(
    "invalid_repository_url",
    `${JSON.stringify(repository.slice(0, 200))} is not the full address of a repository. Examples: https://github.com/owner/name, git@github.com:owner/name.git`,
  );
}

/** Resolves links in the path; if it does not exist, returns its nearest existing parent folder. */
async function findNearest(path: string): Promise<{ path: string; isWhole: boolean }> {
  const real = await realpath(path).catch(() => null);
  if (real !== null) return { path: real, isWhole: true };
  return { ...(await findNearest(dirname(path))), isWhole: false };
}

function isBelow(path: string, root: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
}
