import type { MirrorOptions } from "../fetch/bring-into-mirror.ts";
import { ancestorsOf, type History, readHistory } from "../history/read-history.ts";
import { runGit } from "../programs/run-git.ts";

interface ComparedHistories {
  headHasBase: boolean;
  baseHasHead: boolean;
  /** Best common ancestor. */
  mergeBase: string;
  /**
   * Whether every commit of the head that the base lacks has Copydesk's author and committer, and none is a
   * merge.
   */
  isOnlyOurs: boolean;
}

/**
 * Compares two commits of the remote; null if 2,000 commits show no common ancestor. Throws what
 * `readHistory` throws.
 */
export async function compareHistories(
  options: MirrorOptions,
  { base, head, ...ours }: { base: string; head: string; authorEmail: string; committerEmail: string },
): Promise<ComparedHistories | null> {
  const compared = await readHistory(options, [base, head], async (history) => {
    const mergeBase = await findMergeBase(history, base, head, options.signal);
    if (mergeBase === null) return undefined;
    const known = ancestorsOf(history, base);
    const added = [...ancestorsOf(history, head)].filter((commit) => !known.has(commit));
    const isOnlyOurs = added.every((commit) => {
      const { parents, authorEmail, committerEmail } = history.commits.get(commit)!;
      const isBySame = authorEmail === ours.authorEmail && committerEmail === ours.committerEmail;
      return parents.length === 1 && isBySame;
    });
    return { headHasBase: mergeBase === base, baseHasHead: mergeBase === head, mergeBase, isOnlyOurs };
  });
  return compared ?? null;
}

/** Returns the best common ancestor of two commits of a history, or null if it shows none. */
export async function findMergeBase(
  { gitDirectory }: History,
  base: string,
  head: string,
  signal?: AbortSignal,
): Promise<string | null> {
  const result = await runGit([`--git-dir=${gitDirectory}`, "merge-base", base, head], { signal });
  return result.code === 0 ? result.stdout.toString("utf8").trim() : null;
}
