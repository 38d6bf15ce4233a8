import type { PageLink } from "../../markdown/page-scan.ts";
import { resolutionsOf } from "../links/resolve-link.ts";
import { anchoredPage } from "../model/resolution.ts";
import type { Site } from "../model/site.ts";
import { leadsToAnchor } from "./host-anchors.ts";
import { getsOtherAnchors, hasUnknownAnchors } from "./page-anchors.ts";

/** What the links of a site show about ids of headings that its configuration, theme or hooks may change. */
export interface ProvenAnchors {
  /** Whether nearly all of the links lead to ids as the generator makes them by itself. */
  areProven: boolean;
  /** Where the others lead: something else may make ids on these pages. By page, with `#`. */
  others: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Fewer links prove nothing. */
const linksMin = 50;
const missingShareMax = 0.02;

/** `site` is the site before a change. */
export function proveAnchors(site: Site): ProvenAnchors {
  const others = new Map<string, Set<string>>();
  let [links, missing] = [0, 0];
  if (site.configuration.unknown["heading-ids"] === null) return { areProven: false, others };
  for (const [path, page] of site.pages) {
    for (const [index, resolution] of resolutionsOf(site, path).entries()) {
      const to = anchoredPage(resolution);
      if (to === null || to.hash === "" || !isOpenBySite(site, to.path)) continue;
      links += 1;
      const { kind } = page.links[index]!;
      if (leadsToAnchor(site, path, { to: to.path, hash: to.hash.slice(1), kind })) continue;
      missing += 1;
      others.set(to.path, (others.get(to.path) ?? new Set()).add(to.hash));
    }
  }
  return { areProven: links >= linksMin && missing <= links * missingShareMax, others };
}

interface AnchorLink {
  path: string;
  kind: PageLink["kind"];
  /** Page and `#…` that it leads to, and the path that the page had before the change. */
  to: { path: string; before: string; hash: string };
}

/** Whether the page certainly lacks the anchor, and the change has not taken it away. */
export function isProvenMissing(
  { areProven, others }: ProvenAnchors,
  site: Site,
  siteBefore: Site,
  { path, kind, to }: AnchorLink,
): boolean {
  if (!areProven || !isOpenBySite(site, to.path) || others.has(to.before)) return false;
  const hash = to.hash.slice(1);
  const wasThere =
    siteBefore.pages.has(to.before) && leadsToAnchor(siteBefore, path, { to: to.before, hash, kind });
  return !wasThere;
}

/** What a hook or template replaces with text. */
const computedText = /<!--|\{[{%<]/;

/** Whether its ids are unknown only because those of all pages are, and its headings are written out. */
export function isOpenBySite(site: Site, page: string): boolean {
  if (!hasUnknownAnchors(site, page) || getsOtherAnchors(site, page)) return false;
  const headings = site.pages.get(page)?.headings ?? [];
  return !headings.some(({ text, source }) => text.trim() === "" || computedText.test(source));
}
