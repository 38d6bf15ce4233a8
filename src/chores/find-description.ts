import type { PageScan, Span } from "../markdown/page-scan.ts";
import { trimEndCharacters } from "../text/trim-characters.ts";

const descriptionCharactersMax = 160;
const sentenceCharactersMin = 25;
const paragraphCharactersMax = 1_000;

/** Returns the first paragraph of prose as plain text of at most 160 characters, or null. */
export function findDescription(text: string, scan: PageScan): string | null {
  const headings = new Set(scan.headings.map(({ line }) => line));
  const bodyStart = scan.frontMatter?.end ?? 0;
  let [start, line, at] = [-1, 1, 0];
  let isFree = true;
  for (const source of [...text.split("\n"), ""]) {
    const isProse = at >= bodyStart && !headings.has(line) && isProseLine(source, at, scan.spans);
    const isBorder = source.trim() === "" || headings.has(line) || at < bodyStart;
    if (isProse && start < 0 && isFree && /^\S/.test(source)) start = at;
    if (!isProse && start >= 0) {
      const description = isBorder ? toPlainText(text.slice(start, at - 1), start, scan) : null;
      if (description !== null) return description;
      start = -1;
    }
    isFree = isBorder || /^={3,}\s*$/.test(source);
    at += source.length + 1;
    line += 1;
  }
  return null;
}

/** Whether a line is no list, quote, table, rule, admonition, component, definition, code or comment. */
function isProseLine(line: string, at: number, spans: readonly Span[]): boolean {
  if (line.trim() === "" || /^(?: {4}|\t)/.test(line)) return false;
  if (
    /^\s*(?:[-*+]\s|\d+[.)]\s|>|\||:::|!!!|\?\?\?|===|---|\*\*\*|#{1,6}\s|<|\{|!\[|\[[^\]]+\]:)/.test(line)
  ) {
    return false;
  }
  if (/^(?:import\s.*['"]|export\s+(?:const|let|default|function)\s)/.test(line)) return false;
  const start = at + line.search(/\S/);
  const index = findSpanAt(spans, start);
  const kind = index < 0 ? null : spans[index]!.kind;
  return kind === null || kind === "inline-code" || kind === "url" || kind === "link-target";
}

function findSpanAt(spans: readonly Span[], at: number): number {
  let [low, high] = [0, spans.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (spans[middle]!.end <= at) low = middle + 1;
    else if (spans[middle]!.start > at) high = middle - 1;
    else return middle;
  }
  return -1;
}

/**
 * Returns null if the paragraph contains something without plain text (an expression) or is too short to
 * describe anything.
 */
function toPlainText(paragraph: string, start: number, { spans }: PageScan): string | null {
  const end = start + paragraph.length;
  const inside = spans.filter((span) => span.start < end && span.end > start);
  if (inside.some(({ kind }) => kind === "expression" || kind === "directive")) return null;
  // At most 1,000 characters: cut at the start of the chain.
  const text = paragraph
    .slice(0, paragraphCharactersMax)
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/<\/?[a-z][^<>]*>/gi, "")
    .replace(/!\[[^[\]]*\](?:\([^)]*\)|\[[^[\]]*\])/g, "")
    .replace(/\[([^[\]]*)\](?:\([^)]*\)|\[[^[\]]*\])/g, "$1")
    .replace(/\[([^[\]]+)\]/g, "$1")
    .replace(/(?<!`)(`+)\s?([^`]*?)\s?\1/g, "$2")
    .replace(/(\*{1,3}|~~)(?=\S)(.+?)(?<=\S)\1/gs, "$2")
    .replace(/(?<![\p{L}\p{N}])(_{1,3})(?=\S)(.+?)(?<=\S)\1(?![\p{L}\p{N}])/gsu, "$2")
    .replace(/\\([!-/:-@[-`{-~])/g, "$1")
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: string) => entities[name]!)
    .replace(/\s+/g, " ")
    .trim();
  if (text.length < sentenceCharactersMin && !/[.!?:。！？：]$/.test(text)) return null;
  return cutAtWord(text);
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: " ", "#39": "'" };

function cutAtWord(text: string): string {
  if (text.length <= descriptionCharactersMax) return text;
  const start = text.slice(0, descriptionCharactersMax);
  const space = start.lastIndexOf(" ", descriptionCharactersMax - 1);
  const cut = space > descriptionCharactersMax / 2 ? start.slice(0, space) : start.slice(0, -1);
  return `${trimEndCharacters(cut.replace(/[\uD800-\uDBFF]$/, ""), " ,;:.–—-")}…`;
}
