import { LRUCache } from "lru-cache";
import { findNavigationFiles, type NavigationFiles } from "../changes/navigation-files.ts";
import { createPause } from "../create-pause.ts";
import { checkOwn, describeBefore, type SiteBefore } from "../judge-change.ts";
import { openSite } from "../model/open-site.ts";
import { openOtherSites } from "../model/open-sites.ts";
import { type ScanCache, weighFacts } from "../model/scan-cache.ts";
import { collectDoubts, type Doubts } from "../possible-links/doubts.ts";
import type { ActiveUses } from "../rules/active-content.ts";
import type { LoadDictionary } from "../spelling/dictionary.ts";
import type { CommitFiles, CommitPlace, OpenCommit } from "./commit-files.ts";
import { type CheckedSite, openNextSites } from "./open-next-sites.ts";

/** One site of a commit with its findings, shared by all jobs that begin there. It is never changed. */
export interface SiteBase extends SiteBefore {
  navigation: NavigationFiles;
  uses: ActiveUses;
  /** Computed when a change is first judged, or earlier. */
  doubts: Promise<Doubts> | null;
}

/** A commit with its sites. */
export interface Base {
  files: CommitFiles;
  sites: readonly [SiteBase, ...SiteBase[]];
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
    let checked = await openNextSites(findOfRepository(place, large, bases), files, signal);
    // A process has no room for two of them.
    if (checked === null && files.paths.length > pathsOfSmall) large = null;
    checked ??= await openSites(files, cache, signal);
    const [first, ...others] = await Promise.all(checked.map((one) => describeSite(one, loadDictionary)));
    const base: Base = { files, sites: [first!, ...others] };
    if (weigh(base) > bytesMax) large = { key, base };
    else bases.set(key, base);
    return base;
  };
}

async function openSites(
  { paths, read, idOf }: CommitFiles,
  cache: ScanCache,
  signal: AbortSignal,
): Promise<CheckedSite[]> {
  const options = { files: paths, read, idOf, cache, signal };
  const site = await openSite(options);
  const sites = [{ site, folders: [] }, ...(await openOtherSites(options, site))];
  const checked: CheckedSite[] = [];
  for (const one of sites) checked.push({ ...one, report: await checkOwn(sites, one, signal) });
  return checked;
}

async function describeSite(checked: CheckedSite, loadDictionary: LoadDictionary): Promise<SiteBase> {
  const navigation = await findNavigationFiles(checked.site);
  const before = describeBefore(checked, checked.report, loadDictionary);
  return { ...before, navigation, uses: new Map(), doubts: null };
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
export async function doubtsOf(base: SiteBase): Promise<Doubts> {
  base.doubts ??= collectDoubts(base.site, base.report.notJudged, createPause());
  return await base.doubts;
}

function weigh({ sites }: Base): number {
  let bytes = 0;
  for (const { site } of sites) {
    bytes += site.files.size * bytesPerPath;
    for (const facts of site.pages.values()) bytes += weighFacts(facts);
  }
  return bytes;
}
