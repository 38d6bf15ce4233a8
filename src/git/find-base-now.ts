import { isAppError } from "../errors.ts";
import { assertRefName } from "./assert-ref-name.ts";
import type { MirrorOptions } from "./bring-into-mirror.ts";
import { findRemoteBranch } from "./find-remote-branch.ts";
import { isMerged } from "./is-merged.ts";
import { openRemote } from "./open-remote.ts";

interface FindBaseOptions extends MirrorOptions {
  /** The base branch as it was called when the job began. */
  baseRef: string;
  /** What it had then. */
  baseCommit: string;
}

/**
 * What the base branch is called now: as before while such a branch is there, else the branch that the
 * repository's HEAD names if it contains the base commit, as after a rename. Looks 2,000 commits deep. Throws
 * `ref_not_found`, which names some branches, `invalid_ref`, `url_not_allowed`, `repository_unreachable`,
 * `repository_empty`, `workspace_disk_full`.
 */
export async function findBaseNow(options: FindBaseOptions): Promise<string> {
  const { baseRef, baseCommit, signal } = options;
  assertRefName(baseRef);
  const remote = await openRemote(options);
  try {
    return (await findRemoteBranch(options, remote, baseRef, signal)).name;
  } catch (error) {
    if (!isAppError(error, "ref_not_found")) throw error;
    const head = await findRemoteBranch(options, remote, null, signal).catch((thrown: unknown) => {
      // HEAD still names the branch that is gone.
      if (isAppError(thrown, "ref_not_found")) return null;
      throw thrown;
    });
    if (head === null) throw error;
    assertRefName(head.name);
    if (await isMerged({ ...options, baseRef: head.name, headCommit: baseCommit })) return head.name;
    throw error;
  }
}
