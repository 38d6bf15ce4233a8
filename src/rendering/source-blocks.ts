import { toHtml } from "hast-util-to-html";
import { element, text } from "./clean-tree.ts";
import { toLines } from "./page-lines.ts";
import type { RenderedBlock } from "./render-page.ts";

/** `html` is null for lines that readers do not see: comments, definitions, imports. */
export interface SourcedBlock extends Omit<RenderedBlock, "html"> {
  html: string | null;
  /** The lines of the block, without trailing white space. */
  source: string;
}

/** Returns the blocks with their source, and further blocks for lines that none of them shows. */
export function addSources(page: string, blocks: readonly RenderedBlock[]): SourcedBlock[] {
  const lines = toLines(page).map((line) => line.text.trimEnd());
  const result: SourcedBlock[] = [];
  let next = 1;
  const add = (html: string | null, from: number, to: number): void => {
    result.push({ html, from, to, source: lines.slice(from - 1, to).join("\n") });
  };
  const addUnseen = (from: number, to: number): void => {
    const isBlank = (number: number) => lines[number - 1] === "";
    let [first, last] = [from, to];
    while (first <= last && isBlank(first)) first += 1;
    while (last > first && isBlank(last)) last -= 1;
    if (first <= last) add(null, first, last);
  };
  for (const { html, from, to } of blocks) {
    addUnseen(next, from - 1);
    add(html, from, to);
    next = Math.max(next, to + 1);
  }
  addUnseen(next, lines.length);
  return result;
}

/** Returns the lines as they are, as HTML. */
export function renderSource(source: string): string {
  return toHtml(element("pre", "cd-text", [text(source)]));
}
