import type { CheckState } from "../../code-hosts/combine-checks.ts";
import type { ReviewState } from "../../code-hosts/types.ts";
import type { CaredPullRequest } from "../../pull-requests/claim-care.ts";
import { matchGlob } from "../../text/match-glob.ts";

/** Current state of the pull request on the host; `checks` is null if the host cannot be asked about them. */
export interface SeenPullRequest {
  review: ReviewState;
  checks: CheckState | null;
}

const checkProblems: Record<CheckState, string | null> = {
  green: null,
  pending: "the host's checks have not ended",
  failed: "the host's checks have failed",
  none: "the host has reported no checks",
};

/**
 * Returns why the project's limits forbid an automatic merge, in words for people; null if they allow it.
 * Checked before the host is asked for anything.
 */
export function judgeLimits({ changed, settings, newProblems }: CaredPullRequest): string | null {
  const { autoMerge } = settings;
  if (autoMerge === undefined) return "the project does not want it";
  if (changed === null) return "the size of its change is not known";
  if (newProblems > 0) return "its change brings problems";
  const { maxFiles, maxLines, paths } = autoMerge;
  if (changed.files > maxFiles) return `it changes ${changed.files} files, and ${maxFiles} are allowed`;
  if (changed.lines > maxLines) return `it changes ${changed.lines} lines, and ${maxLines} are allowed`;
  const matchers = paths.map((glob) => matchGlob(glob));
  const other = changed.paths.find((path) => !matchers.some((matches) => matches(path)));
  return other === undefined ? null : `it changes ${other}, which no path of the setting has`;
}

/** Like `judgeLimits`, for the state on the host. */
export function judgeHost(
  { headCommit }: Pick<CaredPullRequest, "headCommit">,
  { review, checks }: SeenPullRequest,
): string | null {
  if (review.headCommit !== headCommit) return "others have pushed to its branch";
  if (checks === null) return "its host cannot be asked about checks";
  if (checkProblems[checks] !== null) return checkProblems[checks];
  if (review.draft) return "it is a draft";
  if (review.mergeable !== true) return review.why ?? "the host has not worked out whether it can be merged";
  return review.methods.length === 0 ? "its repository allows no method of merging" : null;
}
