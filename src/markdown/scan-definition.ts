import { addLink, addSpan, normalLabel, type PageState } from "./page-state.ts";
import { scanTarget, skipTitle } from "./scan-destination.ts";

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
  let from = skipBlank(text, close + 2, end);
  let limit = end;
  if (isLineEnd(text, from) && from < text.length) {
    from = skipBlank(text, end, text.length);
    limit = text.length;
  }
  const target = scanTarget(text, from, limit);
  if (target === null || target.end === target.start || !isWhole(text, target.spanEnd)) return -1;
  const label = text.slice(at + 1, close);
  state.labels.add(normalLabel(label));
  addSpan(state, "link-target", at, target.spanEnd);
  addLink(state, "definition", target.start, target.end, label);
  return target.spanEnd;
}

/** Behind the target stands nothing or a title: words there make the whole a sentence. */
function isWhole(text: string, from: number): boolean {
  const at = skipBlank(text, from, text.length);
  if (isLineEnd(text, at)) return true;
  const close = at > from ? skipTitle(text, at, text.length) : -1;
  return (
    close > 0 &&
    isLineEnd(text, skipBlank(text, close, text.length)) &&
    !/\n[ \t]*\r?\n/.test(text.slice(at, close))
  );
}

function skipBlank(text: string, from: number, limit: number): number {
  let at = from;
  while (at < limit && (text.charCodeAt(at) === 0x20 || text.charCodeAt(at) === 0x09)) at += 1;
  return at;
}

function isLineEnd(text: string, at: number): boolean {
  return at >= text.length || text.charCodeAt(at) === 0x0a || text.charCodeAt(at) === 0x0d;
}
