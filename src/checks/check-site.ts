import type { RuleNeeding } from "../schemas/check-rules.ts";
import { isPagePath } from "../text/page-path.ts";
import type { CheckRule, PageRule } from "./check-input.ts";
import { createPause } from "./create-pause.ts";
import { findRoutes } from "./model/open-site.ts";
import { partitionOf } from "./model/partition-of.ts";
import { isKeptOnly, publishedOf } from "./model/published-of.ts";
import type { Site } from "./model/site.ts";
import type { ProvenAnchors } from "./pages/prove-anchors.ts";
import { findPagesToJudge, type JudgedSite } from "./pages-to-judge.ts";
import { type Doubts, findDoubtful } from "./possible-links/doubts.ts";
import { findMisread } from "./reports/find-misread.ts";
import { findNotJudged, isOutside, nameAnchor } from "./reports/find-not-judged.ts";
import { checkAnchors } from "./rules/anchor.ts";
import { checkRoutes } from "./rules/duplicate-route.ts";
import { checkFrontMatter } from "./rules/front-matter.ts";
import { checkFrontMatterSchema } from "./rules/frontmatter-schema.ts";
import { checkImages } from "./rules/image.ts";
import { checkInternalLinks } from "./rules/internal-link.ts";
import { checkLinkTargets } from "./rules/link-target.ts";
import { checkImports } from "./rules/missing-import.ts";
import { checkNavigation } from "./rules/navigation.ts";
import { checkFrozenVersions, checkLostAddresses, checkTranslations } from "./rules/of-changes.ts";
import {
  checkAlternativeTexts,
  checkDuplicateAnchors,
  checkFences,
  checkHeadingOrder,
  checkHiddenCharacters,
  checkReferences,
} from "./rules/page-text.ts";
import { checkRedirectTargets } from "./rules/redirect-target.ts";
import { checkSpelling } from "./rules/spelling-new.ts";
import { checkComponents, checkIdentifiers } from "./rules/undefined-names.ts";
import type { KnownWords } from "./spelling/known-words.ts";
import type { CheckReport, Finding, NotJudged, Rule, UnjudgedRule } from "./types.ts";

export interface CheckOptions {
  newPaths?: readonly string[];
  changedPaths?: readonly string[];
  /** What could not be judged before the change; omitted for the site before the change. */
  before?: {
    notJudged: NotJudged[];
    unjudged?: readonly UnjudgedRule[];
    soundAnchors: ReadonlySet<string>;
    doubts?: Doubts;
    knownWords?: KnownWords;
    provenAnchors?: ProvenAnchors;
    /** Omitted if all pages are to be judged again. */
    judged?: JudgedSite;
  };
  /**
   * The same site at another commit, as `findPagesToJudge` may use it; its report has all that was found.
   * Only for a site before a change, which must have been updated from it.
   */
  since?: JudgedSite;
  /** Files whose move or deletion was requested after the possible links to them had been reviewed. */
  released?: ReadonlySet<string>;
  /** Old paths of pages that have moved. */
  oldPaths?: ReadonlyMap<string, string>;
  signal?: AbortSignal;
}

/** Checks of the rules that judge page by page. */
const pageRules = {
  "front-matter": checkFrontMatter,
  "internal-link": checkInternalLinks,
  anchor: checkAnchors,
  image: checkImages,
  "link-target": checkLinkTargets,
  "missing-import": checkImports,
  "undefined-reference": checkReferences,
  "duplicate-anchor": checkDuplicateAnchors,
  "code-fence": checkFences,
  "frontmatter-schema": checkFrontMatterSchema,
  "hidden-unicode": checkHiddenCharacters,
  "image-alt": checkAlternativeTexts,
  "heading-order": checkHeadingOrder,
} satisfies { [Id in RuleNeeding<"site">]?: PageRule };
const ofPages: readonly Rule[] = [...(Object.keys(pageRules) as Rule[]), "redirect"];

