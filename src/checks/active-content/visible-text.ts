import type { PageScan } from "../../markdown/page-scan.ts";

/**
 * Blanks out everything that is certainly no markup: fences, inline code, comments and, in Markdown that is
 * not MDX, indented code. Offsets and line breaks stay. What a generator may read differently stays visible:
 * fences and backticks in raw HTML, odd comments.
 */
export function visibleText(text: string, scan: PageScan): string {
  const tags = findRawTags(text);
  const raw = scan.isMdx ? [] : findRawBlocks(text, tags);
  const parts: string[] = [];
  let end = 0;
  let block = 0;
  let tag = 0;
  for (const { kind, start, end: stop } of scan.spans) {
    while (block < raw.length && raw[block]!.end <= start) block += 1;
    const isRaw = block < raw.length && raw[block]!.start <= start;
    while (tag < tags.length && tags[tag]!.at < start) tag += 1;
    // In an open element with raw text, a comment's mark is text.
    const isText = kind === "comment" && tag > 0 && !tags[tag - 1]!.isClose;
    if ((isRaw && kind !== "comment") || isText || !isHidden(text, kind, start, stop, scan.isMdx)) continue;
    parts.push(text.slice(end, start), blank(text.slice(start, stop)));
    end = stop;
  }
  parts.push(text.slice(end));
  return parts.join("");
}

function isHidden(text: string, kind: string, start: number, end: number, isMdx: boolean): boolean {
  const first = text[start];
  if (kind === "inline-code") return first === "`";
  if (kind === "code-block") return first === "`" || first === "~" || (!isMdx && isIndented(text, start));
  if (kind !== "comment" || !text.startsWith("<!--", start)) return false;
  // HTML ends a comment sooner than Markdown does.
  const inside = text.slice(start + 4, end - 3);
  return (
    !/^-?>/.test(inside) &&
    !inside.includes("--!>") &&
    !inside.includes("-->") &&
    text.startsWith("-->", end - 3)
  );
}

/** Whether four columns of white space precede it on its line. */
function isIndented(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - 4), start);
  return before === "    " || before.endsWith("\t");
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, " ");
}

const rawTag =
  /<(\/?)(pre|script|style|textarea|xmp|plaintext|listing|title|noembed|noframes|noscript)(?=[\s/>])/gi;

interface RawTag {
  at: number;
  isClose: boolean;
  name: string;
}

/** Finds tags of elements with raw text. */
function findRawTags(text: string): RawTag[] {
  return [...text.matchAll(rawTag)].map((match) => ({
    at: match.index,
    isClose: match[1] === "/",
    name: match[2]!.toLowerCase(),
  }));
}

interface Block {
  start: number;
  end: number;
}

/**
 * Finds the lines that CommonMark treats as raw HTML: from a line that begins with a tag to the next blank
 * line, and from `<pre>` and the like to their end. Fences and backticks mean nothing there.
 */
function findRawBlocks(text: string, tags: readonly RawTag[]): Block[] {
  const blocks: Block[] = [];
  let tag = 0;
  for (const match of text.matchAll(/^ {0,3}(?:>(?:\t {0,3}| {0,4})){0,9}<(?:[/A-Za-z?]|!(?!--))/gm)) {
    if (match.index < (blocks.at(-1)?.end ?? 0)) continue;
    const blankLine = /\n[ \t>]*(?:\r?\n|$)/g;
    blankLine.lastIndex = match.index;
    let end = blankLine.exec(text)?.index ?? text.length;
    while (tag < tags.length && tags[tag]!.at < match.index) tag += 1;
    for (; tag < tags.length && tags[tag]!.at < end; tag += 1) {
      const { name, isClose } = tags[tag]!;
      if (isClose) continue;
      // Its own text is not read as tags: the next closing tag of its name ends it.
      while (tag < tags.length && !(tags[tag]!.isClose && tags[tag]!.name === name)) tag += 1;
      end = Math.max(end, tags[tag]?.at ?? text.length);
    }
    blocks.push({ start: match.index, end });
  }
  return blocks;
}
