import { endOfFence, fenceOf, type Line } from "./page-lines.ts";
import { readComponent } from "./read-component.ts";
import { titleOf } from "./title-of.ts";

/** Element that replaces components within a paragraph; `data-label` has their name. */
export const componentElement = "x-component";

/** Replaces every component's tag with one that HTML can parse, keeping the number of lines. Skips code. */
export function markComponents(lines: readonly Line[]): string {
  const result: string[] = [];
  let open: string[] = [];
  const flush = (): void => {
    if (open.length > 0) result.push(markText(open.join("\n")));
    open = [];
  };
  for (let at = 0; at < lines.length; at += 1) {
    const fence = fenceOf(lines[at]!.text);
    if (fence === null) {
      open.push(lines[at]!.text);
      continue;
    }
    flush();
    const end = endOfFence(lines, at, fence.mark);
    result.push(
      lines
        .slice(at, end + 1)
        .map(({ text }) => text)
        .join("\n"),
    );
    at = end;
  }
  flush();
  return result.join("\n");
}

function markText(text: string): string {
  let result = "";
  let kept = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === "\\") at += 1;
    else if (sign === "`") at = endOfCode(text, at);
    else if (sign === "<" && /^(?:[A-Z>]|\/[A-Z>])/.test(text.slice(at + 1, at + 3))) {
      const tag = readComponent(text, at);
      if (tag === null) continue;
      const breaks = "\n".repeat(text.slice(at, tag.end).split("\n").length - 1);
      const name = tag.name || "fragment";
      const label = escapeAttribute([name, titleOf(tag)].filter(Boolean).join(": "));
      const opening = `<${componentElement} data-label="${label}"${breaks}>`;
      const closing = `</${componentElement}>`;
      result += text.slice(kept, at);
      result += tag.kind === "close" ? closing + breaks : tag.kind === "alone" ? opening + closing : opening;
      kept = tag.end;
      at = tag.end - 1;
    }
  }
  return result + text.slice(kept);
}

/**
 * Returns the index of the last backtick of the code that begins here, or of its opening run if it is not
 * closed.
 */
function endOfCode(text: string, start: number): number {
  let length = 1;
  while (text[start + length] === "`") length += 1;
  const mark = "`".repeat(length);
  const limit = Math.min(text.length, start + 20_000);
  for (
    let at = text.indexOf(mark, start + length);
    at !== -1 && at < limit;
    at = text.indexOf(mark, at + 1)
  ) {
    let run = length;
    while (text[at + run] === "`") run += 1;
    if (run === length) return at + length - 1;
    at += run - 1;
  }
  return start + length - 1;
}

function escapeAttribute(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll(/\s+/g, " ");
}
