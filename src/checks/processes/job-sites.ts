import { isRuleOn } from "../../schemas/rule-switches.ts";
import { planDelete } from "../changes/plan-delete.ts";
import { type PlanOptions, planMove } from "../changes/plan-move.ts";
import { createPause } from "../create-pause.ts";
import { findExternalLinks } from "../find-external-links.ts";
import type { GitHistory } from "../history/git-history.ts";
import { repairByHistory } from "../history/repair-by-history.ts";
import { judgeChange } from "../judge-change.ts";
import { type PlacedSite, siteOf } from "../model/open-sites.ts";
import { isWholeUnjudged } from "../possible-links/doubts.ts";
import { joinComparisons } from "../reports/compare-sites.ts";
import { describeJudged } from "../reports/describe-judged.ts";
import { limitChange } from "../reports/limit-to-site.ts";
import { activePathsOf, checkActiveContent, readsAlike } from "../rules/active-content.ts";
import { mdxPagesOf } from "../rules/mdx-syntax.ts";
import type { CheckComparison, CheckReport, DeletePlan, Finding, MovePlan } from "../types.ts";
import type { CheckCall, SiteComparison } from "./call-types.ts";
import type { CommitFiles } from "./commit-files.ts";
import { doubtsOf, type SiteBase } from "./open-bases.ts";

/** A site with the changes of a job; the base's own as long as nothing is changed. */
export interface JobSite extends PlacedSite {
  before: SiteBase;
}

type Call<Kind extends CheckCall["kind"]> = Extract<CheckCall, { kind: Kind }>;

/** Compares all sites with what they were before the job. */
export async function compareJobSites(
  sites: readonly JobSite[],
  { changedPaths, newPaths, renames, released, switches }: Call<"check">,
  signal: AbortSignal,
): Promise<{ comparison: CheckComparison } & Omit<SiteComparison, keyof CheckComparison | "counts">> {
  const change = { changedPaths, newPaths, renames: new Map(renames) };
  const oldPaths = new Map(renames.map(([from, to]) => [to, from]));
  const all = sites.map(({ before }) => before);
  const comparisons: CheckComparison[] = [];
  const reports: CheckReport[] = [];
  const found: Pick<SiteComparison, "mdxPages" | "activePaths" | "externalLinks"> = {
    ...{ mdxPages: [], activePaths: [], externalLinks: [] },
  };
  for (const { site, before } of sites) {
    const options = { doubts: await doubtsOf(before), released: new Set(released), switches, signal };
    const judged = await judgeChange({ before, sites: all }, site, change, options);
    reports.push(judged.report);
    comparisons.push(judged.comparison);
    const { changedPaths } = limitChange(all, before, change);
    found.mdxPages.push(...mdxPagesOf(site, changedPaths));
    found.activePaths.push(...(await activePathsOf(site, changedPaths, createPause(signal))));
    if (isRuleOn("external-link", switches))
      found.externalLinks.push(...findExternalLinks(site, { before: before.site, changedPaths, oldPaths }));
  }
  return { comparison: joinComparisons(comparisons), ...describeJudged(reports, switches), ...found };
}

/** Returns the findings in the same order, with the repairs that git's history confirms. */
export async function repairJobSites(
  sites: readonly JobSite[],
  openHistory: () => Promise<GitHistory>,
  findings: readonly Finding[],
): Promise<Finding[]> {
  const repaired = new Map<Finding, Finding>();
  for (const [{ site }, ofSite] of Map.groupBy(findings, ({ path }) => siteOf(sites, path)))
    for (const [at, finding] of (await repairByHistory(site, openHistory, ofSite)).entries())
      repaired.set(ofSite[at]!, finding);
  return findings.map((finding) => repaired.get(finding) ?? finding);
}

export async function findActiveContent(
  sites: readonly JobSite[],
  { changedPaths: allPaths, newPaths, renames, allowed }: Call<"checkActive">,
  { idOf, read }: CommitFiles,
  signal: AbortSignal,
): Promise<Finding[]> {
  const oldPaths = new Map(renames.map(([from, to]) => [to, from]));
  const readBase = async (path: string) => {
    const old = oldPaths.get(path) ?? path;
    return idOf(old) === null ? null : await read(old);
  };
  const findings: Finding[] = [];
  for (const [{ site, before }, changedPaths] of Map.groupBy(allPaths, (path) => siteOf(sites, path))) {
    // What pages use that no job of this base changes is computed once, unless this job changes how they are
    // read.
    const uses = readsAlike(site, before.site) ? before.uses : new Map();
    const input = { changedPaths, newPaths, allowed, readBase, pause: createPause(signal) };
    findings.push(...(await checkActiveContent(site, uses, input)));
  }
  return findings;
}

/** Plans a move within one site. Links in other sites' files follow where they certainly lead to the page. */
export async function planMoveOf(
  sites: readonly JobSite[],
  from: string,
  to: string,
  signal: AbortSignal,
): Promise<MovePlan> {
  const own = siteOf(sites, from);
  const other = siteOf(sites, to);
  if (own !== other) {
    const refusal = `${to} lies in another site of the repository than ${from}`;
    return { edits: [], unclear: [], notes: [], refusal };
  }
  const plan = await planMove(own.site, from, to, optionsFor(sites, own, signal));
  if (plan.refusal !== undefined || plan.firstMoves !== undefined) return plan;
  const edited = new Set(plan.edits.map(({ path }) => path));
  for (const [one, isTheirs] of holders(sites, own, from)) {
    const { edits } = await planMove(one.site, from, to, optionsFor(sites, one, signal));
    plan.edits.push(...edits.filter((edit) => isTheirs(edit) && !edited.has(edit.path)));
  }
  return plan;
}

/** Plans a deletion; links in files of other sites count where they certainly lead to the page. */
export async function planDeleteOf(
  sites: readonly JobSite[],
  path: string,
  signal: AbortSignal,
): Promise<DeletePlan> {
  const own = siteOf(sites, path);
  const plan = await planDelete(own.site, path, optionsFor(sites, own, signal));
  const known = new Set(plan.inbound.map((link) => link.path));
  for (const [one, isTheirs] of holders(sites, own, path)) {
    const { inbound } = await planDelete(one.site, path, optionsFor(sites, one, signal));
    plan.inbound.push(...inbound.filter((link) => isTheirs(link) && !link.isGuess && !known.has(link.path)));
  }
  return plan;
}

/** Returns the other sites that see this file, each with a test for what is theirs. */
function holders(sites: readonly JobSite[], own: JobSite, path: string) {
  return sites
    .filter((one) => one !== own && one.site.files.has(path))
    .map((one) => [one, (found: { path: string }) => siteOf(sites, found.path) === one] as const);
}

function optionsFor(sites: readonly JobSite[], own: JobSite, signal: AbortSignal): PlanOptions {
  return {
    isWhole: isWholeUnjudged(own.before.report.notJudged),
    pause: createPause(signal),
    isElsewhere: (path) => siteOf(sites, path) !== own && siteOf(sites, path) !== sites[0],
  };
}