/** Rules that judge page by page as well, but read also what code of the site provides. */
const nameRules = {
  "undefined-component": checkComponents,
  "undefined-identifier": checkIdentifiers,
} satisfies { [Id in RuleNeeding<"site">]?: PageRule };
const ofNames = Object.keys(nameRules) as Rule[];

/** Rules about targets, which a change may also take away from pages that are not judged themselves. */
const ofTargets: ReadonlySet<string> = new Set<Rule>(["internal-link", "anchor", "image"]);

/** Rules about how a site is written or built; pages that only the code host shows are left out. */
const ofPublished: ReadonlySet<string> = new Set<Rule>([
  "missing-import",
  "frontmatter-schema",
  "image-alt",
  "heading-order",
]);

/** Rules that read only the names of files, the configuration and the addresses of pages. */
const ofShape: ReadonlySet<string> = new Set<Rule>(["navigation", "redirect-target", "duplicate-route"]);

/** Checks of the rules that judge the whole site. */
const siteRules: Readonly<
  Record<Exclude<RuleNeeding<"site">, keyof typeof pageRules | keyof typeof nameRules>, CheckRule>
> = {
  navigation: checkNavigation,
  "redirect-target": checkRedirectTargets,
  "lost-address": checkLostAddresses,
  "duplicate-route": checkRoutes,
  "spelling-new": checkSpelling,
  "translation-stale": checkTranslations,
  "frozen-version": checkFrozenVersions,
};

/**
 * Checks the whole site as it is in memory (call `site.update` after an edit), except for the MDX syntax of
 * changed pages, which `checkMdxSyntax` checks. Findings are sorted by path, line and column. Throws the
 * signal's reason.
 */
export async function checkSite(
  site: Site,
  {
    newPaths = [],
    changedPaths = [],
    before,
    since,
    oldPaths = new Map(),
    released = new Set(),
    signal,
  }: CheckOptions = {},
): Promise<CheckReport> {
  const start = performance.now();
  signal?.throwIfAborted();
  const all: Finding[] = [];
  const leftOut = new Map((before?.unjudged ?? []).map(({ rule, reason }) => [rule, reason]));
  const leaveOutRule = (rule: Rule, reason: string): void => void leftOut.set(rule, reason);
  const partly = findPartly(site);
  const leavePartOut = (rule: Rule, reason: string): void => void partly.push({ rule, reason });
  const { otherMdx, unknown } = site.configuration;
  if (unknown.entries !== null) leaveOutRule("navigation", unknown.entries);
  if (otherMdx !== undefined && [...site.pages.keys()].some((path) => path.endsWith(".mdx")))
    leaveOutRule("mdx-syntax", otherMdx);
  const pause = createPause(signal);
  const knownWords = before?.knownWords ?? null;
  const siteBefore = before?.judged?.site ?? site;
  const changes = { newPaths, changedPaths, oldPaths };
  const proven = { knownWords, provenAnchors: before?.provenAnchors ?? null };
  const input = { site, siteBefore, ...changes, ...proven, pause, leaveOut: leaveOutRule, leavePartOut };
  // Names depend on code as well, and on how many pages of the site before the change use them.
  const keepsNames = since === undefined && [...(site.touched ?? [])].every(isPagePath);
  const keptRules = new Set(keepsNames ? [...ofPages, ...ofNames] : ofPages);
  const { pages, kept: known, isSameShape } = findPagesToJudge(site, before?.judged ?? since, keptRules);
  const published = publishedOf(site.configuration, pages);
  const judged = new Map([...pages].filter(([path]) => !isKeptOnly(site.configuration, path)));
  const pagesFor = (rule: string) =>
    ofTargets.has(rule) ? pages : ofPublished.has(rule) ? published : judged;
  for (const [rule, find] of Object.entries<PageRule>(pageRules))
    for (const finding of await find({ ...input, pages: pagesFor(rule) })) all.push(finding);
  const named = keepsNames ? published : publishedOf(site.configuration, site.pages);
  for (const find of Object.values<PageRule>(nameRules))
    for (const finding of await find({ ...input, pages: named })) all.push(finding);
  // Shares of broken links are counted over the whole site.
  if (since !== undefined) all.push(...known.splice(0));
  const keepsShape =
    isSameShape && before?.judged !== undefined && newPaths.length === 0 && oldPaths.size === 0;
  if (keepsShape) known.push(...before.judged!.report.findings.filter(({ rule }) => ofShape.has(rule)));
  for (const [rule, find] of Object.entries(siteRules)) {
    if (keepsShape && ofShape.has(rule)) continue;
    for (const finding of await find(input)) all.push(finding);
  }
  const notJudged = before?.notJudged ?? findNotJudged(site, all);
  if (before === undefined) for (const one of findMisread(site, all)) leftOut.set(one.rule, one.reason);
  const unjudged = [...leftOut].map(([rule, reason]) => ({ rule, reason }));
  const counted = leaveOut(site, all, {
    notJudged,
    soundAnchors: before?.soundAnchors ?? new Set(),
    oldPaths,
  });
  const findings = [...counted, ...known].filter(({ rule }) => !leftOut.has(rule));
  if (before?.doubts !== undefined) {
    const newPaths = new Map([...oldPaths].map(([now, old]) => [old, now]));
    const moves = { changedPaths, newPaths, released };
    const found = new Set(findings.map(placeOf));
    for (const finding of await findDoubtful(site, before.doubts, moves, input.pause)) {
      if (!found.has(placeOf(finding))) findings.push(finding);
      found.add(placeOf(finding));
    }
  }
  findings.sort(
    (a, b) =>
      compareText(a.path, b.path) || a.line - b.line || a.column - b.column || compareText(a.rule, b.rule),
  );
  const durationMs = performance.now() - start;
  const told = { notJudged, unjudged, partly };
  return { findings, found: all, ...told, site: site.shape, durationMs };
}

