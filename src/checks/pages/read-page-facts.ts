import type { PageLink, PageScan } from "../../markdown/page-scan.ts";
import { createRangeTest, findKeptRanges } from "../../markdown/ranges.ts";
import { readTitles } from "../../markdown/read-titles.ts";
import { scanFieldLinks } from "../../markdown/scan-field-links.ts";
import { scanIncludes } from "../../markdown/scan-includes.ts";
import { scanMyst } from "../../markdown/scan-myst.ts";
import { scanPage } from "../../markdown/scan-page.ts";
import { scanRawHtml } from "../../markdown/scan-raw-html.ts";
import { scanShortcodes } from "../../markdown/scan-shortcodes.ts";
import { scanSubstitutions } from "../../markdown/scan-substitutions.ts";
import type { PageFacts } from "../model/page-facts.ts";
import { markInElements } from "./find-elements.ts";
import { findHtmlHeadings } from "./find-html-headings.ts";
import { findImports, findRegions } from "./find-imports.ts";
import { findOwnCode, markOwnAttributes } from "./find-own-code.ts";
import { findParts, hasUnknownAnchors } from "./find-parts.ts";
import { findTabTitles } from "./find-tab-titles.ts";
import { findTightHeadings } from "./find-tight-headings.ts";
import { lintPage } from "./lint-page.ts";
import { noLint } from "./page-lint.ts";
import { readAddresses } from "./read-addresses.ts";
import { readFields } from "./read-fields.ts";
import { findFrontMatterProblems } from "./read-front-matter.ts";

export const pageBytesMax = 1024 * 1024;

const addressHint = /^(slug|id|permalink):(.*)$/gm;
const hiddenMark = /^(?:hidden|draft|unlisted|orphan):[ \t]*true[ \t]*\r?$/m;
// Faster than with `^`, which looks behind each character.
const definition = /(?:^|[\n\r\u2028\u2029]) {0,3}:[ \t]+[^\s:]/;
const idTag = /^<(summary|h[1-6]|[A-Z]\w{0,60})(?![\w-])/;
const markdownInside = /^<([a-z][\w-]{0,30})[^<>]{0,400}[ \t]markdown=/;
/** What MyST takes for a comment. */
const commentLine = /^ {0,3}%[ \t]/;

