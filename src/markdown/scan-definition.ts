import { addLink, addSpan, normalLabel, type PageState } from "./page-state.ts";
import { scanTarget, skipTitle } from "./scan-destination.ts";

const labelLengthMax = 1000;

interface Definition {
  /** Offset at which prose resumes: the title. */
  prose: number;
  /** The definition ends with the line of this offset. */
  end: number;
}

/** Scans `[label]: target` at the start of a block, or a footnote's `[^label]:`. */
export function scanDefinition(state: PageState, at: number, end: number): Definition | null {
  const { text } = state;
  const stop = Math.min(end, at + labelLengthMax);
  let close = at + 1;
  while (close < stop && text.charCodeAt(close) !== 0x5d) {
    const code = text.charCodeAt(close);
    if (code === 0x5b) return null;
    close += code === 0x5c ? 2 : 1;
  }
  if (close >= stop || close === at + 1 || text.charCodeAt(close + 1) !== 0x3a) return null;
  if (text.charCodeAt(at + 1) === 0x5e) {
    addSpan(state, "link-target", at, close + 2);
    return { prose: close + 2, end: close + 2 };
  }
  let from = skipBlank(text, close + 2, end);
  let limit = end;
  if (isLineEnd(text, from) && from < text.length) {
    from = skipBlank(text, end, text.length);
    limit = text.length;
  }
  const target = scanTarget(text, from, limit);
  if (target === null || target.end === target.start) return null;
  const whole = endOfWhole(text, target.spanEnd);
  if (whole < 0) return null;
  const label = text.slice(at + 1, close);
  state.labels.add(normalLabel(label));
  addSpan(state, "link-target", at, target.spanEnd);
  addLink(state, "definition", target.start, target.end, label);
  return { prose: target.spanEnd, end: whole };
}

/**
 * Returns the end of a definition whose target is followed, on its line or the next, by nothing or a title;
 * -1 if words there make it a sentence.
 */
function endOfWhole(text: string, from: number): number {
  const at = skipBlank(text, from, text.length);
  const isBare = isLineEnd(text, at);
  const title = isBare ? skipBlank(text, skipLineEnd(text, at), text.length) : at;
  const close = title > from ? skipTitle(text, title, text.length) : -1;
  const isTitle =
    close > 0 &&
    isLineEnd(text, skipBlank(text, close, text.length)) &&
    !/\n[ \t]*\r?\n/.test(text.slice(title, close));
  if (isTitle) return close;
  return isBare ? at : -1;
}

function skipBlank(text: string, from: number, limit: number): number {
  let at = from;
  while (at < limit && (text.charCodeAt(at) === 0x20 || text.charCodeAt(at) === 0x09)) at += 1;
  return at;
}

function isLineEnd(text: string, at: number): boolean {
  return at >= text.length || text.charCodeAt(at) === 0x0a || text.charCodeAt(at) === 0x0d;
}

function skipLineEnd(text: string, at: number): number {
  return at + (text.startsWith("\r\n", at) ? 2 : at < text.length ? 1 : 0);
}
