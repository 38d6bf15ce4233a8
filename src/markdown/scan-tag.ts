import { addLink, addSpan, findAfter, type PageState } from "./page-state.ts";
import { skipBraces } from "./skip-javascript.ts";

const rawContent = new Set(["script", "style", "pre", "code", "textarea", "svg", "math"]);

/**
 * Scans the tag, autolink or comment at `<`. Returns the offset after it, or -1 if the `<` is an ordinary
 * character. `blockEnd` is the end of the paragraph; only MDX tags may extend beyond it.
 */
export function scanAngle(state: PageState, at: number, blockEnd: number): number {
  const { text } = state;
  const next = text.charCodeAt(at + 1);
  if (next === 0x21) return scanMarkup(state, at, blockEnd);
  if (next === 0x3f) return closeWith(state, at, "?>", "html-tag");
  const auto = scanAutolink(state, at);
  if (auto >= 0) return auto;
  if (next === 0x2f || isLetter(next) || (state.mdx && next === 0x3e)) return scanTag(state, at, blockEnd);
  return -1;
}

function scanMarkup(state: PageState, at: number, blockEnd: number): number {
  const { text } = state;
  if (!text.startsWith("<!--", at)) {
    return isLetter(text.charCodeAt(at + 2)) ? closeWith(state, at, ">", "html-tag") : -1;
  }
  const close = findAfter(state, "-->", at + 4);
  if (close < 0 && !isAtLineStart(text, at)) return -1;
  const end = close < 0 ? (state.mdx ? blockEnd : text.length) : close + 3;
  addSpan(state, "comment", at, end);
  return end;
}

function closeWith(state: PageState, at: number, mark: string, kind: "html-tag"): number {
  const close = findAfter(state, mark, at + 2);
  if (close < 0) return -1;
  addSpan(state, kind, at, close + mark.length);
  return close + mark.length;
}

function scanAutolink(state: PageState, at: number): number {
  const { text } = state;
  let seenMark = false;
  for (let i = at + 1; i < text.length && i < at + 2000; i += 1) {
    const code = text.charCodeAt(i);
    if (code === 0x3e) {
      if (!seenMark || i === at + 1) return -1;
      addSpan(state, "url", at, i + 1);
      return i + 1;
    }
    if (code <= 0x20 || code === 0x3c || code === 0x22 || code === 0x27 || code === 0x7b) return -1;
    if (!seenMark && (code === 0x40 || (code === 0x3a && isScheme(text, at + 1, i)))) seenMark = true;
    else if (!seenMark && !isLocalPart(code)) return -1;
  }
  return -1;
}

function isScheme(text: string, start: number, colon: number): boolean {
  return (
    colon - start >= 2 && colon - start <= 32 && /^[A-Za-z][A-Za-z0-9+.-]*$/.test(text.slice(start, colon))
  );
}

function isLocalPart(code: number): boolean {
  return (
    isLetter(code) ||
    (code >= 0x30 && code <= 0x39) ||
    code === 0x2e ||
    code === 0x2b ||
    code === 0x2d ||
    code === 0x5f
  );
}

interface Attribute {
  name: string;
  /** Offsets of the value without quotes; equal if there is no literal value. */
  start: number;
  end: number;
}

function scanTag(state: PageState, at: number, blockEnd: number): number {
  const { text } = state;
  const limit = state.mdx ? text.length : blockEnd;
  if (state.searchBudget <= 0) return -1;
  const closing = text.charCodeAt(at + 1) === 0x2f;
  const nameStart = closing ? at + 2 : at + 1;
  let i = nameStart;
  while (i < limit && isNameCode(text.charCodeAt(i))) i += 1;
  const name = text.slice(nameStart, i);
  if (name === "" && !state.mdx) return -1;
  const attributes: Attribute[] = [];
  const end = scanAttributes(text, i, limit, attributes);
  if (end < 0) {
    state.searchBudget += end;
    return -1;
  }
  addSpan(state, "html-tag", at, end);
  if (!closing) useAttributes(state, name, attributes);
  const isOpen = !closing && text.charCodeAt(end - 2) !== 0x2f;
  return isOpen && rawContent.has(name) ? skipRawContent(state, name, end, blockEnd) : end;
}

function skipRawContent(state: PageState, name: string, from: number, blockEnd: number): number {
  const close = findAfter(state, `</${name}>`, from);
  if (close < 0 || (name === "code" && close > blockEnd)) return from;
  addSpan(state, name === "code" ? "inline-code" : "code-block", from, close);
  return close;
}

/** Returns the offset after `>`, or the negated number of characters examined in vain. */
function scanAttributes(text: string, start: number, limit: number, found: Attribute[]): number {
  let i = start;
  while (i < limit) {
    const code = text.charCodeAt(i);
    if (code === 0x3e) return i + 1;
    if (isSpace(code) || code === 0x2f) {
      i += 1;
      continue;
    }
    if (i === start || code === 0x3c || code === 0x60) return start - i - 1;
    if (code === 0x7b) {
      const after = skipBraces(text, i, limit);
      if (after < 0) return start - limit - 1;
      i = after;
      continue;
    }
    const after = scanAttribute(text, i, limit, found);
    if (after < 0) return Math.min(after, start - i - 1);
    i = after;
  }
  return start - limit - 1;
}

