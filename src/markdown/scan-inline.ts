import { findHtmlBlock } from "./find-html-block.ts";
import { addLink, addSpan, findAfter, type PageState } from "./page-state.ts";
import { scanAttributeList } from "./scan-attribute-list.ts";
import { scanDestination, scanSpacedTarget } from "./scan-destination.ts";
import { scanAngle } from "./scan-tag.ts";
import { scanBareUrl, scanEmail } from "./scan-url.ts";
import { noteWikilink } from "./scan-wikilink.ts";
import { skipBraces } from "./skip-javascript.ts";

const textLengthMax = 500;

/** Characters at which something other than prose may begin; all others are skipped quickly. */
const marks = Uint8Array.from({ length: 128 }, (_, code) =>
  "\\`[]<{:.@".includes(String.fromCharCode(code)) ? 1 : 0,
);

/**
 * Scans one paragraph. Returns where it stopped: `end`, or further if an MDX tag or expression extends beyond
 * it.
 */
export function scanInline(state: PageState, start: number, end: number, isCode = false): number {
  const { text } = state;
  if (!state.mdx && start >= state.htmlEnd) noteHtmlBlock(state, start);
  const brackets: number[] = [];
  const ticks = { runs: null as Map<number, number[]> | null };
  let at = start;
  while (at < end) {
    const code = text.charCodeAt(at);
    if (code > 127 || marks[code] === 0) {
      at += 1;
      continue;
    }
    switch (code) {
      case 0x5c:
        at += isPunctuation(text.charCodeAt(at + 1)) ? 2 : 1;
        break;
      case 0x60:
        at = scanTicks(state, at, end, ticks);
        break;
      case 0x5b:
        brackets.push(at);
        at += 1;
        break;
      case 0x5d:
        at = closeBracket(state, brackets, at, end);
        break;
      case 0x3c:
        at = scanTagAndCode(state, at, end, isCode);
        break;
      case 0x7b:
        at = orNext(scanBrace(state, at, end), at);
        break;
      case 0x3a:
      case 0x2e:
        at = orNext(scanBareUrl(state, at, end), at);
        break;
      case 0x40:
        at = orNext(scanEmail(state, at, end), at);
        break;
      default:
        at += 1;
    }
  }
  return at;
}

function noteHtmlBlock(state: PageState, start: number): void {
  const end = findHtmlBlock(state.text, start);
  if (end === null) return;
  state.htmlEnd = end;
  if (end < state.lastHtmlEnd) return;
  const empty = ["\n\n", "\n\r\n"].map((mark) => findAfter(state, mark, end)).filter((at) => at >= 0);
  state.lastHtmlEnd = empty.length === 0 ? state.text.length : Math.min(...empty);
}

/** Scans a tag. In MDX, the content of `<code>` is Markdown: its links count, its text stays code. */
function scanTagAndCode(state: PageState, at: number, end: number, isCode: boolean): number {
  const after = scanAngle(state, at, end);
  const last = state.spans.at(-1);
  const count = state.spans.length;
  if (state.mdx && !isCode && last?.kind === "inline-code" && last.end === after) {
    scanInline(state, last.start, last.end, true);
    state.spans.length = count;
  }
  return orNext(after, at);
}

function orNext(result: number, at: number): number {
  return result < 0 ? at + 1 : result;
}

function scanTicks(
  state: PageState,
  at: number,
  end: number,
  ticks: { runs: Map<number, number[]> | null },
): number {
  const { text } = state;
  let after = at;
  while (after < end && text.charCodeAt(after) === 0x60) after += 1;
  ticks.runs ??= findTickRuns(text, at, end);
  const sameLength = ticks.runs.get(after - at);
  while (sameLength !== undefined && sameLength.length > 0 && sameLength[sameLength.length - 1]! < after)
    sameLength.pop();
  const close = sameLength?.pop();
  if (close === undefined) return after;
  addSpan(state, "inline-code", at, close + (after - at));
  return close + (after - at);
}

/** Returns the starts of all backtick runs by length, last first. */
function findTickRuns(text: string, start: number, end: number): Map<number, number[]> {
  const runs = new Map<number, number[]>();
  for (let at = text.indexOf("`", start); at >= 0 && at < end; at = text.indexOf("`", at)) {
    const from = at;
    while (at < end && text.charCodeAt(at) === 0x60) at += 1;
    const known = runs.get(at - from);
    if (known) known.push(from);
    else runs.set(at - from, [from]);
  }
  for (const starts of runs.values()) starts.reverse();
  return runs;
}

function closeBracket(state: PageState, brackets: number[], at: number, end: number): number {
  const { text } = state;
  const open = brackets.pop();
  if (open === undefined) return at + 1;
  const next = text.charCodeAt(at + 1);
  if (next === 0x28 && state.searchBudget > 0) {
    const destination = scanDestination(text, at + 2, end);
    if (destination !== null) {
      const isImage = text.charCodeAt(open - 1) === 0x21;
      addSpan(state, "link-target", destination.spanStart, destination.spanEnd);
      const label = text.slice(open + 1, Math.min(at, open + 1 + textLengthMax));
      addLink(state, isImage ? "image" : "link", destination.start, destination.end, label);
      const link = state.links.at(-1)!;
      if (open < state.htmlEnd) link.isInHtml = true;
      const words = state.lastBracket;
      if (words?.end === open) state.behindText.push({ link, words, spanStart: destination.spanStart });
      // A pair of brackets within a link's text was meant as text.
      while ((state.references.at(-1)?.start ?? -1) > open) state.references.pop();
      return destination.titleStart ?? destination.after;
    }
    state.searchBudget -= Math.min(end - at, 4000);
    const spaced = scanSpacedTarget(text, at + 2, end);
    if (spaced !== null) {
      addSpan(state, "link-target", spaced.start, spaced.end);
      addLink(
        state,
        "spaced",
        spaced.start,
        spaced.end,
        text.slice(open + 1, Math.min(at, open + 1 + textLengthMax)),
      );
      return spaced.after;
    }
  }
  noteWikilink(state, open, at);
  noteReference(state, open, at, next);
  notePair(state, open, at);
  return at + 1;
}

