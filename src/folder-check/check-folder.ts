import { checkSite } from "../checks/check-site.ts";
import { createPause } from "../checks/create-pause.ts";
import { openSite } from "../checks/model/open-site.ts";
import type { ScanCache } from "../checks/model/scan-cache.ts";
import type { Site } from "../checks/model/site.ts";
import type { OutsideRules } from "../checks/outside-rules.ts";
import { collectDoubts } from "../checks/possible-links/doubts.ts";
import type { PageParser } from "../checks/processes/create-page-parser.ts";
import { compareSites } from "../checks/reports/compare-sites.ts";
import { findSoundAnchors } from "../checks/reports/find-not-judged.ts";
import type { LoadDictionary } from "../checks/spelling/dictionary.ts";
import { createKnownWords } from "../checks/spelling/known-words.ts";
import type { CheckReport, Finding, NotJudged, SiteShape } from "../checks/types.ts";
import {
  describeRules,
  isRuleOn,
  type RuleState,
  type RuleSwitches,
  severityOf,
} from "../schemas/rule-switches.ts";
import { describeUnread, findMdxProblems } from "./find-mdx-problems.ts";
import { type ChangedSite, judgeFolderOutside } from "./judge-folder-outside.ts";
import { findCheckedFolder, listFolderFiles } from "./list-folder-files.ts";
import { createOtherSiteTest, isOfSite, openOtherSites, openSiteOf, type Tree } from "./open-folder-sites.ts";
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
  /** Further sites of the repository, each judged by its own rules; none if a base or a folder is given. */
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
  /** State of every rule. */
  rules: RuleState[];
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
    const { openedSite, changedSite, siteOf, ...rest } = found;
    const repaired: Finding[] = [];
    for (const [site, problems] of Map.groupBy(found.problems, ({ path }) => siteOf(path)))
      repaired.push(...(await repairFromHistory(checked, site, problems, input.signal)));
    const outside = await judgeFolderOutside(deps.outsideRules, found, input);
    return {
      ...{ root, ...rest, rules: outside.states },
      problems: sortFindings([...repaired, ...outside.errors]),
      warnings: sortFindings([...found.warnings, ...outside.warnings]),
      durationMs: performance.now() - start,
    };
  } finally {
    change?.before.close();
  }
}

interface Found extends Omit<FolderCheck, "root" | "durationMs"> {
  openedSite: Site;
  /** The site by whose rules a file is judged. */
  siteOf(path: string): Site;
  /** Null if nothing was compared. */
  changedSite: ChangedSite | null;
}

async function checkAll(deps: FolderCheckDeps, tree: Tree, input: FolderCheckInput): Promise<Found> {
  const { scope, switches, signal } = input;
  const options = { cache: deps.cache, signal };
  const { site } = await openSiteOf(tree, scope, options);
  const others = scope === "" ? await openOtherSites(tree, site, options) : [];
  const own = tree.files.filter((path) => !others.some((other) => isOfSite(other, path)));
  const first = await judgeSite(deps, site, own, input);
  const further = [];
  for (const other of others) {
    const files = tree.files.filter((path) => isOfSite(other, path));
    further.push(await judgeSite(deps, other.site, files, input));
  }
  const all = [first, ...further].flatMap(({ findings }) => findings);
  const [errors, warnings] = splitBySeverity(
    all.filter(({ rule }) => isRuleOn(rule, switches)),
    switches,
  );
  const unread = [first, ...further].flatMap((one) => one.unread);
  const elsewhere = further.flatMap(({ report, shape }) =>
    report.notJudged.map((one) => ({ ...one, reason: `in ${shape.docsRoot}: ${one.reason}` })),
  );
  const notJudged = [...first.report.notJudged, ...elsewhere];
  const { unjudged } = first.report;
  return {
    ...{ openedSite: site, changedSite: null, site: first.shape, notJudged, base: null },
    otherSites: further.map(({ shape }) => shape),
    siteOf: (path) => others.find((other) => isOfSite(other, path))?.site ?? site,
    ...{ fixed: [], removed: [], preexisting: [] },
    rules: describeRules(switches, { notJudged: [...notJudged, ...describeUnread(unread)], unjudged }),
    problems: sortFindings(errors),
    warnings: sortFindings(warnings),
  };
}

