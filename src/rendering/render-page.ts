import type { ElementContent } from "hast";
import { toHtml } from "hast-util-to-html";
import { cleanTree, element, type ImageAddress, text } from "./clean-tree.ts";
import { readFrontMatter, toTable } from "./front-matter.ts";
import { type Line, toLines } from "./page-lines.ts";
import { renderMarkdown, type TreeBlock } from "./render-markdown.ts";
import { type Piece, splitPage } from "./split-page.ts";

/** One block of a page as harmless HTML, with its lines in the page. */
export interface RenderedBlock {
  html: string;
  from: number;
  to: number;
}

const definitionsMax = 500;

/**
 * A page as readers see it, block by block, as far as that can be told without its generator: components,
 * admonitions, tabs and shortcodes are labelled boxes with their content, front matter is a table, formulas
 * and expressions are text.
 */
export function renderPage(source: string, imageAddress: ImageAddress): RenderedBlock[] {
  const lines = toLines(source);
  const front = readFrontMatter(lines);
  const body = front === null ? lines : lines.slice(front.end);
  const blocks: TreeBlock[] = [];
  if (front !== null && front.rows.length > 0)
    blocks.push({ from: 1, to: front.end, children: [toTable(front.rows)] });
  blocks.push(...renderPieces(splitPage(body), definitionsOf(body)));
  return blocks.flatMap(({ from, to, children }) => {
    const html = toHtml(cleanTree({ type: "root", children }, imageAddress), {
      closeSelfClosing: true,
    }).trim();
    return html === "" ? [] : [{ html, from, to }];
  });
}

function renderPieces(pieces: readonly Piece[], definitions: readonly string[]): TreeBlock[] {
  return pieces.flatMap((piece): TreeBlock[] => {
    if (piece.kind === "markdown") return renderMarkdown(piece.lines, definitions);
    const { from, to } = piece;
    const inner =
      piece.kind === "text"
        ? [textOf(piece.lines)]
        : renderPieces(piece.pieces, definitions).flatMap(({ children }) => children);
    if (piece.kind === "box" && piece.isGroup) return [{ from, to, children: [element("div", null, inner)] }];
    const label = element("div", "cd-box-label", [text(labelOf(piece))]);
    return [{ from, to, children: [element("div", "cd-box", [label, ...inner])] }];
  });
}

function labelOf({ label, title }: { label: string; title: string }): string {
  return title === "" ? label : `${label}: ${title}`;
}

function textOf(lines: readonly Line[]): ElementContent {
  return element("pre", "cd-text", [text(lines.map((line) => line.text).join("\n"))]);
}

/** `[name]: target` of the whole page, so that links of one box find what stands outside of it. */
function definitionsOf(lines: readonly Line[]): string[] {
  const found = lines.filter(({ text }) => /^ {0,3}\[[^\]^][^\]]{0,200}\]:/.test(text));
  return found.slice(0, definitionsMax).map(({ text }) => text.slice(0, 2_000));
}
