import { createHash } from "node:crypto";
import type { PageScan } from "../markdown/page-scan.ts";
import { scanPageSliced } from "../markdown/scan-page.ts";
import type { Sliced } from "../text/run-in-slices.ts";

/** Unit between blank lines: a paragraph, a list, a table, a code block; also a heading and front matter. */
export interface Block {
  /** Kind and digest: the same for blocks with the same text. */
  mark: string;
  /** UTF-16 offsets of its lines, without the last line end. */
  start: number;
  end: number;
  /** 1-based. */
  line: number;
}

/** Splits a text into blocks, in order; only blank lines are in no block. */
export function* splitBlocks(text: string, path: string): Sliced<Block[]> {
  const scan = yield* scanPageSliced(text, { mdx: /\.mdx$/i.test(path) });
  const headings = new Map(scan.headings.map(({ line, level }) => [line, level]));
  const isInside = createCursor(scan);
  const blocks: Block[] = [];
  let open: { start: number; end: number; line: number } | null = null;
  const close = (): void => {
    if (open !== null) blocks.push(toBlock(text, open, headings.get(open.line)));
    open = null;
  };
  let line = 0;
  for (let at = 0; at < text.length; ) {
    const next = text.indexOf("\n", at) + 1 || text.length;
    const content = text.slice(at, next);
    line += 1;
    const isWithin = isInside(at);
    const isTitle = !isWithin && headings.has(line) && /^\s{0,3}#/.test(content);
    if (!isWithin && (content.trim() === "" || isTitle || endsFrontMatter(scan, at))) close();
    if (content.trim() !== "" || isWithin) {
      const start = at === 0 && text.charCodeAt(0) === 0xfeff ? 1 : at;
      open ??= { start, end: at, line };
      open.end = at + content.trimEnd().length;
      if (isTitle) close();
    }
    at = next;
    yield;
  }
  close();
  return blocks;
}

/** Returns the kind of a block from its mark. */
export function kindOf(mark: string): string {
  return mark.slice(0, mark.indexOf(":"));
}

/**
 * Whether a line begins inside something that blank lines do not end; to be asked in the order of the text.
 */
function createCursor({ spans }: PageScan): (at: number) => boolean {
  let index = 0;
  return (at) => {
    while (index < spans.length && spans[index]!.end <= at) index += 1;
    const span = spans[index];
    return span !== undefined && span.start < at;
  };
}

function endsFrontMatter({ frontMatter }: PageScan, at: number): boolean {
  return frontMatter !== null && frontMatter.end === at;
}

function toBlock(
  text: string,
  { start, end, line }: { start: number; end: number; line: number },
  level: number | undefined,
): Block {
  const content = text.slice(start, end).replaceAll("\r\n", "\n");
  const kind = level === undefined ? findKind(content, line) : `h${level}`;
  return { mark: `${kind}:${digest(content)}`, start, end, line };
}

const kinds: [kind: string, begins: RegExp][] = [
  ["code", /^\s{0,12}(?:```|~~~)/],
  ["list", /^\s{0,12}(?:[-*+]|\d{1,9}[.)])\s/],
  ["table", /^\s{0,3}\|/],
  ["quote", /^\s{0,3}>/],
  ["markup", /^\s{0,12}(?:<|:::|\{|import\s|export\s)/],
];

function findKind(content: string, line: number): string {
  if (line === 1 && /^(?:---|\+\+\+)\s*\n/.test(content)) return "front";
  return kinds.find(([, begins]) => begins.test(content))?.[0] ?? "text";
}

export function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