/** Judges the pages of a site that are among `files`. */
async function judgeSite(
  deps: FolderCheckDeps,
  site: Site,
  files: readonly string[],
  { switches, signal }: FolderCheckInput,
) {
  const report = await checkSite(site, { signal });
  const pages = isRuleOn("mdx-syntax", switches) ? files : [];
  const unread: string[] = [];
  const mdx = await findMdxProblems(deps, site, pages, {
    readBase: async () => null,
    noteUnread: (path) => unread.push(path),
    signal,
  });
  const own = new Set(files);
  const pageCount = [...site.pages.keys()].filter((path) => own.has(path)).length;
  const findings = [...report.findings.filter(({ path }) => own.has(path)), ...mdx];
  return { report, findings, unread, shape: { ...report.site, pageCount } };
}

async function checkChange(
  deps: FolderCheckDeps,
  { files, read }: Tree,
  { base, scope, change, switches, signal }: FolderCheckInput & { change: FolderChange },
): Promise<Found> {
  const { before, renames } = change;
  const { site: old, files: filesBefore } = await openSiteOf(
    { files: before.paths, read: before.read, idOf: before.idOf },
    scope,
    { cache: deps.cache, signal },
  );
  const reportBefore = await checkSite(old, { signal });
  const isOther = createOtherSiteTest(before.paths, filesBefore);
  const site = await openSite({
    ...{ files: files.filter((path) => !isOther(path)), read, cache: deps.cache, signal },
    addresses: old.addresses,
    filesBefore,
  });
  const report = await judgeChange(deps, { old, site, reportBefore }, change, signal);
  const comparison = compareSites(
    { site: old, report: reportBefore },
    { site, report },
    { renames, switches },
  );
  const oldPaths = new Map([...renames].map(([from, to]) => [to, from]));
  const known = new Set(before.paths);
  const readBase = async (path: string) => {
    const oldPath = oldPaths.get(path) ?? path;
    return known.has(oldPath) ? await before.read(oldPath) : null;
  };
  const mdxPaths = isRuleOn("mdx-syntax", switches) ? change.changedPaths : [];
  const mdx = await findMdxProblems(deps, site, mdxPaths, { readBase, signal });
  const { notJudged, unjudged } = report;
  return {
    ...{ openedSite: site, changedSite: { before: old, changedPaths: change.changedPaths, oldPaths } },
    ...{ site: report.site, otherSites: [], siteOf: () => site, notJudged },
    rules: describeRules(switches, { notJudged, unjudged }),
    base: { revision: base!, commit: change.commit, isMergeBase: change.mergeBase !== null },
    problems: sortFindings([...comparison.new, ...mdx.filter(({ preexisting }) => !preexisting)]),
    warnings: sortFindings(comparison.warnings),
    fixed: comparison.fixed,
    removed: comparison.removed,
    preexisting: sortFindings([...comparison.preexisting, ...mdx.filter(({ preexisting }) => preexisting)]),
  };
}

async function judgeChange(
  { loadDictionary }: FolderCheckDeps,
  { old, site, reportBefore }: { old: Site; site: Site; reportBefore: CheckReport },
  { newPaths, changedPaths, renames }: FolderChange,
  signal: AbortSignal | undefined,
): Promise<CheckReport> {
  const { notJudged, unjudged } = reportBefore;
  return await checkSite(site, {
    newPaths,
    changedPaths,
    before: {
      notJudged,
      unjudged,
      soundAnchors: findSoundAnchors(old, notJudged),
      knownWords: createKnownWords(old, loadDictionary),
      doubts: await collectDoubts(old, notJudged, createPause(signal)),
    },
    oldPaths: new Map([...renames].map(([from, to]) => [to, from])),
    signal,
  });
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
