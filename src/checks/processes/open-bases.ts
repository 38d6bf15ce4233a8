import { LRUCache } from "lru-cache";
import { findNavigationFiles, type NavigationFiles } from "../changes/navigation-files.ts";
import { checkSite } from "../check-site.ts";
import { createPause } from "../create-pause.ts";
import { openSite } from "../model/open-site.ts";
import { type ScanCache, weighFacts } from "../model/scan-cache.ts";
import type { JudgedSite } from "../pages-to-judge.ts";
import { collectDoubts, type Doubts } from "../possible-links/doubts.ts";
import { findSoundAnchors } from "../reports/find-not-judged.ts";
import type { ActiveUses } from "../rules/active-content.ts";
import type { LoadDictionary } from "../spelling/dictionary.ts";
import { createKnownWords, type KnownWords } from "../spelling/known-words.ts";
import type { CommitFiles, CommitPlace, OpenCommit } from "./commit-files.ts";
import { type CheckedCommit, openNextBase } from "./open-next-base.ts";

/** The site of a commit with its findings, shared by all jobs that begin there. It is never changed. */
export interface Base extends CheckedCommit, JudgedSite {
  report: CheckedCommit["report"];
  soundAnchors: ReadonlySet<string>;
  navigation: NavigationFiles;
  uses: ActiveUses;
  knownWords: KnownWords;
  /** Computed when a change is first judged, or earlier. */
  doubts: Promise<Doubts> | null;
}

const bytesMax = 256 * 1024 * 1024;
const bytesPerPath = 300;
const pathsOfSmall = 10_000;

/**
 * Keeps the most recently requested commits, and of those that are too large for that the last one; the same
 * commit gives the same base, so a dropped one is read again.
 */
export function openBases(openCommit: OpenCommit, cache: ScanCache, loadDictionary: LoadDictionary) {
  const bases = new LRUCache<string, Base>({ maxSize: bytesMax, sizeCalculation: weigh });
  let large: { key: string; base: Base } | null = null;
  return async (place: CommitPlace, signal: AbortSignal): Promise<Base> => {
    const key = keyOf(place);
    const known = large?.key === key ? large.base : bases.get(key);
    if (known !== undefined) return known;
    const files = await openCommit(place, signal);
    let checked = await openNextBase(findOfRepository(place, large, bases), files, signal);
    // A process has no room for two of them.
    if (checked === null && files.paths.length > pathsOfSmall) large = null;
    checked ??= await openWhole(files, cache, signal);
    const { site, report } = checked;
    const navigation = await findNavigationFiles(site);
    const soundAnchors = findSoundAnchors(site, report.notJudged);
    const knownWords = createKnownWords(site, loadDictionary);
    const base: Base = {
      ...{ ...checked, soundAnchors, navigation, uses: new Map(), knownWords },
      ...{ doubts: null, ties: null },
    };
    if (weigh(base) > bytesMax) large = { key, base };
    else bases.set(key, base);
    return base;
  };
}

async function openWhole(files: CommitFiles, cache: ScanCache, signal: AbortSignal): Promise<CheckedCommit> {
  const site = await openSite({ files: files.paths, read: files.read, idOf: files.idOf, cache, signal });
  return { files, site, report: await checkSite(site, { signal }) };
}

function keyOf({ gitDirectory, commit }: CommitPlace): string {
  return `${gitDirectory}\0${commit}`;
}

/** Returns the base of this repository that was requested last, or null. */
function findOfRepository(
  place: CommitPlace,
  large: { key: string; base: Base } | null,
  bases: LRUCache<string, Base>,
): Base | null {
  const start = keyOf({ ...place, commit: "" });
  if (large?.key.startsWith(start) === true) return large.base;
  for (const [key, base] of bases.entries()) if (key.startsWith(start)) return base;
  return null;
}

/** Returns what a change of the site may break although it is not judged; computed once. */
export async function doubtsOf(base: Base): Promise<Doubts> {
  base.doubts ??= collectDoubts(base.site, base.report.notJudged, createPause());
  return await base.doubts;
}

function weigh({ site }: Base): number {
  let bytes = site.files.size * bytesPerPath;
  for (const facts of site.pages.values()) bytes += weighFacts(facts);
  return bytes;
}
