import { setTimeout as sleep } from "node:timers/promises";
import { isAppError } from "../../errors.ts";
import type { MirrorOptions } from "../fetch/bring-into-mirror.ts";
import { readRemoteCommit } from "../remote/find-remote-branch.ts";
import { openRemote } from "../remote/open-remote.ts";
import { isCheckedOutAt, moveWorkTree, type WorkTree, type WorkTreeStep } from "./work-tree.ts";

const tries = 3;
const pauseMs = 300;

/**
 * Moves the folder to the commit if the path is a working tree with the branch checked out. The branch is
 * pushed afterwards, so that if the process dies in between, the next attempt recognises the state as its
 * own. Returns false if there is no such folder, null if the branch has moved on. Throws
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
      // Somebody else's merge may have moved the folder and be about to push.
      if (!isAppError(error, "working_tree_changed") || attempt === tries) throw error;
      await sleep(pauseMs, undefined, { signal: options.signal });
    }
  }
}

/** Moves the folder to what the branch has instead, if the push failed. */
export async function followCheckout(
  options: MirrorOptions,
  { from, to }: Pick<WorkTreeStep, "from"> & { to: string | null },
): Promise<void> {
  const { local } = await openRemote(options);
  if (to === null || local === null) return;
  const tree = { repository: local, mirror: options.mirror, signal: options.signal };
  await moveWorkTree(tree, { from, to }).catch((error: unknown) => {
    // Changes that somebody has made there meanwhile are kept.
    if (!isAppError(error, "working_tree_changed")) throw error;
  });
}
