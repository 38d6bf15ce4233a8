import { addLink, addSpan, normalLabel, type PageState } from "./page-state.ts";
import { scanTarget } from "./scan-destination.ts";

const labelLengthMax = 1000;

/**
 * `[label]: target` at the start of a block, or a footnote's `[^label]:`. Returns the offset of what is prose
 * again, or -1.
 */
export function scanDefinition(state: PageState, at: number, end: number): number {
  const { text } = state;
  const stop = Math.min(end, at + labelLengthMax);
  let close = at + 1;
  while (close < stop && text.charCodeAt(close) !== 0x5d) {
    const code = text.charCodeAt(close);
    if (code === 0x5b) return -1;
    close += code === 0x5c ? 2 : 1;
  }
  if (close >= stop || close === at + 1 || text.charCodeAt(close + 1) !== 0x3a) return -1;
  if (text.charCodeAt(at + 1) === 0x5e) {
    addSpan(state, "link-target", at, close + 2);
    return close + 2;
  }
  let from = close + 2;
  while (from < end && (text.charCodeAt(from) === 0x20 || text.charCodeAt(from) === 0x09)) from += 1;
  const target = scanTarget(text, from, end);
  if (target === null || target.end === target.start) return -1;
  const label = text.slice(at + 1, close);
  state.labels.add(normalLabel(label));
  addSpan(state, "link-target", at, target.spanEnd);
  addLink(state, "definition", target.start, target.end, label);
  return target.spanEnd;
}
