import { AppError } from "../../errors.ts";
import type { HostReview, MergeInput, Reviewer } from "../types.ts";
import type { ReviewedPullRequest, ReviewStore } from "./review-store.ts";

/** Merges with git; see `mergeBranch` and `prepareMerge` in `src/git`. */
export interface LocalMerging {
  look(
    pullRequest: ReviewedPullRequest,
  ): Promise<
    | { kind: "merged"; commit: string | null }
    | { kind: "open"; headCommit: string; conflicts: readonly string[] }
  >;
  /** Returns the merge commit; null if the base branch already had all changes. */
  merge(
    pullRequest: ReviewedPullRequest,
    merge: Pick<MergeInput, "method" | "headCommit"> & {
      message: string;
      by: Reviewer;
      loadPlanned(): Promise<readonly string[]>;
      plan(commit: string): Promise<void>;
    },
  ): Promise<string | null>;
}

export interface LocalReviewDeps {
  reviews: ReviewStore;
  merging: LocalMerging;
  projectId: string;
}

const nobody: Reviewer = { name: "Copydesk", email: "copydesk@localhost" };

/**
 * Review methods for pull requests that Copydesk stores itself. Draft is only a label here: whoever merges
 * has decided that it is ready.
 */
export function createLocalReview(deps: LocalReviewDeps): Omit<HostReview, "deleteBranch"> {
  const { reviews, merging, projectId } = deps;
  const load = async (number: number): Promise<ReviewedPullRequest> => {
    const found = await reviews.load(projectId, number);
    if (found !== null) return found;
    throw new AppError("pull_request_not_found", `The project has no pull request ${number}.`);
  };
  return {
    async read(number) {
      const stored = await load(number);
      const { state, baseRef, headCommit } = stored;
      const shared = { baseRef, methods: ["merge", "squash"] as const, canApprove: true, draft: false };
      const approvalsOf = (commit: string) => stored.approvals.filter((one) => one.commit === commit).length;
      const ended = { conflicts: [], mergeable: null, why: null, approvals: approvalsOf(headCommit) };
      if (state !== "open") return { ...shared, ...ended, state, headCommit };
      const seen = await merging.look(stored).catch(unmergeable);
      if (seen.kind === "merged") {
        await reviews.setMerged(projectId, number, { commit: seen.commit, headCommit, by: null });
        return { ...shared, ...ended, state: "merged", headCommit };
      }
      if (seen.kind === "unmergeable")
        return { ...shared, ...ended, state, headCommit, mergeable: false, why: seen.why };
      const { conflicts } = seen;
      const why = conflicts.length === 0 ? null : `It conflicts with ${baseRef} in ${conflicts.join(", ")}.`;
      const approvals = approvalsOf(seen.headCommit);
      const now = { headCommit: seen.headCommit, conflicts, mergeable: conflicts.length === 0, why };
      return { ...shared, ...now, state, approvals };
    },
    async approve(number, { headCommit, body = null, by = nobody }) {
      const stored = await load(number);
      assertOpen(stored);
      // The job's own commit needs no check; later pushes by others do.
      if (stored.headCommit !== headCommit) {
        const seen = await merging.look(stored);
        if (seen.kind === "merged" || seen.headCommit !== headCommit) throw stale(stored);
      }
      const isStored = await reviews.approve(projectId, number, { by, commit: headCommit, body });
      if (!isStored) assertOpen(await load(number));
    },
    async merge(number, input) {
      const stored = await load(number);
      const { state, mergedHead, headCommit } = stored;
      if (state === "merged" && (mergedHead ?? headCommit) === input.headCommit)
        return { mergeCommit: stored.mergeCommit };
      assertOpen(stored);
      return { mergeCommit: await merge(deps, stored, input) };
    },
    async close(number) {
      const stored = await load(number);
      if (stored.state === "closed") return;
      assertOpen(stored);
      await reviews.setClosed(projectId, number);
    },
  };
}

async function merge(
  { reviews, merging, projectId }: LocalReviewDeps,
  stored: ReviewedPullRequest,
  { method, headCommit, title, message, by = nobody }: MergeInput,
): Promise<string | null> {
  const { number } = stored;
  const commit = await merging.merge(stored, {
    method,
    headCommit,
    by,
    message: message === "" ? `${title}\n` : `${title}\n\n${message.trimEnd()}\n`,
    loadPlanned: async () => (await reviews.load(projectId, number))?.plannedMerges ?? [],
    async plan(planned) {
      if (await reviews.planMerge(projectId, number, planned)) return;
      const now = await reviews.load(projectId, number);
      // Somebody else merged it at the same moment: the next look at the base branch will find that commit.
      if (now?.state !== "merged") assertOpen(now ?? stored);
    },
  });
  await reviews.setMerged(projectId, number, { commit, headCommit, by });
  return commit;
}

/** A missing branch or base is reported as unmergeable, not thrown. */
function unmergeable(error: unknown): { kind: "unmergeable"; why: string } {
  const isMissing =
    error instanceof AppError && ["stale_review", "ref_not_found", "merge_not_allowed"].includes(error.code);
  if (!isMissing) throw error;
  return { kind: "unmergeable", why: error.message };
}

function stale({ branch, headCommit }: ReviewedPullRequest): AppError {
  return new AppError(
    "stale_review",
    `The job has changed ${branch} since it was read: it has ${headCommit.slice(0, 12)} now. Look at the new state first.`,
    { details: { headCommit } },
  );
}

function assertOpen({ number, state }: ReviewedPullRequest): void {
  if (state === "open") return;
  throw new AppError("merge_not_allowed", `The pull request ${number} was already ${state}.`, {
    details: { state },
  });
}
