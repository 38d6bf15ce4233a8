import { AppError } from "../errors.ts";
import type { Workspace } from "../git/create-workspace.ts";
import { listChangedPaths } from "../git/list-changed-paths.ts";
import { readCheckedOut } from "../git/read-checked-out.ts";
import type { JobTree } from "./job-tree.ts";

const bytesMax = 256 * 1024 * 1024;

/**
 * Takes over what another agent has changed in its checkout. Throws as `readCheckedOut` does, and
 * `diff_too_large`.
 */
export async function takeCheckout(checkout: Workspace, tree: JobTree, signal: AbortSignal): Promise<void> {
  const found = await listChangedPaths(checkout, signal);
  // A path that was changed before and is as it was now.
  const paths = new Set([...tree.changedPaths(), ...found]);
  const contents = new Map<string, Buffer | null>();
  let bytes = 0;
  for (const path of paths) {
    const content = await readCheckedOut(checkout, path);
    bytes += content?.length ?? 0;
    if (bytes > bytesMax) throw tooLarge();
    contents.set(path, content);
  }
  // First what is gone, so that a file can take the place of a folder and the other way round.
  for (const [path, content] of contents)
    if (content === null && tree.kindOf(path) === "file") tree.remove(path);
  for (const [path, content] of contents) if (content !== null) tree.write(path, content);
}

function tooLarge(): AppError {
  return new AppError(
    "diff_too_large",
    `The change is too large: the changed files have more than ${bytesMax / 1024 / 1024} MiB together.`,
  );
}
