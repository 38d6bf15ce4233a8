import { createPause } from "../checks/create-pause.ts";
import { checkOwn, describeBefore, judgeChange, type SiteBefore } from "../checks/judge-change.ts";
import { type PlacedSite, pathsToRead, siteOf } from "../checks/model/open-sites.ts";
import type { ScanCache } from "../checks/model/scan-cache.ts";
import type { OutsideRules } from "../checks/outside-rules.ts";
import { collectDoubts } from "../checks/possible-links/doubts.ts";
import type { PageParser } from "../checks/processes/create-page-parser.ts";
import { joinComparisons } from "../checks/reports/compare-sites.ts";
import { describeJudged } from "../checks/reports/describe-judged.ts";
import { findMisread } from "../checks/reports/find-misread.ts";
import { findNewlyUnjudged } from "../checks/reports/find-not-judged.ts";
import { limitChange } from "../checks/reports/limit-to-site.ts";
import { listUnjudged } from "../checks/reports/list-unjudged.ts";
import type { LoadDictionary } from "../checks/spelling/dictionary.ts";
import type { CheckComparison, CheckReport, Finding, NotJudged, SiteShape } from "../checks/types.ts";
import { isRuleOn, type RuleState, type RuleSwitches, severityOf } from "../schemas/rule-switches.ts";
import { describeUnread, findMdxProblems } from "./find-mdx-problems.ts";
import { findUnchecked, type Unchecked } from "./find-unchecked.ts";
import { judgeFolderOutside, type OutsideInput } from "./judge-folder-outside.ts";
import { findCheckedFolder, listFolderFiles } from "./list-folder-files.ts";
import { openFolderSites, type Tree } from "./open-folder-sites.ts";
import { type FolderChange, readChange } from "./read-change.ts";
import { readFolderFile } from "./read-folder-file.ts";
import { repairFromHistory } from "./repair-from-history.ts";

export interface FolderCheckDeps {
  /** Facts about pages that were read before. */
  cache: ScanCache;
  parser: PageParser;
  loadDictionary: LoadDictionary;
  outsideRules: OutsideRules;
}

export interface FolderCheckInput {
  /** Absolute. */
  folder: string;
  /** Path below the root that is checked, "" for all of it. */
  scope: string;
  /** Revision that the tree is compared with; if null, every finding counts. */
  base: string | null;
  /** Differences of this run from the rules' defaults. */
  switches: RuleSwitches;
  signal?: AbortSignal;
}

export interface FolderCheck {
  /** Absolute; the findings' paths are relative to it. */
  root: string;
  site: SiteShape;
  /** Further sites of the repository, each judged by its own rules; none if a folder is given. */
  otherSites: SiteShape[];
  notJudged: NotJudged[];
  /** Null if nothing was compared. */
  base: { revision: string; commit: string; isMergeBase: boolean } | null;
  /** Findings that count: with a base, those that the change introduced, else all. */
  problems: Finding[];
  /** The same for rules that only warn. */
  warnings: Finding[];
  fixed: Finding[];
  /** Findings that disappeared with their text. */
  removed: Finding[];
  preexisting: Finding[];
  /**
   * What looks wrong where a rule is not judged, because too much of the site does: neither a problem nor
   * certain to be repaired. None with a base.
   */
  unjudged: Finding[];
  /** State of every rule. */
  rules: RuleState[];
  /** Pages that no rule reads. */
  unchecked: Unchecked[];
  durationMs: number;
}

/**
 * Checks a folder's documentation as it is on disk, with uncommitted changes. Throws `ref_not_found`,
 * `repository_too_large`, `invalid_request` and the signal's reason.
 */
export async function checkFolder(deps: FolderCheckDeps, input: FolderCheckInput): Promise<FolderCheck> {
  const start = performance.now();
  const checked = await findCheckedFolder(input.folder);
  const { root } = checked;
  const tree: Tree = {
    files: await listFolderFiles(checked),
    read: (path) => readFolderFile(root, path),
  };
  const change = input.base === null ? null : await readChange(checked, input.base);
  try {
    const found =
      change === null
        ? await checkAll(deps, tree, input)
        : await checkChange(deps, tree, { ...input, change });
    const { sites, change: _, ...rest } = found;
    const repaired: Finding[] = [];
    for (const [{ site }, problems] of Map.groupBy(found.problems, ({ path }) => siteOf(sites, path)))
      repaired.push(...(await repairFromHistory(checked, site, problems, input.signal)));
    const outside = await judgeFolderOutside(deps.outsideRules, found, input);
    return {
      ...{ root, ...rest, rules: outside.states },
      problems: sortFindings([...repaired, ...outside.errors]),
      warnings: sortFindings([...found.warnings, ...outside.warnings]),
      unchecked: findUnchecked(tree.files, input.scope),
      durationMs: performance.now() - start,
    };
  } finally {
    change?.before.close();
  }
}

interface Found extends Omit<FolderCheck, "root" | "unchecked" | "durationMs">, OutsideInput {}

