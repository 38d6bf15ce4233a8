import { realpath } from "node:fs/promises";
import { dirname, isAbsolute, sep } from "node:path";
import { AppError } from "../errors.ts";
import { parseRepository } from "../git/parse-repository.ts";

/**
 * Refuses a repository of the machine that is not below one of the folders: whoever manages one organisation
 * must not read what the machine has of others. Throws `url_not_allowed`, `invalid_repository_url`,
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
  // Below a folder that may be read, it can be said.
  if (!real.isWhole) throw new AppError("repository_unreachable", `There is nothing at ${parsed.path}.`);
}

/** What has no scheme is a path relative to a folder that nobody at the other end knows. */
function assertComplete(repository: string): void {
  if (isAbsolute(repository) || repository.toLowerCase().startsWith("file:")) return;
  throw new AppError(
    "invalid_repository_url",
    `${JSON.stringify(repository.slice(0, 200))} is not the full address of a repository. Examples: https://github.com/owner/name, git@github.com:owner/name.git`,
  );
}

/** The path without links; of one that is not there, the nearest folder above it that is. */
async function findNearest(path: string): Promise<{ path: string; isWhole: boolean }> {
  const real = await realpath(path).catch(() => null);
  if (real !== null) return { path: real, isWhole: true };
  return { ...(await findNearest(dirname(path))), isWhole: false };
}

function isBelow(path: string, root: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
}