/** Of Liquid; the name is no variable. */
const include = /^\{%-?[ \t]*include[ \t]+([\w./-]+)(?=[\s%])/;

/** A shortcode of Hugo, which keeps its first bracket as a mark. */
const withoutIds = /^(?:ref|relref|figure|highlight|param)$/;
const shortcode = /^\{\{([<%])\s*([\w./-]+)/;

/** What git stores of a symbolic link to a page: the path alone, without a line break. */
const linkText = /^[\w./@+-]{1,400}\.mdx?$/;

/** Pure: the same bytes give the same facts. */
export function readPageFacts(bytes: Buffer, mdx: boolean): PageFacts {
  if (bytes.length > pageBytesMax)
    return noFacts(bytes.length, "the page is larger than 1 MiB and was not checked");
  const text = bytes.toString("utf8");
  if (linkText.test(text)) return noFacts(bytes.length, "");
  const scan = markInElements(text, withoutKept(text, scanPage(text, { mdx })));
  const frontMatter =
    scan.frontMatter === null ? "" : text.slice(scan.frontMatter.contentStart, scan.frontMatter.contentEnd);
  const myst = scanMyst(text, scan);
  const rawHtml = scanRawHtml(text, scan);
  const mayImport = text.includes("import ");
  const links = readTitles(text, markUnused(text, leaveOutContributors(text, scan.links)));
  const includes = scanIncludes(text, scan.spans);
  const parts = findParts(text, scan, includes);
  return {
    links: leaveOutComments(
      text,
      mergeLinks(mayImport ? markOwnAttributes(text, links) : links, [
        ...myst.links,
        ...rawHtml.links,
        ...includes,
        ...scanShortcodes(text),
        ...scanFieldLinks(text, scan.frontMatter),
        ...scanSubstitutions(text, scan.frontMatter),
      ]),
    ),
    headings: scan.headings,
    tightHeadings: mdx ? [] : findTightHeadings(text, scan),
    anchors: [...scan.anchors, ...rawHtml.ids],
    componentTitles: scan.componentTitles,
    htmlHeadings: findHtmlHeadings(text, scan),
    tabTitles: findTabTitles(text, scan),
    imports: findImports(text, mayImport),
    regions: findRegions(text),
    ownCode: mayImport ? findOwnCode(text, scan) : [],
    parts,
    hasUnknownAnchors: hasUnknownAnchors(text, scan, frontMatter, parts),
    hasUnevenFence: scan.hasUnevenFence,
    labels: myst.labels,
    directives: myst.directives,
    idTags: findIdTags(text, scan),
    includes: findIncludes(text, scan),
    hasDefinitions: definition.test(text),
    routeHints: findRouteHints(frontMatter),
    fields: readFields(text, scan.frontMatter),
    addresses: frontMatter === "" ? [] : Object.values(readAddresses(text)).flat(),
    lint: lintPage(text, scan),
    hasFrontMatter: scan.frontMatter !== null,
    isHidden: hiddenMark.test(frontMatter),
    frontMatterProblems: scan.frontMatter === null ? [] : findFrontMatterProblems(text, scan.frontMatter),
    size: bytes.length,
    notRead: null,
  };
}

/** Facts of a page that is not read. */
export function noFacts(size: number, why: string): PageFacts {
  return {
    links: [],
    headings: [],
    tightHeadings: [],
    anchors: [],
    componentTitles: [],
    htmlHeadings: [],
    tabTitles: [],
    imports: [],
    regions: [],
    ownCode: [],
    parts: [],
    hasUnknownAnchors: true,
    hasUnevenFence: false,
    labels: [],
    directives: [],
    idTags: [],
    includes: [],
    hasDefinitions: false,
    routeHints: [],
    fields: {},
    addresses: [],
    lint: noLint,
    hasFrontMatter: false,
    isHidden: false,
    frontMatterProblems: [],
    size,
    notRead: why,
  };
}

/** A label in code counts as used, and so does one with brackets. */
function markUnused(text: string, links: PageLink[]): PageLink[] {
  const labels = links.filter(({ kind }) => kind === "definition").map((link) => labelOf(link.text));
  if (labels.length === 0) return links;
  const uses = new Map(labels.map((label) => [label, 0]));
  for (const [, label] of text.matchAll(/\[([^[\]]*)\]/g)) {
    const name = labelOf(label!);
    const count = uses.get(name);
    if (count !== undefined) uses.set(name, count + 1);
  }
  for (const label of labels) uses.set(label, uses.get(label)! - 1);
  return links.map((link) => {
    const isUnused = link.kind === "definition" && uses.get(labelOf(link.text)) === 0;
    return isUnused ? { ...link, isUnused } : link;
  });
}

function labelOf(text: string): string {
  return text.trim().toLowerCase().replace(/\s+/g, " ");
}

function mergeLinks(links: PageLink[], others: readonly PageLink[]): PageLink[] {
  return others.length === 0 ? links : [...links, ...others].sort((a, b) => a.start - b.start);
}

/** What a template keeps for later may be shown as code. */
function withoutKept(text: string, scan: PageScan): PageScan {
  const ranges = findKeptRanges(text);
  if (ranges.length === 0) return scan;
  const isKept = createRangeTest(ranges);
  const isOutside = ({ start }: { start: number }) => !isKept(start);
  return {
    ...scan,
    spans: scan.spans.filter(isOutside),
    links: scan.links.filter(isOutside),
    headings: scan.headings.filter(isOutside),
    undefinedReferences: scan.undefinedReferences.filter(isOutside),
    openFences: scan.openFences.filter((start) => !isKept(start)),
  };
}

/** all-contributors links each kind of help to an anchor that does not exist: `#design-name`. */
function leaveOutContributors(text: string, links: PageLink[]): PageLink[] {
  const from = text.indexOf("<!-- ALL-CONTRIBUTORS-LIST:START");
  const to = from < 0 ? -1 : text.indexOf("<!-- ALL-CONTRIBUTORS-LIST:END", from);
  return to < 0
    ? links
    : links.filter(({ target, start }) => start < from || start > to || target[0] !== "#");
}

function leaveOutComments(text: string, links: PageLink[]): PageLink[] {
  if (!text.includes("% ") && !text.includes("%\t")) return links;
  return links.filter(({ start }) => {
    const lineStart = text.lastIndexOf("\n", start - 1) + 1;
    return !commentLine.test(text.slice(lineStart, lineStart + 5));
  });
}

function findIdTags(text: string, { spans, headings }: PageScan): string[] {
  const found = new Set<string>();
  let outer: { element: string; depth: number; end: number } | null = null;
  for (const { kind, start, end } of spans) {
    if (kind !== "html-tag") continue;
    const tag = text.slice(start, end);
    const name = idTag.exec(tag)?.[1];
    if (name !== undefined) found.add(name);
    if (outer === null) {
      const element = markdownInside.exec(tag)?.[1];
      if (element !== undefined) outer = { element, depth: 1, end };
    } else if (/^<\/?([a-z][\w-]*)/.exec(tag)?.[1] === outer.element) {
      outer.depth += tag[1] === "/" ? -1 : 1;
      if (outer.depth > 0) continue;
      if (hasHeading(headings, outer.end, start)) found.add("markdown");
      outer = null;
    }
  }
  if (outer !== null && hasHeading(headings, outer.end, text.length)) found.add("markdown");
  const hasTabs = text.includes("===") || text.includes("///");
  if (hasTabs && /^[ \t]*(?:===[!+]{0,2} "|\/{3,}[ \t]*tab\b)/m.test(text)) found.add("===");
  if (text.includes(":::") && /^:::[ \t]+\w/m.test(text)) found.add(":::");
  const hasSteps = text.includes("+++") || text.includes(">>>");
  const mark = hasSteps ? /^(\+\+\+|>>>)[ \t]+\S/m.exec(text)?.[1] : undefined;
  if (mark !== undefined) found.add(mark);
  return [...found];
}

function hasHeading(headings: PageScan["headings"], from: number, to: number): boolean {
  const at = headings.findIndex(({ start }) => start >= from);
  return at >= 0 && headings[at]!.start < to;
}

function findIncludes(text: string, { spans }: PageScan): string[] {
  const names = spans.flatMap(({ kind, start }) => {
    const isTag = kind === "directive" || kind === "expression";
    if (!isTag) return [];
    const tag = text.slice(start, start + 200);
    const name = include.exec(tag)?.[1] ?? nameOfShortcode(tag);
    return name === undefined ? [] : [name];
  });
  return [...new Set(names)];
}

function nameOfShortcode(tag: string): string | undefined {
  const [, mark, name = ""] = shortcode.exec(tag) ?? [];
  const isOwn = mark === undefined || name.startsWith("/") || withoutIds.test(name);
  return isOwn ? undefined : mark + name;
}

function findRouteHints(frontMatter: string): PageFacts["routeHints"] {
  return [...frontMatter.matchAll(addressHint)].flatMap(([, key, text]) => {
    const value = text!.trim().replace(/^["']/, "").replace(/["']$/, "");
    return value === "" || /["'#]/.test(value) ? [] : [{ key: key!, value }];
  });
}
