import { setTimeout as sleep } from "node:timers/promises";
import { isAppError } from "../../errors.ts";
import type { MirrorOptions } from "../bring-into-mirror.ts";
import { readRemoteCommit } from "../find-remote-branch.ts";
import { openRemote } from "../open-remote.ts";
import { isCheckedOutAt, moveWorkTree, type WorkTree, type WorkTreeStep } from "./work-tree.ts";

const tries = 3;
const pauseMs = 300;

/**
 * Where a repository is the folder in which somebody has the branch checked out, brings that folder to the
 * commit: the branch is pushed afterwards, so that whoever dies in between leaves what the next attempt
 * takes for its own. False where there is no such folder, null where the branch has moved on. Throws
 * `working_tree_changed`.
 */
export async function moveCheckout(
  options: MirrorOptions,
  { baseRef, baseCommit }: { baseRef: string; baseCommit: string },
  commit: string,
): Promise<boolean | null> {
  if (options.repository.kind !== "path") return false;
  for (let attempt = 1; ; attempt += 1) {
    const remote = await openRemote(options);
    if (!(await isCheckedOutAt(remote.local!, baseRef))) return false;
    if ((await readRemoteCommit(options, remote, baseRef, options.signal)) !== baseCommit) return null;
    const tree: WorkTree = { repository: remote.local!, mirror: options.mirror, signal: options.signal };
    try {
      await moveWorkTree(tree, { from: baseCommit, to: commit });
      return true;
    } catch (error) {
      // Somebody else's merge may have moved the folder, and is about to push.
      if (!isAppError(error, "working_tree_changed") || attempt === tries) throw error;
      await sleep(pauseMs, undefined, { signal: options.signal });
    }
  }
}

/** Lets the folder follow what the branch has instead, when the push came to nothing. */
export async function followCheckout(
  options: MirrorOptions,
  { from, to }: Pick<WorkTreeStep, "from"> & { to: string | null },
): Promise<void> {
  const { local } = await openRemote(options);
  if (to === null || local === null) return;
  const tree = { repository: local, mirror: options.mirror, signal: options.signal };
  await moveWorkTree(tree, { from, to }).catch((error: unknown) => {
    // Whoever has changed something there meanwhile keeps it.
    if (!isAppError(error, "working_tree_changed")) throw error;
  });
}