async function checkAll(deps: FolderCheckDeps, tree: Tree, input: FolderCheckInput): Promise<Found> {
  const { scope, switches, signal } = input;
  const sites = await openFolderSites(tree, scope, { cache: deps.cache, signal });
  const judged: Judged[] = [];
  for (const one of sites) judged.push(await judgeSite(deps, { sites, own: one, files: tree.files }, input));
  const reports = judged.map(({ report }) => report);
  const unread = describeUnread(judged.flatMap((one) => one.unread));
  const [errors, warnings] = splitBySeverity(
    judged
      .flatMap(({ report, mdx }) => [...report.findings, ...mdx])
      .filter(({ rule }) => isRuleOn(rule, switches)),
    switches,
  );
  return {
    ...{ sites, change: null, ...nameSites(reports), base: null },
    ...{ ...describeJudged(reports, switches, unread), fixed: [], removed: [], preexisting: [] },
    unjudged: sortFindings(
      sites
        .flatMap((own, at) =>
          listUnjudged(own.site, reports[at]!).filter(({ path }) => siteOf(sites, path) === own),
        )
        .filter(({ rule }) => isRuleOn(rule, switches)),
    ),
    problems: sortFindings(errors),
    warnings: sortFindings(warnings),
  };
}

interface Judged {
  report: CheckReport;
  mdx: Finding[];
  /** Pages that could not be parsed in time. */
  unread: string[];
}

async function judgeSite(
  deps: FolderCheckDeps,
  { sites, own, files }: { sites: readonly PlacedSite[]; own: PlacedSite; files: readonly string[] },
  { switches, signal }: FolderCheckInput,
): Promise<Judged> {
  const { site } = own;
  const pages = isRuleOn("mdx-syntax", switches) ? files.filter((path) => siteOf(sites, path) === own) : [];
  const unread: string[] = [];
  const [mdx, report] = await Promise.all([
    findMdxProblems(deps, site, pages, {
      readBase: async () => null,
      noteUnread: (path) => unread.push(path),
      signal,
    }),
    checkOwn(sites, own, signal),
  ]);
  const misread = findMisread(site, mdx);
  const unjudged = [...report.unjudged, ...misread];
  return { report: { ...report, unjudged }, mdx: misread.length > 0 ? [] : mdx, unread };
}

async function checkChange(
  deps: FolderCheckDeps,
  { read }: Tree,
  { base, scope, change, switches, signal }: FolderCheckInput & { change: FolderChange },
): Promise<Found> {
  const { before, renames } = change;
  const opened = await openFolderSites({ files: before.paths, read: before.read, idOf: before.idOf }, scope, {
    cache: deps.cache,
    signal,
  });
  const all: SiteBefore[] = [];
  for (const one of opened)
    all.push(describeBefore(one, await checkOwn(opened, one, signal), deps.loadDictionary));
  const oldPaths = new Map([...renames].map(([from, to]) => [to, from]));
  const known = new Set(before.paths);
  const readBase = async (path: string) => {
    const oldPath = oldPaths.get(path) ?? path;
    return known.has(oldPath) ? await before.read(oldPath) : null;
  };
  const sites: Found["sites"] = [];
  const reports: CheckReport[] = [];
  const comparisons: CheckComparison[] = [];
  for (const one of all) {
    const site = one.site.copy(read);
    await site.update(
      pathsToRead(all, one, change.changedPaths).filter(
        (path) => !known.has(path) || one.site.files.has(path),
      ),
      signal,
    );
    const doubts = await collectDoubts(one.site, one.report.notJudged, createPause(signal));
    const { comparison, report } = await judgeChange({ before: one, sites: all }, site, change, {
      ...{ doubts, switches, signal },
    });
    comparisons.push(comparison);
    const { changedPaths } = limitChange(all, one, change);
    const mdxPaths = isRuleOn("mdx-syntax", switches) ? changedPaths : [];
    for (const problem of await findMdxProblems(deps, site, mdxPaths, { readBase, signal }))
      comparison[problem.preexisting ? "preexisting" : "new"].push(problem);
    const said = { before: report.notJudged, proven: one.provenAnchors };
    const newly = findNewlyUnjudged(site, changedPaths, said);
    reports.push({ ...report, notJudged: [...report.notJudged, ...newly] });
    sites.push({ site, folders: one.folders, before: one.site });
  }
  const found = joinComparisons(comparisons);
  return {
    ...{ sites, change: { changedPaths: change.changedPaths, oldPaths } },
    ...{ ...nameSites(reports), ...describeJudged(reports, switches) },
    base: { revision: base!, commit: change.commit, isMergeBase: change.mergeBase !== null },
    problems: sortFindings(found.new),
    warnings: sortFindings(found.warnings),
    fixed: found.fixed,
    removed: found.removed,
    preexisting: sortFindings(found.preexisting),
    unjudged: [],
  };
}

function nameSites([first, ...others]: readonly CheckReport[]): Pick<FolderCheck, "site" | "otherSites"> {
  return { site: first!.site, otherSites: others.map(({ site }) => site) };
}

function splitBySeverity(
  findings: readonly Finding[],
  switches: RuleSwitches,
): [errors: Finding[], warnings: Finding[]] {
  const isError = ({ rule }: Finding) => severityOf(rule, switches) === "error";
  return [findings.filter(isError), findings.filter((finding) => !isError(finding))];
}

function sortFindings(findings: Finding[]): Finding[] {
  return findings.sort(
    (a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0) || a.line - b.line || a.column - b.column,
  );
}