function scanAttribute(text: string, start: number, limit: number, found: Attribute[]): number {
  let i = start;
  while (i < limit && isAttributeCode(text.charCodeAt(i))) i += 1;
  if (i === start) return -1;
  const name = text.slice(start, i);
  let equals = i;
  while (equals < limit && isSpace(text.charCodeAt(equals))) equals += 1;
  if (text.charCodeAt(equals) !== 0x3d) return i;
  let value = equals + 1;
  while (value < limit && isSpace(text.charCodeAt(value))) value += 1;
  const code = text.charCodeAt(value);
  if (code === 0x22 || code === 0x27) {
    const close = text.indexOf(code === 0x22 ? '"' : "'", value + 1);
    if (close < 0 || close >= limit) return value - (close < 0 ? text.length : close) - 1;
    found.push({ name, start: value + 1, end: close });
    return close + 1;
  }
  if (code === 0x7b) return scanBraceValue(text, name, value, limit, found);
  let end = value;
  while (end < limit && !isSpace(text.charCodeAt(end)) && !isUnquotedEnd(text.charCodeAt(end))) end += 1;
  if (end === value) return -1;
  found.push({ name, start: value, end });
  return end;
}

function scanBraceValue(
  text: string,
  name: string,
  value: number,
  limit: number,
  found: Attribute[],
): number {
  const after = skipBraces(text, value, limit);
  if (after < 0) return value - limit - 1;
  if (after - value < 2000) {
    const literal = /^\{\s*(["'`])((?:(?!\1)[^\\$\n])*)\1\s*\}$/.exec(text.slice(value, after));
    if (literal) {
      const start = value + literal[0].indexOf(literal[1]!) + 1;
      found.push({ name, start, end: start + literal[2]!.length });
    }
  }
  return after;
}

const titleAttributes = new Set(["title", "titleSize", "label", "name", "path", "query", "body", "header"]);

function useAttributes(state: PageState, tag: string, attributes: Attribute[]): void {
  const isComponent = /^[A-Z]/.test(tag);
  for (const { name, start, end } of attributes) {
    const isHref = name === "href" || (isComponent && name === "to" && /[#./]/.test(state.text[start] ?? ""));
    if (isHref || name === "src" || (name === "poster" && tag === "video")) {
      addLink(state, isHref ? (isComponent ? "prop" : "href") : "src", start, end, "");
      if (isComponent) state.links.at(-1)!.component = tag;
    }
    if (name === "srcset" && (tag === "img" || tag === "source")) addCandidates(state, start, end);
    const isPassedId = isComponent && name !== "groupId" && /[a-z](?:Id|-id)$/.test(name);
    if (name === "id" || (name === "name" && tag === "a") || isPassedId)
      state.anchors.push(state.text.slice(start, end));
    else if (isComponent && titleAttributes.has(name)) {
      state.componentTitles.push({ tag, value: state.text.slice(start, Math.min(end, start + 500)) });
    }
  }
}

/**
 * Of several pictures, each stands before its size: `a.png 1x, b.png 2x`. A comma within an address is a part
 * of it (https://html.spec.whatwg.org/multipage/images.html#parse-a-srcset-attribute).
 */
function addCandidates(state: PageState, start: number, end: number): void {
  const value = state.text.slice(start, end);
  if (value.includes("data:")) return;
  const written = /[^\s,]\S*/g;
  for (let found = written.exec(value); found !== null; found = written.exec(value)) {
    const address = found[0].replace(/,$/, "");
    const from = start + found.index;
    addLink(state, "src", from, from + address.length, "");
    const comma = address === found[0] ? value.indexOf(",", written.lastIndex) : written.lastIndex;
    if (comma < 0) return;
    written.lastIndex = comma;
  }
}

function isAtLineStart(text: string, at: number): boolean {
  for (let i = at - 1; i >= 0 && i > at - 200; i -= 1) {
    const code = text.charCodeAt(i);
    if (code === 0x0a) return true;
    if (code !== 0x20 && code !== 0x09 && code !== 0x3e && code !== 0xfeff) return false;
  }
  return at < 200;
}

function isLetter(code: number): boolean {
  return (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
}

function isNameCode(code: number): boolean {
  return isLetter(code) || (code >= 0x30 && code <= 0x3a) || code === 0x2d || code === 0x2e || code === 0x5f;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0d;
}

function isAttributeCode(code: number): boolean {
  if (code <= 0x20) return false;
  return (
    code !== 0x22 &&
    code !== 0x27 &&
    code !== 0x3e &&
    code !== 0x2f &&
    code !== 0x3d &&
    code !== 0x3c &&
    code !== 0x60
  );
}

function isUnquotedEnd(code: number): boolean {
  return code === 0x22 || code === 0x27 || code === 0x3c || code === 0x3d || code === 0x3e || code === 0x60;
}

const tagLengthMax = 2_000;

/** Whether the `>` that begins a line closes a tag, as formatters write tags of many lines. */
export function endsTag(text: string, start: number, from: number): boolean {
  const before = text.slice(Math.max(start, from - tagLengthMax), from);
  return /^<[A-Za-z][^>]*$/.test(before.slice(before.lastIndexOf("<")));
}