function noteReference(state: PageState, open: number, at: number, next: number): void {
  const first = state.text.charCodeAt(open + 1);
  if (at - open > 1000 || first === 0x5b) return;
  if (first === 0x21 && /^\[![A-Za-z]+\]$/.test(state.text.slice(open, at + 1))) {
    addSpan(state, "directive", open, at + 1);
  } else if (first === 0x5e) {
    addSpan(state, "link-target", open, at + 1);
  } else if (state.text.charCodeAt(open - 1) === 0x5d) {
    addSpan(state, "link-target", open, at + 1);
  } else if (next !== 0x5b || state.text.charCodeAt(at + 2) === 0x5d) {
    state.brackets.push({ start: open, end: at + 1 });
  }
}

const labelLengthMax = 1000;
/** `[/version]`, as Grav and WordPress write it. */
const endOfShortcode = /^\/[A-Za-z][\w-]*$/;
const capital = /^[A-Z][\w.-]*$/;

/** Whether an item of a list or a cell begins here: two names there are marks, as in `[BUG][SQL] …`. */
function startsLine(text: string, at: number): boolean {
  return /(?:^|[\n|])[ \t]*(?:[-*+][ \t]+|\d{1,9}[.)][ \t]+)?$/.test(text.slice(Math.max(0, at - 40), at));
}

/** Whether an item of a list with the part that it is about begins here: `- **loom:** [warp][weft] …`. */
function followsScope(text: string, at: number): boolean {
  const line = text.slice(Math.max(text.lastIndexOf("\n", at - 1) + 1, at - 80), at);
  return /^[ \t]*[-*+][ \t]+\*\*[^*]+:\*\*[ \t]*$/.test(line);
}

/** Notes `[text][label]` or `[label][]`, unless a word, a bracket or a backslash precedes it. */
function notePair(state: PageState, open: number, at: number): void {
  const { text, lastBracket: first } = state;
  state.lastBracket = { start: open, end: at + 1 };
  if (first === null || first.end !== open || at - open > labelLengthMax) return;
  const words = text.slice(first.start + 1, Math.min(first.end - 1, first.start + labelLengthMax));
  const label = at === open + 1 ? words : text.slice(open + 1, at);
  const isMeant = words.trim() !== "" && !/^[!^\s\d]|[[\]<]/.test(label) && /\p{L}{2}/u.test(label);
  const areTags =
    words !== label &&
    ((capital.test(words) && capital.test(label) && startsLine(text, first.start)) ||
      (/^[\w.-]+$/.test(words) && /^[\w.-]+$/.test(label) && followsScope(text, first.start)));
  const isInAddress = text.endsWith("://", first.start);
  // Three in a row are a sentence in brackets.
  const isInRow = text.charCodeAt(at + 1) === 0x5b;
  if (
    isMeant &&
    at > state.htmlEnd &&
    !areTags &&
    !endOfShortcode.test(words) &&
    !isInAddress &&
    !isInRow &&
    !/[\w\])\\]/.test(text[first.start - 1] ?? "")
  )
    state.references.push({ label, start: first.start, isProse: words !== label && /[()]/.test(words) });
  state.lastBracket = null;
}

function scanBrace(state: PageState, at: number, end: number): number {
  const { text } = state;
  const list = scanAttributeList(state, at, end);
  if (list >= 0) return list;
  if (!state.mdx) return scanTemplate(state, at, end);
  if (state.searchBudget <= 0) return -1;
  const after = skipBraces(text, at, text.length);
  if (after < 0) {
    state.searchBudget -= text.length - at;
    return -1;
  }
  const isComment = text.startsWith("/*", at + 1) && text.startsWith("*/", after - 3);
  addSpan(state, isComment ? "comment" : "expression", at, after);
  return after;
}

/** Scans `{{ … }}`, `{% … %}` and `{* … *}` in Markdown that is not MDX. */
function scanTemplate(state: PageState, at: number, end: number): number {
  const next = state.text.charCodeAt(at + 1);
  const mark = next === 0x7b ? "}}" : next === 0x25 ? "%}" : next === 0x2a ? "*}" : null;
  if (mark === null) return -1;
  const close = findAfter(state, mark, at + 2);
  if (close < 0 || close + 2 > end) return -1;
  addSpan(state, mark === "}}" ? "expression" : "directive", at, close + 2);
  return close + 2;
}

function isPunctuation(code: number): boolean {
  return (
    (code >= 0x21 && code <= 0x2f) ||
    (code >= 0x3a && code <= 0x40) ||
    (code >= 0x5b && code <= 0x60) ||
    (code >= 0x7b && code <= 0x7e)
  );
}
