import { type FoundBox, findBox } from "./boxes.ts";
import { endOfFence, fenceOf, type Line } from "./page-lines.ts";

/** Markdown between boxes, or a box with its content. */
export type Piece =
  | { kind: "markdown"; lines: Line[] }
  | { kind: "text"; label: string; title: string; lines: Line[]; from: number; to: number }
  | {
      kind: "box";
      label: string;
      title: string;
      isGroup: boolean;
      pieces: Piece[];
      from: number;
      to: number;
    };

const depthMax = 12;

/**
 * Splits lines where generators see components, admonitions and tabs. Anything nested more than 12 levels
 * deep is Markdown.
 */
export function splitPage(lines: readonly Line[], depth = 0): Piece[] {
  const pieces: Piece[] = [];
  let open: Line[] = [];
  const flush = (): void => {
    if (open.some(({ text }) => text.trim() !== "")) pieces.push({ kind: "markdown", lines: open });
    open = [];
  };
  for (let at = 0; at < lines.length; ) {
    const box = depth < depthMax ? (findEsm(lines, at) ?? findBox(lines, at)) : null;
    const fence = box === null ? fenceOf(lines[at]!.text) : null;
    if (box !== null) {
      flush();
      const piece = toPiece(box, lines[at]!.number, lines[box.end - 1]!.number, depth);
      if (piece !== null) pieces.push(piece);
      at = box.end;
    } else {
      const end = fence === null ? at + 1 : Math.min(endOfFence(lines, at, fence.mark) + 1, lines.length);
      open.push(...lines.slice(at, end));
      at = end;
    }
  }
  flush();
  return pieces;
}

function toPiece(box: FoundBox, from: number, to: number, depth: number): Piece | null {
  const { label, title, content, inner } = box;
  if (label === "") return null;
  if (content === "text") return { kind: "text", label, title, lines: inner, from, to };
  const isGroup = content === "group";
  return { kind: "box", label, title, isGroup, pieces: splitPage(inner, depth + 1), from, to };
}

/** Finds MDX imports and exports, up to the next empty line. */
function findEsm(lines: readonly Line[], at: number): FoundBox | null {
  const text = lines[at]!.text.slice(0, 1_000);
  const word = /^(import|export) /.exec(text)?.[1];
  if (
    word === undefined ||
    (at > 0 && lines[at - 1]!.text.trim() !== "" && !/^(?:import|export) /.test(lines[at - 1]!.text))
  )
    return null;
  const isCode =
    word === "import" ? /['"]/.test(text) : /^export (?:const|default|function|let|\{|\*)/.test(text);
  if (!isCode) return null;
  let end = at + 1;
  while (end < lines.length && lines[end]!.text.trim() !== "") end += 1;
  return { label: word, title: "", content: "text", inner: lines.slice(at, end), end };
}
