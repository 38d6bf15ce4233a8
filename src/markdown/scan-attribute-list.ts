import { addSpan, type PageState } from "./page-state.ts";
import { readAttributes } from "./read-attributes.ts";

const lengthMax = 300;

/**
 * Scans `{: .class }`, `{ #anchor }`, `{#anchor}` or `{.class key=value}` on one line. Returns the offset
 * after it, or -1.
 */
export function scanAttributeList(state: PageState, at: number, end: number): number {
  const { text } = state;
  const stop = Math.min(end, at + lengthMax);
  let close = at + 1;
  while (close < stop && text.charCodeAt(close) !== 0x7d) {
    const code = text.charCodeAt(close);
    if (code === 0x0a || code === 0x7b) return -1;
    close += 1;
  }
  if (close >= stop) return -1;
  const inside = text.slice(at + 1, close);
  const marked = inside.startsWith(":");
  const list = readAttributes(marked ? inside.slice(1) : inside);
  if (list === null || !(marked || list.isMarked)) return -1;
  if (state.mdx && !marked && !/^\s*[.#]/.test(inside)) return -1;
  state.anchors.push(...list.ids.map((id) => id.replace(/\\([!-/:-@[-`{-~])/g, "$1")));
  addSpan(state, "directive", at, close + 1);
  return close + 1;
}
