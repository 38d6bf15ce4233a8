import { resolutionsOf } from "./links/resolve-link.ts";
import type { PageFacts, Site } from "./model/site.ts";
import { findImport, importDepthMax } from "./pages/page-anchors.ts";
import type { CheckReport, Finding, Rule } from "./types.ts";

/** A site as it was judged before a change. */
export interface JudgedSite {
  site: Site;
  report: Pick<CheckReport, "findings">;
  /** Computed when a change is first judged. */
  ties: Ties | null;
}

interface Ties {
  /** Page → pages with links to it. */
  linkers: ReadonlyMap<string, readonly string[]>;
  /**
   * Pages with links that lead nowhere or through a redirect: their repairs depend on anchors of other pages.
   */
  open: readonly string[];
}

export interface PagesToJudge {
  pages: ReadonlyMap<string, PageFacts>;
  /** Findings of `rules` on all other pages, which cannot have changed. */
  kept: Finding[];
}

/**
 * Returns the pages on which rules about single pages may find something new: those that the change touches,
 * those that show them, and those that link to either. All pages if nothing is known from before, or if the
 * change has given pages other addresses.
 */
export function findPagesToJudge(
  site: Site,
  before: JudgedSite | undefined,
  rules: ReadonlySet<Rule>,
): PagesToJudge {
  if (before === undefined || site.touched === null) return { pages: site.pages, kept: [] };
  before.ties ??= findTies(before);
  const { linkers, open } = before.ties;
  const paths = findShowing(site, site.touched);
  for (const path of [...paths]) for (const linker of linkers.get(path) ?? []) paths.add(linker);
  for (const path of open) paths.add(path);
  const pages = new Map<string, PageFacts>();
  for (const path of paths) {
    const facts = site.pages.get(path);
    if (facts !== undefined) pages.set(path, facts);
  }
  const isKept = ({ rule, path }: Finding) => rules.has(rule) && !paths.has(path) && site.pages.has(path);
  return { pages, kept: before.report.findings.filter(isKept) };
}

function findTies({ site, report }: JudgedSite): Ties {
  const linkers = new Map<string, string[]>();
  const open = new Set(report.findings.flatMap(({ rule, path }) => (rule === "anchor" ? [path] : [])));
  for (const path of site.pages.keys()) {
    for (const found of resolutionsOf(site, path)) {
      if (found.kind === "missing" || found.kind === "redirect") open.add(path);
      const to = found.kind === "page" ? found.path : found.kind === "redirect" ? found.page : null;
      if (to === null || to === path) continue;
      const known = linkers.get(to);
      if (known === undefined) linkers.set(to, [path]);
      else if (known.at(-1) !== path) known.push(path);
    }
  }
  return { linkers, open: [...open] };
}

/** Returns these pages, and those that include them. */
function findShowing(site: Site, touched: ReadonlySet<string>): Set<string> {
  const found = new Set(touched);
  for (let depth = 0, size = -1; depth < importDepthMax && size !== found.size; depth += 1) {
    size = found.size;
    for (const [path, { imports }] of site.pages)
      if (imports.length > 0 && imports.some((target) => found.has(findImport(site, path, target) ?? "")))
        found.add(path);
  }
  return found;
}
