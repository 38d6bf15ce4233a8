import { type PageScan, scanPage } from "../markdown/scan-page.ts";
import { findFrontMatterProblems } from "./read-front-matter.ts";
import type { PageFacts } from "./site.ts";

export const PAGE_BYTES_MAX = 1024 * 1024;

const HINT = /^(slug|id|permalink):[ \t]*["']?([^"'\r\n#]+?)["']?[ \t]*\r?$/gm;
const HIDDEN = /^(?:hidden|draft|unlisted):[ \t]*true[ \t]*\r?$/m;
const IMPORT = /^import\s[^\n"']{1,200}from\s+["']([^"'\n]+\.mdx?)["']/gm;
const INCLUDE = /<!--@include:\s*([^\s>]+\.mdx?)/g;

/** Pure: the same bytes give the same facts. */
export function readPageFacts(bytes: Buffer, mdx: boolean): PageFacts {
  if (bytes.length > PAGE_BYTES_MAX)
    return noFacts(bytes.length, "the page is larger than 1 MiB and was not checked");
  const text = bytes.toString("utf8");
  const scan = scanPage(text, { mdx });
  const frontMatter =
    scan.frontMatter === null ? "" : text.slice(scan.frontMatter.contentStart, scan.frontMatter.contentEnd);
  return {
    links: scan.links,
    headings: scan.headings,
    anchors: scan.anchors,
    componentTitles: scan.componentTitles.map((one) => one.value),
    imports: findImports(text),
    hasUnknownAnchors: hasUnknownAnchors(text, scan, frontMatter),
    routeHints: [...frontMatter.matchAll(HINT)].map((match) => ({ key: match[1]!, value: match[2]! })),
    isHidden: HIDDEN.test(frontMatter),
    frontMatterProblems: scan.frontMatter === null ? [] : findFrontMatterProblems(text, scan.frontMatter),
    size: bytes.length,
    notRead: null,
  };
}

/** Of a page that is not read. */
export function noFacts(size: number, why: string): PageFacts {
  return {
    links: [],
    headings: [],
    anchors: [],
    componentTitles: [],
    imports: [],
    hasUnknownAnchors: true,
    routeHints: [],
    isHidden: false,
    frontMatterProblems: [],
    size,
    notRead: why,
  };
}

function findImports(text: string): string[] {
  const found: string[] = [];
  if (text.includes("import ")) for (const match of text.matchAll(IMPORT)) found.push(match[1]!);
  if (text.includes("@include:")) for (const match of text.matchAll(INCLUDE)) found.push(match[1]!);
  return found;
}

function hasUnknownAnchors(text: string, scan: PageScan, frontMatter: string): boolean {
  if (/^(?:openapi|asyncapi|api):/m.test(frontMatter)) return true;
  return scan.spans.some((span) => {
    if (span.kind !== "directive") return false;
    const start = text.slice(span.start, span.start + 200);
    return /^:::\s+[\w.]*[._]/.test(start) || start.includes("8<-");
  });
}
