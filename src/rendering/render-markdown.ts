import type { ElementContent, Root as HtmlRoot, Nodes } from "hast";
import { raw } from "hast-util-raw";
import type { BlockContent, Blockquote, Root, RootContent } from "mdast";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import { unified } from "unified";
import { element, text } from "./clean-tree.ts";
import { markComponents } from "./mark-components.ts";
import { type Definitions, definitionsIn } from "./page-definitions.ts";
import type { Line } from "./page-lines.ts";
import { splitMarkdown } from "./split-markdown.ts";

/** A block of a page before cleaning. */
export interface TreeBlock {
  from: number;
  to: number;
  children: ElementContent[];
}

const parser = unified().use(remarkParse).use(remarkGfm);
const toHtml = unified().use(remarkRehype, {
  allowDangerousHtml: true,
  handlers: {
    footnoteReference: (_state: unknown, node: { identifier: string }) =>
      element("sup", null, [text(`[${node.identifier}]`)]),
    footnoteDefinition: (state: { all(node: unknown): ElementContent[] }, node: { identifier: string }) =>
      element("div", "cd-box", [
        element("div", "cd-box-label", [text(`[${node.identifier}]`)]),
        ...state.all(node),
      ]),
  },
});

/** Parsed parts, with lines relative to their first one. The two sides of a change share most of them. */
export type KnownParts = Map<string, readonly TreeBlock[]>;

export interface PageMarks {
  definitions: Definitions;
  known: KnownParts;
  /** Parts to render, by their names from `listParts`; null: all. */
  wanted: ReadonlySet<string> | null;
}

interface Part {
  lines: readonly Line[];
  /** Text of the part and the definitions that it refers to. */
  source: string;
}

function toParts(lines: readonly Line[], definitions: Definitions): Part[] {
  return splitMarkdown(lines).map((part) => {
    const source = markComponents(part);
    return { lines: part, source: `${source}\n\n${definitionsIn(source, definitions)}` };
  });
}

/** Names the parts from which the blocks of these lines would be rendered. */
export function listParts(lines: readonly Line[], definitions: Definitions): string[] {
  return toParts(lines, definitions).map(({ source }) => source);
}

/** Renders Markdown to blocks with their lines. Each run of unwanted parts becomes one note. */
export function renderMarkdown(
  lines: readonly Line[],
  { definitions, known, wanted }: PageMarks,
): TreeBlock[] {
  const result: TreeBlock[] = [];
  let left: Part[] = [];
  const flush = (): void => {
    if (left.length > 0) result.push(leftOut(left.flatMap((part) => part.lines)));
    left = [];
  };
  for (const part of toParts(lines, definitions)) {
    if (wanted !== null && !wanted.has(part.source)) {
      left.push(part);
      continue;
    }
    flush();
    const blocks = known.get(part.source) ?? readPart(part.source, part.lines.length);
    known.set(part.source, blocks);
    const numberAt = (index: number) => part.lines[index]!.number;
    result.push(...blocks.map((block) => ({ ...block, from: numberAt(block.from), to: numberAt(block.to) })));
  }
  flush();
  return result;
}

function leftOut(lines: readonly Line[]): TreeBlock {
  const words = `${lines.length.toLocaleString("en")} unchanged lines are left out because the page is long.`;
  return {
    ...{ from: lines[0]!.number, to: lines.at(-1)!.number },
    children: [element("p", null, [element("em", null, [text(words)])])],
  };
}

/** Returns the blocks of the first `length` lines; definitions follow them. */
function readPart(source: string, length: number): TreeBlock[] {
  const parsed = parser.parse(source) as Root;
  const named = parsed.children.filter(({ type }) => type === "definition");
  const blocks: TreeBlock[] = [];
  for (const child of parsed.children) {
    const { start, end } = child.position!;
    const from = start.line - 1;
    if (from >= length || child.type === "definition") continue;
    const children = toChildren(child, named);
    if (children.length > 0) blocks.push({ from, to: Math.min(end.line, length) - 1, children });
  }
  return blocks;
}

function toChildren(child: RootContent, named: readonly RootContent[]): ElementContent[] {
  const alert = child.type === "blockquote" ? readAlert(child) : null;
  if (alert !== null) {
    const inner = alert.children.flatMap((one) => toChildren(one, named));
    return [element("div", "cd-box", [element("div", "cd-box-label", [text(alert.label)]), ...inner])];
  }
  const tree = toHtml.runSync({ type: "root", children: [child, ...named] } as Root) as HtmlRoot;
  const parsed = hasRaw(tree) ? (raw(tree) as HtmlRoot) : tree;
  const children = (parsed.type === "root" ? parsed.children : [parsed]) as ElementContent[];
  return children.filter((one) => one.type === "element" || (one.type === "text" && one.value.trim() !== ""));
}

/** True if the text contains HTML, which takes an HTML parser. */
function hasRaw(node: Nodes): boolean {
  return (node.type as string) === "raw" || ("children" in node && node.children.some((one) => hasRaw(one)));
}

/** Reads `> [!NOTE]` of GitHub and others. */
function readAlert({ children }: Blockquote): { label: string; children: BlockContent[] } | null {
  const [first, ...rest] = children;
  const [words, ...behind] = first?.type === "paragraph" ? first.children : [];
  if (first?.type !== "paragraph" || words?.type !== "text") return null;
  const found = /^\[!(\w+)\][-+]?[ \t]*([^\n]*)\n?/.exec(words.value.slice(0, 500));
  if (found === null) return null;
  const left = words.value.slice(found[0].length);
  const paragraph = { ...first, children: [{ ...words, value: left }, ...behind] };
  const label = [found[1]!.toLowerCase(), found[2]!.trim()].filter(Boolean).join(": ");
  return { label, children: [paragraph, ...(rest as BlockContent[])] };
}
