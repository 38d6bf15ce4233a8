import { type GitlabMergeRequest, type GitlabState, isDraft } from "./gitlab-state.ts";
import { type Sides, tryBranches } from "./review-branches.ts";

export function sidesOf({ project }: GitlabState, one: GitlabMergeRequest): Sides {
  const { source, sourceBranch: head, targetBranch: base } = one;
  return { folder: project.folder, base, headFolder: source.folder, head };
}

/**
 * What the host finds out in the background: of a new one before it is asked, of one that has changed once it
 * is.
 */
export async function tryMergeRequest(state: GitlabState, one: GitlabMergeRequest): Promise<object> {
  const tried = await tryBranches(sidesOf(state, one));
  const key = `${tried?.baseCommit} ${tried?.headCommit}`;
  const isFresh = one.tried !== undefined && one.tried !== key;
  one.tried = key;
  const hasConflicts = (tried?.conflicts.length ?? 0) > 0;
  const detailed =
    one.state !== "opened"
      ? "not_open"
      : isFresh
        ? "checking"
        : hasConflicts
          ? "conflict"
          : isDraft(one.title)
            ? "draft_status"
            : "mergeable";
  return {
    ...(tried === null ? {} : { sha: tried.headCommit }),
    has_conflicts: !isFresh && hasConflicts,
    detailed_merge_status: detailed,
    merge_status: isFresh ? "checking" : detailed === "mergeable" ? "can_be_merged" : "cannot_be_merged",
  };
}
