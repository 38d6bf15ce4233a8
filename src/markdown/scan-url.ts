import { addSpan, type PageState } from "./page-state.ts";

const schemes = ["https://", "http://", "ftp://"];

/**
 * Scans a bare URL around the first mark of its `://`, `mailto:` or `www.` at `at`. Returns the offset after
 * it, or -1.
 */
export function scanBareUrl(state: PageState, at: number, limit: number): number {
  const { text } = state;
  const prefix = findPrefix(text, at);
  if (prefix === null || isWordCode(text.charCodeAt(prefix.start - 1))) return -1;
  const end = trimEnd(text, prefix.end, findUrlEnd(text, prefix.end, limit));
  if (end <= prefix.end || (prefix.needsDot && !text.slice(prefix.end, end).includes("."))) return -1;
  addSpan(state, "url", prefix.start, end);
  return end;
}

function findPrefix(text: string, at: number): { start: number; end: number; needsDot: boolean } | null {
  if (text.charCodeAt(at) === 0x2e) {
    return text.startsWith("www", at - 3) && at >= 3 ? { start: at - 3, end: at + 1, needsDot: true } : null;
  }
  if (text.charCodeAt(at + 1) === 0x2f && text.charCodeAt(at + 2) === 0x2f) {
    for (const scheme of schemes) {
      const start = at + 3 - scheme.length;
      if (start >= 0 && text.startsWith(scheme, start)) return { start, end: at + 3, needsDot: false };
    }
    return null;
  }
  return text.startsWith("mailto", at - 6) && at >= 6
    ? { start: at - 6, end: at + 1, needsDot: false }
    : null;
}

function findUrlEnd(text: string, from: number, limit: number): number {
  let depth = 0;
  for (let i = from; i < limit; i += 1) {
    const code = text.charCodeAt(i);
    if (code <= 0x20 || isUrlStop(code)) return i;
    if (code === 0x28) depth += 1;
    if (code === 0x29) {
      if (depth === 0) return i;
      depth -= 1;
    }
  }
  return limit;
}

function isUrlStop(code: number): boolean {
  if (code < 0x80)
    return code === 0x3c || code === 0x3e || code === 0x22 || code === 0x60 || code === 0x5d || code === 0x7c;
  return code === 0xa0 || (code >= 0x3000 && code <= 0x303f) || (code >= 0xff00 && code <= 0xffef);
}

function trimEnd(text: string, from: number, end: number): number {
  let last = end;
  while (last > from && ".,;:!?'*_~".includes(text[last - 1]!)) last -= 1;
  return last;
}

/** Scans an e-mail address around the `@` at `at`. Returns the offset after it, or -1. */
export function scanEmail(state: PageState, at: number, limit: number): number {
  const { text } = state;
  let start = at;
  while (start > at - 64 && isMailCode(text.charCodeAt(start - 1))) start -= 1;
  if (start === at) return -1;
  let end = at + 1;
  const stop = Math.min(limit, at + 256);
  while (end < stop && isHostCode(text.charCodeAt(end))) end += 1;
  end = trimEnd(text, at + 1, end);
  if (!/^[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/.test(text.slice(at + 1, end))) return -1;
  addSpan(state, "url", start, end);
  return end;
}

function isWordCode(code: number): boolean {
  return (
    (code >= 0x30 && code <= 0x39) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x61 && code <= 0x7a) ||
    code === 0x5f
  );
}

function isMailCode(code: number): boolean {
  return isWordCode(code) || code === 0x2e || code === 0x2b || code === 0x2d;
}

function isHostCode(code: number): boolean {
  return isWordCode(code) || code === 0x2e || code === 0x2d;
}