/** Targets of redirects may count as links as well. */
function placeOf({ rule, path, line, column }: Finding): string {
  return `${rule === "redirect-target" ? "internal-link" : rule} ${path}:${line}:${column}`;
}

function findPartly({ configuration: { openEntries } }: Site): CheckReport["partly"] {
  return openEntries === undefined ? [] : [{ rule: "navigation", reason: openEntries }];
}

/**
 * Removes the findings of rules that are not judged at all, except for links to what existed before the
 * change: it is certain that the change removed it.
 */
function leaveOut(
  site: Site,
  findings: readonly Finding[],
  known: {
    notJudged: readonly NotJudged[];
    soundAnchors: ReadonlySet<string>;
    oldPaths: ReadonlyMap<string, string>;
  },
): Finding[] {
  const rules = new Set<string>(known.notJudged.filter(({ isWhole }) => isWhole).map(({ rule }) => rule));
  const outside = new Set<string>(known.notJudged.filter((one) => one.isOutside).map(({ rule }) => rule));
  let routes: ReadonlySet<string> | null = null;
  const isGone = (path: string): boolean => {
    if (site.filesBefore.has(path) || site.publishedBefore.has(path)) return true;
    if (!site.routesBefore.has(path)) return false;
    routes ??= findRoutes(site.files);
    return !routes.has(path);
  };
  const wasThere = ({ path, rest }: { path: string; rest: string }) =>
    site.files.has(path) || site.index.routes.has(path)
      ? known.soundAnchors.has(nameAnchor(known.oldPaths.get(path) ?? path, rest))
      : isGone(path);
  const partitions = new Map<string, Set<string>>(
    known.notJudged.flatMap(({ rule, partitions }) => (partitions ? [[rule, new Set(partitions)]] : [])),
  );
  const isLeftOut = ({ rule: own, path }: Finding) => {
    const rule = own === "link-target" ? "internal-link" : own;
    return (
      rules.has(rule) ||
      isKeptOnly(site.configuration, path) ||
      (outside.has(rule) && isOutside(site, path)) ||
      partitions.get(rule)?.has(partitionOf(path)) === true
    );
  };
  return findings.filter(
    (finding) => !isLeftOut(finding) || (finding.subject !== undefined && wasThere(finding.subject)),
  );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
