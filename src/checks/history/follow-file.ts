import { posix } from "node:path";
import { LRUCache } from "lru-cache";
import { isPagePath } from "../../text/page-path.ts";
import { partitionOf } from "../model/partition-of.ts";
import { alike, readRuns, type TextRuns } from "./alike.ts";
import type { GitHistory, HistoryFile, Removal } from "./git-history.ts";

const hopsMax = 10;
/** Pages of one commit: a larger restructuring says too little about each of them. */
const pagesMax = 400;
/** Minimum similarity of a page that was moved and edited at once, and its lead over any other. */
const sameShare = 0.6;
const leadShare = 0.2;
const wordsMin = 20;
const runBytesMax = 32 * 1024 * 1024;

/**
 * Returns the current path of the file that was at `path` when the path last existed, or null: it was
 * deleted, or its commits leave doubt. Earlier files at the path must have gone to the same place.
 */
export async function followFile(history: GitHistory, path: string): Promise<string | null> {
  const ends = new Set<string | null>();
  for (const removal of (await history.removals()).get(path) ?? [])
    ends.add(await followRemoval(history, removal));
  const [end = null] = ends;
  return ends.size === 1 ? end : null;
}

async function followRemoval(history: GitHistory, first: Removal): Promise<string | null> {
  const removals = await history.removals();
  let removal = first;
  for (let hop = 0; hop < hopsMax; hop += 1) {
    const path = await findMovedFile(history, removal);
    if (path === null || partitionOf(path) !== partitionOf(first.path)) return null;
    const next = removals.get(path)?.findLast(({ age }) => age < removal.age);
    if (next === undefined) return path;
    removal = next;
  }
  return null;
}

/** Returns the path at which the commit that removed the file added it again. */
export async function findMovedFile(history: GitHistory, removal: Removal): Promise<string | null> {
  const { removed, added } = await history.filesOf(removal.commit);
  const same = added.filter(({ id }) => id === removal.id);
  if (same.length > 0) return pickSame(removal, same, removed)?.path ?? null;
  return isPagePath(removal.path) ? await findEdited(history, removal, { removed, added }) : null;
}

/** Matches files with the same contents by name. */
function pickSame(
  { path, id }: HistoryFile,
  same: readonly HistoryFile[],
  removed: readonly HistoryFile[],
): HistoryFile | null {
  const others = removed.filter((one) => one.id === id && one.path !== path);
  if (same.length === 1 && others.length === 0) return same[0]!;
  const nameOf = (file: HistoryFile) => posix.basename(file.path);
  const name = posix.basename(path);
  const named = same.filter((one) => nameOf(one) === name);
  return named.length === 1 && !others.some((one) => nameOf(one) === name) ? named[0]! : null;
}

/**
 * Returns the added page that resembles the removed one much more than any other added page does, and that no
 * other removed page resembles as much; null if there is none.
 */
async function findEdited(
  history: GitHistory,
  removal: Removal,
  { removed, added }: { removed: readonly HistoryFile[]; added: readonly HistoryFile[] },
): Promise<string | null> {
  const gone = new Set(removed.map(({ id }) => id));
  const fresh = added.filter(({ path, id }) => isPagePath(path) && !gone.has(id));
  const moved = new Set(added.map(({ id }) => id));
  const others = removed.filter(
    ({ path, id }) => isPagePath(path) && path !== removal.path && !moved.has(id),
  );
  if (fresh.length + others.length > pagesMax) return null;
  const runs = await runsOf(history, removal.id);
  if (runs === null) return null;
  const [best, second] = await rank(history, runs, fresh);
  if (best === undefined || best.share < sameShare || best.words < wordsMin) return null;
  if (second !== undefined && second.share > best.share - leadShare) return null;
  const [rival] = await rank(history, (await runsOf(history, best.file.id)) ?? readRuns(""), others);
  return rival !== undefined && rival.share > best.share - leadShare ? null : best.file.path;
}

async function rank(history: GitHistory, runs: TextRuns, files: readonly HistoryFile[]) {
  const ranked: { file: HistoryFile; share: number; words: number }[] = [];
  for (const file of files) {
    const other = await runsOf(history, file.id);
    // A page that cannot be read may be the one searched for.
    ranked.push(other === null ? { file, share: 1, words: 0 } : { file, ...alike(runs, other) });
  }
  return ranked.sort((a, b) => b.share - a.share);
}

/** Each page that a commit removed is compared with all pages that it added. */
const knownRuns = new WeakMap<GitHistory, LRUCache<string, TextRuns>>();

/** Null if the contents are not available. */
async function runsOf(history: GitHistory, id: string): Promise<TextRuns | null> {
  let known = knownRuns.get(history);
  if (known === undefined) {
    known = new LRUCache({ maxSize: runBytesMax, sizeCalculation: ({ hashes }) => hashes.byteLength + 64 });
    knownRuns.set(history, known);
  }
  const found = known.get(id);
  if (found !== undefined) return found;
  const bytes = await history.read(id);
  if (bytes === null) return null;
  const runs = readRuns(bytes.toString("utf8"));
  known.set(id, runs);
  return runs;
}
