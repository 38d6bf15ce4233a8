interface Destination {
  /** Text of the target itself. */
  start: number;
  end: number;
  /** The same, including `<` and `>` if they are written. */
  spanStart: number;
  spanEnd: number;
  /** Start of an optional title, which is prose. */
  titleStart: number | null;
  /** Offset after the closing `)`. */
  after: number;
}

/** Of a link in a paragraph, where many may begin in one line; a definition is read once. */
const targetLengthMax = 4000;
/** Opening and closing marks of a shortcode or template tag that stands for an address. */
const templateMarks = [
  ["{{<", ">}}"],
  ["{{%", "%}}"],
  ["{%", "%}"],
  ["{{", "}}"],
] as const;
const templateLengthMax = 400;
const titleLengthMax = 1000;

/** Reads `target "title")` after an opening `(`; null if it is no link. */
export function scanDestination(text: string, from: number, limit: number): Destination | null {
  const spanStart = skipSpace(text, from, limit);
  const target = scanTarget(text, spanStart, Math.min(limit, spanStart + targetLengthMax));
  if (target === null) return null;
  const next = skipSpace(text, target.spanEnd, limit);
  if (text.charCodeAt(next) === 0x29 && next < limit) {
    return { ...target, spanStart, titleStart: null, after: next + 1 };
  }
  const titleEnd = next > target.spanEnd ? skipTitle(text, next, limit) : -1;
  if (titleEnd < 0) return null;
  const close = skipSpace(text, titleEnd, limit);
  if (close >= limit || text.charCodeAt(close) !== 0x29) return null;
  return { ...target, spanStart, titleStart: next, after: close + 1 };
}

const spacedLengthMax = 500;

/** Reads the name of a file with spaces and an ending after an opening `(`, for Python-Markdown. */
export function scanSpacedTarget(text: string, from: number, limit: number) {
  const rest = text.slice(from, Math.min(limit, from + spacedLengthMax));
  const close = rest.indexOf(")");
  if (close < 0) return null;
  const raw = rest.slice(0, close);
  const target = raw.trim();
  const [path = ""] = target.split("#", 1);
  const isName = /\.[A-Za-z0-9]{1,5}$/.test(path) && !/[(<>[\]"'\n{}|]|:\/\//.test(raw);
  if (!isName || !/[ \t]/.test(path)) return null;
  const start = from + raw.indexOf(target);
  return { start, end: start + target.length, after: from + close + 1 };
}

/** Reads the target text of a link or a definition: `<…>`, or up to white space with balanced parentheses. */
export function scanTarget(
  text: string,
  start: number,
  stop: number,
): { start: number; end: number; spanEnd: number } | null {
  if (text.charCodeAt(start) === 0x3c) {
    for (let i = start + 1; i < stop; i += 1) {
      const code = text.charCodeAt(i);
      if (code === 0x3e) return { start: start + 1, end: i, spanEnd: i + 1 };
      if (code === 0x0a || code === 0x3c) return null;
      if (code === 0x5c) i += 1;
    }
    return null;
  }
  let depth = 0;
  let i = start;
  for (; i < stop; i += 1) {
    const code = text.charCodeAt(i);
    if (code <= 0x20) break;
    if (code === 0x7b) i = Math.max(i, skipTemplate(text, i, stop) - 1);
    else if (code === 0x5c) i += 1;
    else if (code === 0x28) depth += 1;
    else if (code === 0x29) {
      if (depth === 0) break;
      depth -= 1;
    }
  }
  return depth > 0 ? null : { start, end: Math.min(i, stop), spanEnd: Math.min(i, stop) };
}

/**
 * Returns the offset after the shortcode or template tag that begins here, which may hold white space and
 * quotes.
 */
function skipTemplate(text: string, start: number, stop: number): number {
  const marks = templateMarks.find(([open]) => text.startsWith(open, start));
  if (marks === undefined) return start;
  const [open, close] = marks;
  const from = start + open.length;
  const line = text.slice(from, Math.min(stop, from + templateLengthMax)).split("\n", 1)[0]!;
  const at = line.indexOf(close);
  return at < 0 ? start : from + at + close.length;
}

/** Returns the offset after a title in quotes or parentheses; -1 if none begins here. */
export function skipTitle(text: string, start: number, limit: number): number {
  const open = text.charCodeAt(start);
  const close = open === 0x28 ? 0x29 : open;
  if (open !== 0x22 && open !== 0x27 && open !== 0x28) return -1;
  const stop = Math.min(limit, start + titleLengthMax);
  for (let i = start + 1; i < stop; i += 1) {
    const code = text.charCodeAt(i);
    if (code === 0x5c) i += 1;
    else if (code === close) return i + 1;
  }
  return -1;
}

/** Within a paragraph, `>` at the beginning of a line is the mark of the quote that the paragraph is in. */
function skipSpace(text: string, from: number, limit: number): number {
  const stop = Math.min(limit, from + 1000);
  let isAtLineStart = false;
  for (let i = from; i < stop; i += 1) {
    if (text[i] === "\n") isAtLineStart = true;
    else if (text[i] === ">" ? !isAtLineStart : /\S/.test(text[i]!)) return i;
  }
  return Math.max(from, stop);
}
