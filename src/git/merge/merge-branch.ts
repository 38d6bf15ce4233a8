import { AppError, isAppError } from "../../errors.ts";
import { commitTree } from "../commit/commit-tree.ts";
import type { CommitSigning } from "../commit/sign-commit.ts";
import type { FetchedBase } from "../fetch/fetch-base.ts";
import { somePaths } from "../follow-up/follow-up-turn.ts";
import { followCheckout, moveCheckout } from "../path-repository/move-checkout.ts";
import { gitLine } from "../programs/git-output.ts";
import { readRemoteCommit } from "../remote/find-remote-branch.ts";
import { openRemote } from "../remote/open-remote.ts";
import { pushCommit } from "../remote/push-branch.ts";
import { readPushResult } from "../remote/push-outcome.ts";
import { type MergeSides, type PreparedMerge, prepareMerge } from "./prepare-merge.ts";

export interface MergeBranchOptions extends MergeSides {
  /** `squash`: one commit whose only parent is the base branch. */
  method: "merge" | "squash";
  message: string;
  author: { name: string; email: string };
  signing?: CommitSigning | null;
  /** Records a commit before it is pushed; rejects if the pull request may no longer be merged. */
  plan(commit: string): Promise<void>;
}

const attemptsMax = 5;

/**
 * Merges a branch into its base branch on the remote, without a checkout, exactly once: each commit is
 * recorded before it is pushed, the push names the commit that the base branch must have, and a retry looks
 * for the recorded commits first. Returns the commit, or null if the base branch had the change without one
 * of them. Throws `stale_review`, `merge_conflict`, `merge_not_allowed` with the server's own message, and
 * what fetching throws.
 */
export async function mergeBranch(options: MergeBranchOptions): Promise<string | null> {
  for (let attempt = 1; ; attempt += 1) {
    const prepared = await prepareMerge(options);
    if (prepared.kind === "merged") return prepared.commit;
    assertMergeable(options, prepared);
    const { tree } = prepared.result;
    if (options.method === "squash" && tree === (await baseTree(options, prepared.base))) return null;
    const commit = await makeCommit(options, prepared, tree!);
    await options.plan(commit);
    if (await pushMerge(options, prepared, commit)) return commit;
    if (attempt === attemptsMax) {
      throw new AppError(
        "merge_not_allowed",
        `${options.baseRef} changed at every one of ${attemptsMax} attempts to merge into it. Try again.`,
      );
    }
  }
}

type Open = Extract<PreparedMerge, { kind: "open" }>;

function assertMergeable({ branch, baseRef, headCommit }: MergeBranchOptions, { head, result }: Open): void {
  if (head.commit !== headCommit) {
    throw new AppError(
      "stale_review",
      `Somebody has changed ${branch} since it was read: it has ${head.commit.slice(0, 12)} now. Look at the new state first.`,
      { details: { headCommit: head.commit } },
    );
  }
  if (result.tree !== null) return;
  const { conflicts } = result;
  throw new AppError("merge_conflict", `It conflicts with ${baseRef} in ${somePaths(conflicts)}.`, {
    details: { conflicts },
  });
}

async function baseTree(
  { mirror, signal }: MergeBranchOptions,
  { baseCommit }: FetchedBase,
): Promise<string> {
  return await gitLine([`--git-dir=${mirror}`, "rev-parse", `${baseCommit}^{tree}`], { signal });
}

async function makeCommit(
  { mirror, method, message, author, signing, signal }: MergeBranchOptions,
  { base, head }: Open,
  tree: string,
): Promise<string> {
  const parents = method === "merge" ? [base.baseCommit, head.commit] : [base.baseCommit];
  return await commitTree({ mirror, tree, parents, message, author, signing, signal, date: new Date() });
}

/** Returns false if somebody else was faster: then the caller starts over. */
async function pushMerge(
  options: MergeBranchOptions,
  { base, head }: Open,
  commit: string,
): Promise<boolean> {
  const branch = base.baseRef;
  const push = {
    ...options,
    workspace: { gitDirectory: options.mirror },
    commit,
    branch,
    expectedRemoteCommit: base.baseCommit,
    remoteHas: [base.baseCommit, head.commit],
  };
  const isMoved = await moveCheckout(options, base, commit);
  if (isMoved === null) return false;
  const current = async () =>
    await readRemoteCommit(options, await openRemote(options), branch, options.signal);
  try {
    const outcome = await pushCommit({ ...push, isMoved });
    if (outcome.kind === "stale") {
      if (isMoved) await followCheckout(options, { from: commit, to: await current() });
      return false;
    }
    readPushResult(push, outcome);
    return true;
  } catch (error) {
    // The connection may have been lost after the push, and others may have pushed in between.
    const now = await current();
    if (now === commit) return true;
    if (isMoved) await followCheckout(options, { from: commit, to: now });
    if (now !== base.baseCommit) return false;
    throw isAppError(error, "push_rejected") ? refused(error) : error;
  }
}

function refused(error: AppError): AppError {
  const { message, details } = error;
  const cure = message.includes("checked out")
    ? " Copydesk does not touch a branch that somebody has checked out: merge there, or check out another branch."
    : "";
  return new AppError("merge_not_allowed", `${message}${cure}`, { cause: error, details });
}
