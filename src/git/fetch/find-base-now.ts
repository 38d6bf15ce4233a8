import { isAppError } from "../../errors.ts";
import { assertRefName } from "../assert-ref-name.ts";
import { isMerged } from "../follow-up/is-merged.ts";
import { findRemoteBranch } from "../remote/find-remote-branch.ts";
import { openRemote } from "../remote/open-remote.ts";
import type { MirrorOptions } from "./bring-into-mirror.ts";

interface FindBaseOptions extends MirrorOptions {
  /** Name of the base branch when the job began. */
  baseRef: string;
  /** Commit of the base branch at that time. */
  baseCommit: string;
}

/**
 * Returns the current name of the base branch: the old name while that branch exists, otherwise the default
 * branch if it contains the base commit, as after a rename. Looks 2,000 commits deep. Throws
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
      // HEAD still names the deleted branch.
      if (isAppError(thrown, "ref_not_found")) return null;
      throw thrown;
    });
    if (head === null) throw error;
    assertRefName(head.name);
    if (await isMerged({ ...options, baseRef: head.name, headCommit: baseCommit })) return head.name;
    throw error;
  }
}
