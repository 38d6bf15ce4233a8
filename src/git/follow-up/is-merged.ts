import { assertRefName } from "../assert-ref-name.ts";
import type { MirrorOptions } from "../fetch/bring-into-mirror.ts";
import { readHistory } from "../history/read-history.ts";
import { findRemoteBranch } from "../remote/find-remote-branch.ts";
import { openRemote } from "../remote/open-remote.ts";

interface IsMergedOptions extends MirrorOptions {
  /** Base branch; null for the repository's default branch. */
  baseRef: string | null;
  headCommit: string;
  /** Commits that stand for the head commit, such as its squashes. */
  planned?: readonly string[];
  /** Commit of the base branch from before all of these were made: while it is the newest, none is merged. */
  madeAfter?: string;
}

/**
 * Whether the base branch contains the commit or a planned one, for hosts without an API to ask. Looks
 * 2,000 commits deep; a squash or rebase creates another commit and is not recognised. Throws
 * `invalid_ref`, `url_not_allowed`, `repository_unreachable`, `repository_empty`, `ref_not_found`,
 * `workspace_disk_full`.
 */
export async function isMerged(options: IsMergedOptions): Promise<boolean> {
  const { baseRef, headCommit, planned = [], madeAfter, signal } = options;
  const sought = [headCommit, ...planned];
  if (baseRef !== null) assertRefName(baseRef);
  const base = await findRemoteBranch(options, await openRemote(options), baseRef, signal);
  if (sought.includes(base.commit)) return true;
  if (base.commit === madeAfter) return false;
  const found = await readHistory(options, [`refs/heads/${base.name}`], async ({ commits }) =>
    sought.some((commit) => commits.has(commit)) ? true : undefined,
  );
  return found === true;
}
