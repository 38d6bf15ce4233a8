import type { Heading } from "../../markdown/page-scan.ts";
import { pathsOfPart } from "../links/resolve-include.ts";
import type { PageFacts, PagePart } from "../model/page-facts.ts";
import type { Site } from "../model/site.ts";

const depthMax = 4;
/** Parts that show each other again and again multiply without end. */
const partsMax = 2_000;

/** A page as it is shown, with the parts that are put in it. */
interface Shown {
  headings: readonly Heading[];
  anchors: readonly string[];
  tabTitles: PageFacts["tabTitles"];
}

/**
 * Returns the headings and ids of a page together with those of its parts, in the order of the page; of one
 * with too many parts, for which `bringsUnknown` holds, only its own.
 */
export function shownHeadings(site: Site, path: string, page: PageFacts): Shown {
  return hasTooMany(site, path, page) ? page : withParts(site, path, page, 0);
}

function withParts(site: Site, path: string, page: PageFacts, depth: number): Shown {
  if (page.parts.length === 0 || depth > depthMax) return page;
  const headings = [...page.headings];
  const anchors = [...page.anchors];
  const tabTitles = [...page.tabTitles];
  for (const part of page.parts) {
    const file = fileOfPart(site, path, part);
    const facts = file === null ? undefined : site.pages.get(file);
    if (facts === undefined) continue;
    const inner = withParts(site, file!, facts, depth + 1);
    const own = [...inner.headings, ...facts.tightHeadings].sort((a, b) => a.start - b.start);
    headings.push(...own.map((heading) => ({ ...heading, start: part.start })));
    anchors.push(...inner.anchors);
    tabTitles.push(...inner.tabTitles.map(({ text }) => ({ text, start: part.start })));
  }
  const inOrder = (a: { start: number }, b: { start: number }): number => a.start - b.start;
  return { headings: headings.sort(inOrder), anchors, tabTitles: tabTitles.sort(inOrder) };
}

/** Whether what a part brings is not known, or not all of it. */
export function bringsUnknown(site: Site, path: string, page: PageFacts): boolean {
  return hasTooMany(site, path, page) || bringsAny(site, path, page, 0);
}

function bringsAny(site: Site, path: string, { parts }: PageFacts, depth: number): boolean {
  return parts.some((part) => {
    const file = fileOfPart(site, path, part);
    const facts = file === null ? undefined : site.pages.get(file);
    if (facts === undefined || !part.isWhole || depth > depthMax) return true;
    // Its front matter becomes text of the page.
    const isPlain = facts.notRead === null && !facts.hasFrontMatter && !facts.hasUnknownAnchors;
    const hasOther = site.configuration.hasOtherIds?.(facts, file!) === true;
    return !isPlain || hasOther || bringsAny(site, file!, facts, depth + 1);
  });
}

function hasTooMany(site: Site, path: string, page: PageFacts): boolean {
  return page.parts.length > 0 && countParts(site, path, page, { depth: 0, known: new Map() }) > partsMax;
}

/** Counts the parts of a page and of its parts as often as they are shown, each file once at each depth. */
function countParts(
  site: Site,
  path: string,
  { parts }: PageFacts,
  { depth, known }: { depth: number; known: Map<string, number> },
): number {
  const key = `${depth} ${path}`;
  const before = known.get(key);
  if (before !== undefined || depth > depthMax) return before ?? 0;
  let count = parts.length;
  for (const part of parts) {
    const file = fileOfPart(site, path, part);
    const facts = file === null ? undefined : site.pages.get(file);
    if (facts !== undefined) count += countParts(site, file!, facts, { depth: depth + 1, known });
  }
  known.set(key, count);
  return count;
}

function fileOfPart(site: Site, path: string, part: PagePart): string | null {
  return pathsOfPart(site.configuration, path, part).find((one) => site.files.has(one)) ?? null;
}
