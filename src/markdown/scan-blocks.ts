import type { Sliced } from "../text/run-in-slices.ts";
import { type Blocks, containerIndent, lineEnd } from "./blocks.ts";
import { findCommentEnd } from "./find-comment-end.ts";
import { startsHtmlBlock } from "./find-html-block.ts";
import { interruptsParagraph } from "./interrupts-paragraph.ts";
import { addHeading, addSpan, lineIndexAt, type PageState } from "./page-state.ts";
import {
  isDelimiterRow,
  isRule,
  type LinePrefix,
  readDefinitionMarker,
  readFence,
  readHeadingLevel,
  readListMarker,
  readPrefix,
  readSetextLevel,
  trimLineEnd,
} from "./read-line.ts";
import { isIndentedCode, scanFence, scanIndentedCode, scanMath } from "./scan-code-block.ts";
import { scanDefinition } from "./scan-definition.ts";
import { isDirectiveStart, scanDirective } from "./scan-directive.ts";
import { scanInline } from "./scan-inline.ts";
import { endsTag } from "./scan-tag.ts";
import { skipModuleBlock } from "./skip-javascript.ts";

const importStart = /^import\s*(?:["'{*]|[\w$]+\s*(?:,|from\b))/;
const exportStart = /^export(?:\s*[{*]|\s+(?:const|let|var|function|async|class|default|type|interface)\b)/;

const charactersPerStop = 8_192;

/** `indent`: the column at which the text's container begins. */
export function* scanBlocks(state: PageState, start: number, indent = 0): Sliced<void> {
  const indents = indent === 0 ? [] : [indent];
  const blocks: Blocks = { state, indents, quote: 0, mayStartCode: true, line: 0 };
  let at = start;
  let stop = start;
  while (at < state.text.length) {
    if (at >= stop) {
      yield;
      stop = at + charactersPerStop;
    }
    blocks.line = advanceLine(blocks, at);
    const isLineStart = state.lineStarts[blocks.line] === at || at === start;
    at = isLineStart ? scanLine(blocks, at) : scanParagraph(blocks, at);
  }
}

function advanceLine(blocks: Blocks, at: number): number {
  const { lineStarts } = blocks.state;
  const next = lineStarts[blocks.line + 1];
  if (next === undefined || next > at) return blocks.line;
  const second = lineStarts[blocks.line + 2];
  return second === undefined || second > at ? blocks.line + 1 : lineIndexAt(lineStarts, at);
}

function scanLine(blocks: Blocks, start: number): number {
  const { state } = blocks;
  const end = lineEnd(state, blocks.line);
  const prefix = readPrefix(state.text, start, end);
  if (prefix.isBlank) {
    blocks.mayStartCode = true;
    return end;
  }
  enterContainer(blocks, prefix);
  const fence = readFence(state.text, prefix.at, end);
  const fenced = fence === null ? null : scanFence(blocks, prefix.at, fence);
  if (fenced !== null) return fenced;
  if (isIndentedCode(blocks, prefix)) return scanIndentedCode(blocks, prefix.at, prefix.quote);
  if (isRule(state.text, prefix.at, end)) return end;
  return scanContent(blocks, openListItems(blocks, prefix, end), prefix, end);
}

function enterContainer(blocks: Blocks, prefix: LinePrefix): void {
  if (prefix.quote !== blocks.quote) {
    blocks.indents.length = 0;
    blocks.quote = prefix.quote;
  }
  while (blocks.indents.length > 0 && blocks.indents[blocks.indents.length - 1]! > prefix.indent)
    blocks.indents.pop();
}

function openListItems(blocks: Blocks, prefix: LinePrefix, end: number): number {
  const { text } = blocks.state;
  let column = prefix.indent;
  let at = prefix.at;
  for (let marker = readMarker(text, at, end); marker !== null; marker = readMarker(text, at, end)) {
    const spaces = marker.spaces === 0 || marker.spaces > 4 ? 1 : marker.spaces;
    column += marker.width + spaces;
    at += marker.width + marker.spaces;
    blocks.indents.push(column);
    blocks.mayStartCode = false;
  }
  return at;
}

function readMarker(text: string, at: number, end: number): ReturnType<typeof readListMarker> {
  return readListMarker(text, at, end) ?? readDefinitionMarker(text, at, end);
}

function scanContent(blocks: Blocks, at: number, prefix: LinePrefix, end: number): number {
  const { state } = blocks;
  const { text } = state;
  const fence = at === prefix.at ? null : readFence(text, at, end);
  const fenced = fence === null ? null : scanFence(blocks, at, fence);
  if (fenced !== null) return fenced;
  const level = readHeadingLevel(text, at, end);
  if (level > 0) return scanHeading(blocks, at, end, level);
  const first = text.charCodeAt(at);
  if (first === 0x24 && text.startsWith("$$", at) && trimLineEnd(text, at, end) === at + 2)
    return scanMath(blocks, at, end);
  if (isModuleStart(blocks, at, prefix)) {
    const { end: close, looked } = skipModuleBlock(text, at, text.length);
    state.searchBudget -= looked - close;
    addSpan(state, "import-export", at, trimLineEnd(text, at, close));
    return close;
  }
  const definition = first === 0x5b ? scanDefinition(state, at, end) : null;
  if (definition !== null) {
    if (text.charCodeAt(at + 1) === 0x5e) blocks.indents.push(prefix.indent + 4);
    blocks.mayStartCode = false;
    return scanInline(state, definition.prose, lineEnd(state, lineIndexAt(state.lineStarts, definition.end)));
  }
  const directive = isDirectiveStart(text, at) ? scanDirective(state, at, end, prefix.indent) : null;
  if (directive !== null) {
    if (directive.opensContainer) blocks.indents.push(prefix.indent + 4);
    blocks.mayStartCode = false;
    return directive.at >= end ? directive.at : scanInline(state, directive.at, end);
  }
  return scanParagraph(blocks, at);
}

function isModuleStart(blocks: Blocks, at: number, prefix: LinePrefix): boolean {
  const { state } = blocks;
  if (!state.mdx || !blocks.mayStartCode || prefix.indent > 0 || prefix.quote > 0 || at !== prefix.at)
    return false;
  const first = state.text.charCodeAt(at);
  if ((first !== 0x69 && first !== 0x65) || state.searchBudget <= 0) return false;
  const start = state.text.slice(at, at + 200);
  return importStart.test(start) || exportStart.test(start);
}

function scanHeading(blocks: Blocks, at: number, end: number, level: number): number {
  const { state } = blocks;
  const from = at + level;
  const bare = trimLineEnd(state.text, from, end);
  let last = bare;
  while (last > from && state.text.charCodeAt(last - 1) === 0x23) last -= 1;
  const closed = last === from || /[ \t]/.test(state.text[last - 1]!);
  const isIndented = blocks.indents.length === 0 && blocks.quote === 0 && isSpace(state.text[at - 1]);
  addHeading(state, level, from, closed ? last : bare, {
    ...(isIndented && { isIndented }),
    ...(closed && last < bare && { isClosed: true }),
  });
  blocks.mayStartCode = true;
  return scanInline(state, from, end);
}

function scanParagraph(blocks: Blocks, start: number): number {
  const { state } = blocks;
  blocks.mayStartCode = false;
  const commentEnd = findCommentEnd(state, start);
  if (commentEnd >= 0) {
    blocks.mayStartCode = state.mdx;
    return scanInline(state, start, commentEnd);
  }
  let end = lineEnd(state, blocks.line);
  const rows: number[] = [];
  for (let line = blocks.line + 1; line < state.lineStarts.length; line += 1) {
    const from = state.lineStarts[line]!;
    const to = lineEnd(state, line);
    const prefix = readPrefix(state.text, from, to);
    const isOfTag = prefix.quote > blocks.quote && endsTag(state.text, start, from);
    // The lines of a quote's paragraph need no mark, those of a table do.
    const isUnmarked = prefix.quote < blocks.quote && rows.length === 0;
    if (!isOfTag && (prefix.isBlank || (prefix.quote !== blocks.quote && !isUnmarked))) break;
    const mayUnderline = !isUnmarked && prefix.indent >= containerIndent(blocks);
    const level = mayUnderline ? readSetextLevel(state.text, prefix.at, to) : 0;
    if (level > 0) {
      addHeading(state, level, start, trimLineEnd(state.text, start, end));
      blocks.mayStartCode = true;
      end = to;
      break;
    }
    if (interruptsParagraph(state.text, prefix.at, to)) break;
    if (!state.mdx && startsHtmlBlock(state.text, prefix.at)) break;
    if (rows.length > 0 || (!isUnmarked && isDelimiterRow(state.text, prefix.at, to))) rows.push(from);
    end = to;
  }
  return scanRows(state, start, [...rows, end]);
}

/** Scans a paragraph; if it is a table, with the ends of its rows: nothing goes on in the next row. */
function scanRows(state: PageState, start: number, ends: readonly number[]): number {
  let at = start;
  for (const end of ends) if (at < end) at = scanInline(state, at, end);
  return at;
}

function isSpace(character: string | undefined): boolean {
  return character === " " || character === "\t";
}
