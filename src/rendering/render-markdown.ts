import type { ElementContent, Root as HtmlRoot } from "hast";
import { raw } from "hast-util-raw";
import type { BlockContent, Blockquote, Root, RootContent } from "mdast";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import { unified } from "unified";
import { element, text } from "./clean-tree.ts";
import { markComponents } from "./mark-components.ts";
import type { Line } from "./page-lines.ts";

/** One block of a page, not yet cleaned. */
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

/**
 * The blocks of Markdown with their lines. `definitions` are those of the whole page, which links may refer
 * to.
 */
export function renderMarkdown(lines: readonly Line[], definitions: readonly string[]): TreeBlock[] {
  const source = markComponents(lines);
  const parsed = parser.parse(`${source}\n\n${definitions.join("\n")}`) as Root;
  const named = parsed.children.filter(({ type }) => type === "definition");
  const blocks: TreeBlock[] = [];
  for (const child of parsed.children) {
    const { start, end } = child.position!;
    const first = lines[start.line - 1];
    if (first === undefined || child.type === "definition") continue;
    const to = lines[Math.min(end.line, lines.length) - 1]!.number;
    const children = toChildren(child, named);
    if (children.length > 0) blocks.push({ from: first.number, to, children });
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
  const parsed = raw(tree) as HtmlRoot;
  const children = (parsed.type === "root" ? parsed.children : [parsed]) as ElementContent[];
  return children.filter((one) => one.type === "element" || (one.type === "text" && one.value.trim() !== ""));
}

/** `> [!NOTE]` of GitHub and others. */
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
