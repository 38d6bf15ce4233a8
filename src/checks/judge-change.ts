import type { RuleSwitches } from "../schemas/rule-switches.ts";
import { checkSite } from "./check-site.ts";
import type { PlacedSite } from "./model/open-sites.ts";
import type { Site } from "./model/site.ts";
import { type ProvenAnchors, proveAnchors } from "./pages/prove-anchors.ts";
import type { JudgedSite } from "./pages-to-judge.ts";
import type { Doubts } from "./possible-links/doubts.ts";
import { compareSites } from "./reports/compare-sites.ts";
import { findSoundAnchors } from "./reports/find-not-judged.ts";
import { type Change, limitChange, limitReport } from "./reports/limit-to-site.ts";
import type { LoadDictionary } from "./spelling/dictionary.ts";
import { createKnownWords, type KnownWords } from "./spelling/known-words.ts";
import type { CheckComparison, CheckReport } from "./types.ts";

/** A site before a change, and what must be known of it to judge the change. */
export interface SiteBefore extends PlacedSite, JudgedSite {
  report: CheckReport;
  soundAnchors: ReadonlySet<string>;
  provenAnchors: ProvenAnchors;
  knownWords: KnownWords;
}

/** Checks one of the repository's sites as it stands. */
export async function checkOwn<One extends PlacedSite>(
  sites: readonly One[],
  own: One,
  signal?: AbortSignal,
): Promise<CheckReport> {
  const report = await checkSite(own.site, signal && { signal });
  return limitReport(sites, own, { site: own.site, report });
}

export function describeBefore(
  { site, folders }: PlacedSite,
  report: CheckReport,
  loadDictionary: LoadDictionary,
): SiteBefore {
  const soundAnchors = findSoundAnchors(site, report.notJudged);
  const knownWords = createKnownWords(site, loadDictionary);
  return { site, folders, report, soundAnchors, provenAnchors: proveAnchors(site), knownWords, ties: null };
}

interface JudgeOptions {
  doubts: Doubts;
  /** Files whose move or deletion was requested after the possible links to them had been reviewed. */
  released?: ReadonlySet<string>;
  switches: RuleSwitches;
  signal?: AbortSignal | undefined;
}

/** Judges what a change does to `before`, one of the repository's `sites`, which is now as `site` has it. */
export async function judgeChange(
  { before, sites }: { before: SiteBefore; sites: readonly SiteBefore[] },
  site: Site,
  change: Change,
  { doubts, released, switches, signal }: JudgeOptions,
): Promise<{ comparison: CheckComparison; report: CheckReport }> {
  const { soundAnchors, provenAnchors, knownWords } = before;
  const { notJudged, unjudged } = before.report;
  const { changedPaths, newPaths, renames } = limitChange(sites, before, change);
  const after = await checkSite(site, {
    ...{ changedPaths, newPaths },
    before: { notJudged, unjudged, soundAnchors, provenAnchors, knownWords, judged: before, doubts },
    oldPaths: new Map([...renames].map(([from, to]) => [to, from])),
    ...(released && { released }),
    ...(signal && { signal }),
  });
  const report = limitReport(sites, before, { site, report: after });
  const comparison = compareSites(before, { site, report }, { renames, switches });
  return { comparison, report };
}
