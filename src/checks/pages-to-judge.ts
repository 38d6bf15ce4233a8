import { resolutionsOf } from "./links/resolve-link.ts";
import type { PageFacts } from "./model/page-facts.ts";
import type { Site } from "./model/site.ts";
import { findShowing } from "./pages/find-showing.ts";
import { findImport, offersSameAnchors } from "./pages/page-anchors.ts";
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
  /** Pages with links that depend on anchors of pages that they do not lead to. */
  open: readonly string[];
  /** Pages with findings that depend on other findings. */
  tied: readonly string[];
}

export interface PagesToJudge {
  pages: ReadonlyMap<string, PageFacts>;
  /** Findings of `rules` on all other pages, which cannot have changed. */
  kept: Finding[];
  /** Whether only texts of pages have changed: no file, no setting and no address. */
  isSameShape: boolean;
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
  if (before === undefined || site.touched === null)
    return { pages: site.pages, kept: [], isSameShape: false };
  before.ties ??= findTies(before);
  const { linkers, open, tied } = before.ties;
  const paths = findShowing(site, site.touched);
  const keepsAnchors = [...paths].every((path) => offersSameAnchors(site, before.site, path));
  for (const path of [...paths]) for (const linker of linkers.get(path) ?? []) paths.add(linker);
  for (const path of tied) paths.add(path);
  if (!keepsAnchors) for (const path of open) paths.add(path);
  const pages = new Map<string, PageFacts>();
  for (const path of paths) {
    const facts = site.pages.get(path);
    if (facts !== undefined) pages.set(path, facts);
  }
  const isKept = ({ rule, path }: Finding) => rules.has(rule) && !paths.has(path) && site.pages.has(path);
  return { pages, kept: before.report.findings.filter(isKept), isSameShape: true };
}

/** Prepares what judging a first change needs. */
export function prepareTies(before: JudgedSite): void {
  before.ties ??= findTies(before);
}

function findTies({ site, report }: JudgedSite): Ties {
  const linkers = new Map<string, string[]>();
  // Where the routing is unknown, the other findings about a page decide which of its repairs are certain.
  const isTied = ({ rule }: Finding) => rule === "anchor" && !site.configuration.isRoutingKnown;
  const tied = new Set(report.findings.filter(isTied).map(({ path }) => path));
  const open = new Set<string>();
  const mayBringAnchor = site.configuration.redirects.some(({ to }) => to.includes("#"));
  for (const [path, { imports }] of site.pages) {
    // The pages that show a page decide where its own anchors lead.
    for (const target of imports) open.add(findImport(site, path, target) ?? path);
    for (const found of resolutionsOf(site, path)) {
      const isMissing = found.kind === "missing" && (mayBringAnchor || found.parts.hash !== "");
      if (isMissing || found.kind === "redirect") open.add(path);
      const to = found.kind === "page" ? found.path : found.kind === "redirect" ? found.page : null;
      if (to === null || to === path) continue;
      const known = linkers.get(to);
      if (known === undefined) linkers.set(to, [path]);
      else if (known.at(-1) !== path) known.push(path);
    }
  }
  return { linkers, open: [...open], tied: [...tied] };
}
