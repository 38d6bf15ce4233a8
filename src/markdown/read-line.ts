/** Start of a line's own text after quote marks and indentation. */
export interface LinePrefix {
  quote: number;
  /** Columns of white space after the last quote mark; a tab advances to the next multiple of 4. */
  indent: number;
  /** Offset of the first character that is neither. */
  at: number;
  isBlank: boolean;
}

/** Reads the prefix of the line [start, end); at most `quoteMax` quote marks belong to it. */
export function readPrefix(text: string, start: number, end: number, quoteMax = Infinity): LinePrefix {
  let quote = 0;
  let indent = 0;
  let at = start;
  for (; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x20) indent += 1;
    else if (code === 0x09) indent += 4 - (indent % 4);
    else if (code === 0x3e && indent < 4 && quote < quoteMax) {
      quote += 1;
      indent = text.charCodeAt(at + 1) === 0x20 ? -1 : 0;
    } else break;
  }
  const code = text.charCodeAt(at);
  return { quote, indent: Math.max(indent, 0), at, isBlank: at >= end || code === 0x0a || code === 0x0d };
}

/** Returns the offset of the end of the line's text, without its line break. */
export function trimLineEnd(text: string, start: number, end: number): number {
  let last = end;
  while (last > start && isBreakOrSpace(text.charCodeAt(last - 1))) last -= 1;
  return last;
}

function isBreakOrSpace(code: number): boolean {
  return code === 0x0a || code === 0x0d || code === 0x20 || code === 0x09;
}

/**
 * Returns the width of a list marker at `at` with the space after it, or null if there is none; `spaces` is
 * the width of that space.
 */
export function readListMarker(
  text: string,
  at: number,
  end: number,
): { width: number; spaces: number } | null {
  const code = text.charCodeAt(at);
  let i = at;
  if (code === 0x2d || code === 0x2b || code === 0x2a) i += 1;
  else {
    while (i < end && i < at + 9 && isDigit(text.charCodeAt(i))) i += 1;
    const mark = text.charCodeAt(i);
    if (i === at || (mark !== 0x2e && mark !== 0x29)) return null;
    i += 1;
  }
  const spaces = countSpaces(text, i, end);
  const next = text.charCodeAt(i);
  const isEmpty = i >= end || next === 0x0a || next === 0x0d;
  return spaces > 0 || isEmpty ? { width: i - at, spaces } : null;
}

/** The same for a definition (`:   `) whose content begins with a fence; others need no container. */
export function readDefinitionMarker(
  text: string,
  at: number,
  end: number,
): { width: number; spaces: number } | null {
  if (text.charCodeAt(at) !== 0x3a) return null;
  const spaces = countSpaces(text, at + 1, end);
  return spaces > 0 && readFence(text, at + 1 + spaces, end) !== null ? { width: 1, spaces } : null;
}

function countSpaces(text: string, at: number, end: number): number {
  let i = at;
  while (i < end && (text.charCodeAt(i) === 0x20 || text.charCodeAt(i) === 0x09)) i += 1;
  return i - at;
}

/** Returns the fence mark at `at` (its character and length), or null. */
export function readFence(text: string, at: number, end: number): { code: number; length: number } | null {
  const code = text.charCodeAt(at);
  if (code !== 0x60 && code !== 0x7e) return null;
  let i = at;
  while (i < end && text.charCodeAt(i) === code) i += 1;
  if (i - at < 3) return null;
  if (code === 0x60) {
    const tick = text.indexOf("`", i);
    if (tick >= 0 && tick < end) return null;
  }
  return { code, length: i - at };
}

/** True for `***`, `- - -`, `___`. */
export function isRule(text: string, at: number, end: number): boolean {
  const code = text.charCodeAt(at);
  if (code !== 0x2a && code !== 0x2d && code !== 0x5f) return false;
  let count = 0;
  for (let i = at; i < end; i += 1) {
    const next = text.charCodeAt(i);
    if (next === code) count += 1;
    else if (!isBreakOrSpace(next)) return false;
  }
  return count >= 3;
}

/** Returns 1 for `===`, 2 for `---` under a paragraph, else 0. */
export function readSetextLevel(text: string, at: number, end: number): number {
  const code = text.charCodeAt(at);
  if (code !== 0x3d && code !== 0x2d) return 0;
  let i = at;
  while (i < end && text.charCodeAt(i) === code) i += 1;
  return trimLineEnd(text, at, end) > i ? 0 : code === 0x3d ? 1 : 2;
}

const rowLengthMax = 4_000;

/** Whether the line says how the columns of a table are aligned. */
export function isDelimiterRow(text: string, at: number, end: number): boolean {
  const line = text.slice(at, Math.min(end, at + rowLengthMax));
  return line.includes("|") && line.includes("-") && /^[-:| \t\r\n]+$/.test(line);
}

/** Returns the level of an ATX heading at `at`, or 0. */
export function readHeadingLevel(text: string, at: number, end: number): number {
  let i = at;
  while (i < end && i < at + 7 && text.charCodeAt(i) === 0x23) i += 1;
  const level = i - at;
  if (level < 1 || level > 6) return 0;
  return i >= end || isBreakOrSpace(text.charCodeAt(i)) ? level : 0;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
