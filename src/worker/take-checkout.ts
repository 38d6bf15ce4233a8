import { AppError } from "../errors.ts";
import type { Workspace } from "../git/checkout/create-workspace.ts";
import { listChangedPaths } from "../git/checkout/list-changed-paths.ts";
import { readCheckedOut } from "../git/checkout/read-checked-out.ts";
import type { JobTree } from "./job-tree.ts";

const bytesMax = 256 * 1024 * 1024;

/**
 * Takes over what another agent has changed in its checkout. Throws what `readCheckedOut` throws, and
 * `diff_too_large`.
 */
export async function takeCheckout(checkout: Workspace, tree: JobTree, signal: AbortSignal): Promise<void> {
  const found = await listChangedPaths(checkout, signal);
  // Includes paths that were changed before and are now as at the start.
  const paths = new Set([...tree.changedPaths(), ...found]);
  const contents = new Map<string, Buffer | null>();
  let bytes = 0;
  for (const path of paths) {
    const content = await readCheckedOut(checkout, path);
    bytes += content?.length ?? 0;
    if (bytes > bytesMax) throw tooLarge();
    contents.set(path, content);
  }
  // Removes first, so that a file can replace a folder and vice versa.
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
