import { isAppError } from "../../errors.ts";
import type { MirrorOptions } from "../fetch/bring-into-mirror.ts";
import { fetchBaseInto } from "../fetch/fetch-base.ts";
import { fetchCommit } from "../fetch/fetch-commit.ts";
import { gitLine } from "../programs/git-output.ts";
import { mergeOnBase, relate } from "./prepare-merge.ts";

interface ConflictSides extends MirrorOptions {
  /** Name under which the mirror holds both sides: a plain name, for `deleteJobRefs` afterwards. */
  holder: string;
  headCommit: string;
  baseRef: string;
}

/**
 * Returns the paths in which a commit conflicts with the current base branch; empty if there are none. Null
 * if the repository does not serve the commit, or the two have nothing in common. Throws what fetching
 * throws.
 */
export async function findConflicts(sides: ConflictSides): Promise<readonly string[] | null> {
  const { mirror, holder, headCommit: commit, baseRef, signal } = sides;
  const base = await fetchBaseInto({ ...sides, ref: baseRef, jobId: holder });
  if (!(await fetchCommit({ ...sides, commit, jobId: holder, name: "head" }))) return null;
  const tree = await gitLine([`--git-dir=${mirror}`, "rev-parse", `${commit}^{tree}`], { signal });
  const head = { commit, tree };
  const both = { ...sides, branch: commit.slice(0, 12) };
  try {
    const related = await relate(both, { base, head, planned: [] });
    if (related.kind === "merged") return [];
    return (await mergeOnBase(both, base, head, related.mergeBase)).conflicts;
  } catch (error) {
    if (isAppError(error, "merge_not_allowed")) return null;
    throw error;
  }
}
