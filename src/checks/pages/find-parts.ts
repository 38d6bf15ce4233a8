import type { PageLink, PageScan, Span } from "../../markdown/page-scan.ts";
import type { PagePart } from "../model/page-facts.ts";
import { showsVue } from "./find-own-code.ts";

/** Syntax of the extension `markdown_include`. */
const markdownInclude = /^\{![^!\r\n]{1,400}!\}/m;

/** A directive of remark that includes a file. */
const includeDirective = /^::[a-z][\w-]{0,40}(?:\[[^[\]\n]{0,200}\])?\{[^{}\n]{0,300}\b(?:file|src|path)=/m;

/** Of Writerside, Fumadocs and dumi. */
const includeTag =
  /<include [^<>]{0,300}\b(?:from=|cwd\b)|<embed [^<>]{0,300}\bsrc=["'][^"'<>]{1,300}\.mdx?["'#]/;

/** Includes and macros that may add headings; not those that only name an address. */
const madeElsewhere =
  /^(?:\{\{#(?:include|rustdoc_include)|\{%-?\s*(?!link\b|raw\b|endraw\b|post_url\b|comment\b|assign\b|include[ \t]+[\w./-]+[\s%])\w)/;

const wholeTag =
  /^\{%-?\s{0,20}include(?:-markdown)?\s{1,20}["'][^"'\n]{1,400}["'](?<rest>[^{}%]{0,400})-?%\}/;

/** Returns the parts that tags and lines take into the page with their headings. */
export function findParts(text: string, { spans }: PageScan, links: readonly PageLink[]): PagePart[] {
  if (links.length === 0) return [];
  return spans.flatMap((span) => (bringsIds(text, span) ? (readPart(text, span, links) ?? []) : []));
}

export function hasUnknownAnchors(
  text: string,
  scan: PageScan,
  frontMatter: string,
  parts: readonly PagePart[],
): boolean {
  if (scan.isPartlyRead) return true;
  if (/^(?:openapi|asyncapi|api):/m.test(frontMatter)) return true;
  if (text.includes("::") && includeDirective.test(text)) return true;
  if (includeTag.test(text)) return true;
  if (showsVue(text, scan) || (text.includes("{!") && markdownInclude.test(text))) return true;
  const known = new Set(parts.map(({ start }) => start));
  return scan.spans.some((span) => !known.has(span.start) && bringsIds(text, span));
}

/** Whether headings may stand in the place of what is no text. */
function bringsIds(text: string, span: Span): boolean {
  if (span.kind === "import-export") return isLayout(text.slice(span.start, span.end));
  const isDirective = span.kind === "directive";
  if (!isDirective && !(span.kind === "expression" && /[{%]/.test(text[span.start + 1] ?? ""))) return false;
  const start = text.slice(span.start, span.start + 200);
  if (madeElsewhere.test(start)) return true;
  return isDirective && (/^:::[ \t]+[\w.]*[._]/.test(start) || start.includes("8<-"));
}

/** Whether an export of MDX is the page's layout, and shows components beside the page's text. */
function isLayout(exported: string): boolean {
  return /^export[ \t]+default\b/.test(exported) && /<[A-Z]/.test(exported);
}

/** Returns the part that a tag takes into the page with its headings; null if the tag is anything else. */
function readPart(text: string, { start, end }: Span, links: readonly PageLink[]): PagePart | null {
  const link = links.find((one) => one.start >= start && one.end <= end);
  if (link === undefined || !/^(?:snippet|markdown-include|jinja-include)$/.test(link.kind)) return null;
  if (!link.target.endsWith(".md")) return null;
  const kind = link.kind as PagePart["kind"];
  return { kind, target: link.target, start, isWhole: isWhole(text, { start, end }, link) };
}

function isWhole(text: string, { start, end }: Pick<Span, "start" | "end">, link: PageLink): boolean {
  if (link.kind === "snippet") return text[link.end] !== ":";
  const rest = wholeTag.exec(text.slice(start, Math.min(end, start + 1000)))?.groups?.rest;
  return rest !== undefined && !/\b(?:start|end|exclude|recursive)\s{0,20}=/.test(rest);
}
