import { AppError } from "../../errors.ts";
import { assertRefName } from "../assert-ref-name.ts";
import { ConversationFailed } from "../wire/conversation.ts";
import { pushRef } from "../wire/push-ref.ts";
import { readRemoteCommit } from "./find-remote-branch.ts";
import { openRemote, type RemoteOptions } from "./open-remote.ts";
import { branchPrefix } from "./push-branch.ts";
import { pushFailure, readPushResult } from "./push-outcome.ts";

export interface DeleteBranchOptions extends RemoteOptions {
  /** Begins with `copydesk/` unless the job's creator named it (`isChosen`); no other is ever deleted. */
  branch: string;
  isChosen?: boolean;
  /** Commit that the branch must still have. */
  commit: string;
  signal?: AbortSignal;
}

const pushMs = 60_000;

/**
 * Deletes a branch of Copydesk on the remote. `gone`: the branch no longer existed; `changed`: it has
 * another commit, for instance somebody's work on top, and stays. Throws `push_rejected` with the host's
 * own message, `repository_unreachable`, `url_not_allowed`, `invalid_ref`.
 */
export async function deleteBranch(options: DeleteBranchOptions): Promise<"deleted" | "gone" | "changed"> {
  const { branch, commit, isChosen = false, signal } = options;
  assertRefName(branch);
  if (!(isChosen || branch.startsWith(branchPrefix)) || !/^[0-9a-f]{40}([0-9a-f]{24})?$/.test(commit)) {
    throw new AppError(
      "invalid_ref",
      `Copydesk deletes only branches named ${branchPrefix}…, and only at a given commit.`,
    );
  }
  const remote = await openRemote(options);
  // Even read-only access is enough to learn that there is nothing to delete.
  const current = await readRemoteCommit(options, remote, branch, signal);
  if (current === null) return "gone";
  if (current !== commit) return "changed";
  const update = { ref: `refs/heads/${branch}`, expected: commit, next: null };
  const outcome = await pushRef(options, remote, { totalMs: pushMs, signal }, update).catch((error) => {
    throw error instanceof ConversationFailed ? pushFailure({ ...options, isDeletion: true }, error) : error;
  });
  if (outcome.kind === "unchanged") return "gone";
  if (outcome.kind === "stale") return "changed";
  readPushResult({ ...options, isDeletion: true }, outcome);
  return "deleted";
}
