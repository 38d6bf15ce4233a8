import { posix } from "node:path";
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

interface Tree {
  files: readonly string[];
  read(path: string): Promise<Buffer>;
  /** Returns git's id of a file's contents. */
  idOf?: (path: string) => string | null;
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
    const { openedSite, changedSite, ...rest } = found;
    const repaired = await repairFromHistory(checked, openedSite, found.problems, input.signal);
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
  /** Null if nothing was compared. */
  changedSite: ChangedSite | null;
}

async function checkAll(
  deps: FolderCheckDeps,
  { files, read }: Tree,
  { scope, switches, signal }: FolderCheckInput,
): Promise<Found> {
  const { site } = await openSiteOf(deps, { files, read }, { scope, signal });
  const report = await checkSite(site, { signal });
  const pages = isRuleOn("mdx-syntax", switches) ? files : [];
  const unread: string[] = [];
  const mdx = await findMdxProblems(deps, site, pages, {
    readBase: async () => null,
    noteUnread: (path) => unread.push(path),
    signal,
  });
  const all = [...report.findings, ...mdx].filter(({ rule }) => isRuleOn(rule, switches));
  const [errors, warnings] = splitBySeverity(all, switches);
  const { notJudged, unjudged } = report;
  return {
    ...{ openedSite: site, changedSite: null, site: report.site, notJudged, base: null },
    ...{ fixed: [], removed: [], preexisting: [] },
    rules: describeRules(switches, { notJudged: [...notJudged, ...describeUnread(unread)], unjudged }),
    problems: sortFindings(errors),
    warnings: sortFindings(warnings),
  };
}

async function checkChange(
  deps: FolderCheckDeps,
  { files, read }: Tree,
  { base, scope, change, switches, signal }: FolderCheckInput & { change: FolderChange },
): Promise<Found> {
  const { before, renames } = change;
  const { site: old, files: filesBefore } = await openSiteOf(
    deps,
    { files: before.paths, read: before.read, idOf: before.idOf },
    { scope, signal },
  );
  const reportBefore = await checkSite(old, { signal });
  const isOther = otherSites(before.paths, filesBefore);
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
    site: report.site,
    notJudged,
    rules: describeRules(switches, { notJudged, unjudged }),
    base: { revision: base!, commit: change.commit, isMergeBase: change.mergeBase !== null },
    problems: sortFindings([...comparison.new, ...mdx.filter(({ preexisting }) => !preexisting)]),
    warnings: sortFindings(comparison.warnings),
    fixed: comparison.fixed,
    removed: comparison.removed,
    preexisting: sortFindings([...comparison.preexisting, ...mdx.filter(({ preexisting }) => preexisting)]),
  };
}

const sitesMax = 10;

/**
 * Opens the site that the scope belongs to. If another site of the repository is found first, such as an
 * example's, its folder is left out.
 */
async function openSiteOf(
  { cache }: FolderCheckDeps,
  { files, ...tree }: Tree,
  { scope, signal }: { scope: string; signal: AbortSignal | undefined },
): Promise<{ site: Site; files: readonly string[] }> {
  let left = files;
  for (let tried = 1; ; tried += 1) {
    const site = await openSite({ ...tree, files: left, cache, signal });
    const { docsRoot, navigationFile } = site.shape;
    const folders = [docsRoot, posix.dirname(navigationFile ?? ".")].filter(
      (folder) => folder !== "" && folder !== "." && !isBelow(scope, folder) && !isBelow(folder, scope),
    );
    const isOther = folders.length > 0 && ![...site.pages.keys()].some((path) => isBelow(path, scope));
    if (!isOther || tried === sitesMax) return { site, files: left };
    left = left.filter((path) => !folders.some((folder) => isBelow(path, folder)));
  }
}

function isBelow(path: string, folder: string): boolean {
  return folder === "" || path === folder || path.startsWith(`${folder}/`);
}

/** Returns a test for the files of sites that were left out. */
function otherSites(all: readonly string[], kept: readonly string[]): (path: string) => boolean {
  const keptFiles = new Set(kept);
  const left = new Set(all.filter((path) => !keptFiles.has(path)));
  return (path) => left.has(path);
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
