import { realpath } from "node:fs/promises";
import { sep } from "node:path";
import { AppError } from "../errors.ts";
import { parseRepository } from "../git/parse-repository.ts";

/**
 * Refuses a repository of the machine that is not below one of the folders: whoever manages one organisation
 * must not read what the machine has of others. Throws `url_not_allowed`, `invalid_repository_url`.
 */
export async function assertLocalAllowed(folders: readonly string[], repository: string): Promise<void> {
  const parsed = parseRepository(repository);
  if (parsed.kind !== "path") return;
  const real = await realpath(parsed.path).catch(() => null);
  const roots = await Promise.all(folders.map((folder) => realpath(folder).catch(() => null)));
  if (real !== null && roots.some((root) => root !== null && isBelow(real, root))) return;
  throw new AppError(
    "url_not_allowed",
    "Repositories of the machine itself can be used from here only below the folders that the operator names in COPYDESK_REPOSITORY_FOLDERS. Give the address of the repository's server, or create the project with copydesk project create.",
  );
}

function isBelow(path: string, root: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
}
