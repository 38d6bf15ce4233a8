import { fail, ok } from "./azure-fake-call.ts";
import { pullJson } from "./azure-json.ts";
import type { AzurePull, AzureState } from "./azure-state.ts";
import type { FakeAnswer } from "./fake-server.ts";
import { landBranch, type Sides, tryBranches } from "./review-branches.ts";

export interface Completion {
  lastMergeSourceCommit?: { commitId: string };
  completionOptions?: { mergeStrategy?: string; mergeCommitMessage?: string };
}

function sidesOf({ repository }: AzureState, { source, sourceRepository, target }: AzurePull): Sides {
  return { folder: repository.folder, base: target, headFolder: sourceRepository.folder, head: source };
}

/** The host answers before it merges, and says afterwards what its policies think of it. */
export async function completePull(
  state: AzureState,
  pull: AzurePull,
  { lastMergeSourceCommit, completionOptions = {} }: Completion,
): Promise<FakeAnswer> {
  const tried = await tryBranches(sidesOf(state, pull));
  if (lastMergeSourceCommit?.commitId !== tried?.headCommit) {
    const words = "TF401192: The pull request cannot be completed: its source has been modified since.";
    return fail(409, "GitPullRequestStaleException", words);
  }
  const { mergeStrategy, mergeCommitMessage: message = "" } = completionOptions;
  pull.completing = { isSquash: mergeStrategy === "squash", message };
  return ok(pullJson(state, pull));
}

/** What the host has found out since it was asked last. */
export async function tryPull(state: AzureState, pull: AzurePull): Promise<object> {
  const tried = await tryBranches(sidesOf(state, pull));
  const key = `${tried?.baseCommit} ${tried?.headCommit}`;
  const isFresh = pull.tried !== key;
  pull.tried = key;
  if (pull.completing !== undefined && tried !== null) {
    if (state.protection !== null) pull.rejection = state.protection;
    else if (tried.conflicts.length === 0 && pull.status === "active") {
      pull.mergeCommit = await landBranch(sidesOf(state, pull), tried, pull.completing);
      pull.status = "completed";
    }
    delete pull.completing;
  }
  const commitOf = (commitId: string | undefined) => (commitId === undefined ? {} : { commitId });
  const rejection = pull.rejection === undefined ? {} : { mergeFailureMessage: pull.rejection };
  const conflicts = (tried?.conflicts.length ?? 0) > 0 ? "conflicts" : "succeeded";
  const open = pull.rejection !== undefined ? "rejectedByPolicy" : isFresh ? "queued" : conflicts;
  return {
    ...rejection,
    status: pull.status,
    mergeStatus: pull.status === "active" ? open : "succeeded",
    lastMergeSourceCommit: commitOf(tried?.headCommit),
    ...(pull.mergeCommit === undefined ? {} : { lastMergeCommit: commitOf(pull.mergeCommit) }),
  };
}
