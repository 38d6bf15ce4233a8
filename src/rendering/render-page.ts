import type { ElementContent } from "hast";
import { toHtml } from "hast-util-to-html";
import { cleanTree, element, type ImageAddress, text } from "./clean-tree.ts";
import { type FrontMatter, readFrontMatter, toTable } from "./front-matter.ts";
import { type Definitions, findDefinitions } from "./page-definitions.ts";
import { type Line, toLines } from "./page-lines.ts";
import { listParts, type PageMarks, renderMarkdown, type TreeBlock } from "./render-markdown.ts";
import { type Piece, splitPage } from "./split-page.ts";

/** One block of a page as harmless HTML, with its lines in the page. */
export interface RenderedBlock {
  html: string;
  from: number;
  to: number;
}

/** A page that is split into pieces but not yet parsed. */
export interface SplitPage {
  front: FrontMatter | null;
  pieces: readonly Piece[];
  definitions: Definitions;
}

export function openPage(source: string): SplitPage {
  const lines = toLines(source);
  const front = readFrontMatter(lines);
  const body = front === null ? lines : lines.slice(front.end);
  return { front, pieces: splitPage(body), definitions: findDefinitions(body) };
}

/** Names all Markdown parts of the page, in order. */
export function listPageParts({ pieces, definitions }: Pick<SplitPage, "pieces" | "definitions">): string[] {
  return pieces.flatMap((piece) => {
    if (piece.kind === "text") return [];
    return piece.kind === "markdown"
      ? listParts(piece.lines, definitions)
      : listPageParts({ pieces: piece.pieces, definitions });
  });
}

/**
 * Renders a page block by block, approximating what readers see without its generator: components,
 * admonitions, tabs and shortcodes become labelled boxes with their content, front matter a table, formulas
 * and expressions text.
 */
export function renderPage(
  { front, pieces, definitions }: SplitPage,
  imageAddress: ImageAddress,
  { known, wanted }: Pick<PageMarks, "known" | "wanted"> = { known: new Map(), wanted: null },
): RenderedBlock[] {
  const blocks: TreeBlock[] = [];
  if (front !== null && front.rows.length > 0)
    blocks.push({ from: 1, to: front.end, children: [toTable(front.rows)] });
  blocks.push(...renderPieces(pieces, { definitions, known, wanted }));
  return blocks.flatMap(({ from, to, children }) => {
    const html = toHtml(cleanTree({ type: "root", children }, imageAddress), {
      closeSelfClosing: true,
    }).trim();
    return html === "" ? [] : [{ html, from, to }];
  });
}

function renderPieces(pieces: readonly Piece[], marks: PageMarks): TreeBlock[] {
  return pieces.flatMap((piece): TreeBlock[] => {
    if (piece.kind === "markdown") return renderMarkdown(piece.lines, marks);
    const { from, to } = piece;
    const inner =
      piece.kind === "text"
        ? [textOf(piece.lines)]
        : renderPieces(piece.pieces, marks).flatMap(({ children }) => children);
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
