import { isAppError } from "../../errors.ts";
import { assertPlainName } from "../assert-plain-name.ts";
import { assertRefName } from "../assert-ref-name.ts";
import { type FetchedBase, fetchBaseInto } from "../fetch/fetch-base.ts";
import { type BranchHead, fetchBranchHead } from "../fetch/fetch-branch-head.ts";
import { findBaseNow } from "../fetch/find-base-now.ts";
import { writeRef } from "../mirror/mirror-refs.ts";
import { gitLine } from "../programs/git-output.ts";
import { bringUpToDate } from "./bring-up-to-date.ts";
import {
  type ChosenStart,
  type FollowUpOptions,
  type FollowUpStart,
  type FollowUpTurn,
  startFresh,
} from "./follow-up-turn.ts";
import { restoreBranch } from "./restore-branch.ts";

/**
 * Returns the start of a job's next turn: its branch, brought up to date with the base branch (under its
 * current name) unless that conflicts. Never rewrites commits of others. The start is in the mirror, held
 * under `refs/jobs/<jobId>/start`; nothing is pushed, and the same state of the remote gives the same
 * commits. Throws `invalid_ref`, `url_not_allowed`, `repository_unreachable`, `repository_empty`,
 * `ref_not_found` for the base branch, `repository_too_large`, `git_failed`, `workspace_disk_full`.
 */
export async function startFollowUp(options: FollowUpOptions): Promise<FollowUpStart> {
  const { mirror, jobId, branch, signal } = options;
  assertPlainName(jobId);
  assertRefName(branch);
  const base = await withTree(options, await fetchBaseOfNow(options));
  const head = options.isOnFork ? null : await fetchBranchHead(options);
  const chosen = await choose({ options, base }, head);
  await writeRef(mirror, `refs/jobs/${jobId}/start`, chosen.startCommit, signal);
  return {
    baseRef: base.baseRef,
    expectedRemoteCommit: options.isOnFork ? options.recorded.headCommit : (head?.commit ?? null),
    ...chosen,
  };
}

async function withTree(
  { mirror, signal }: FollowUpOptions,
  base: FetchedBase,
): Promise<FollowUpTurn["base"]> {
  const tree = await gitLine([`--git-dir=${mirror}`, "rev-parse", `${base.baseCommit}^{tree}`], { signal });
  return { ...base, baseTree: tree };
}

/** The base branch may have been renamed since the last turn. */
async function fetchBaseOfNow(options: FollowUpOptions): Promise<FetchedBase> {
  const { baseRef, recorded } = options;
  try {
    return await fetchBaseInto({ ...options, ref: baseRef });
  } catch (error) {
    if (baseRef === null || !isAppError(error, "ref_not_found")) throw error;
    const ref = await findBaseNow({ ...options, baseRef, baseCommit: recorded.baseCommit });
    return await fetchBaseInto({ ...options, ref });
  }
}

async function choose(turn: FollowUpTurn, head: BranchHead | null): Promise<ChosenStart> {
  if (turn.options.pullRequest === "merged") return startFresh(turn, mergedNote(turn, head));
  if (head === null) return await restoreBranch(turn);
  return await bringUpToDate(turn, head);
}

function mergedNote({ options, base }: FollowUpTurn, head: BranchHead | null): string {
  const start = `The pull request was merged, so this turn starts from ${base.baseRef} as it is now`;
  if (head === null || head.commit === options.recorded.headCommit) return `${start}.`;
  return `${start}; commits that others pushed to ${options.branch} (now ${head.commit.slice(0, 12)}) are replaced by its next push.`;
}
