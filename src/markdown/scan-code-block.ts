import { type Blocks, containerIndent, lineEnd } from "./blocks.ts";
import { namesLanguage, showsMarkdown } from "./fence-info.ts";
import { addSpan } from "./page-state.ts";
import { type LinePrefix, readFence, readPrefix, trimLineEnd } from "./read-line.ts";

export function scanMath(blocks: Blocks, at: number, end: number): number {
  const { state } = blocks;
  const close = state.text.indexOf("$$", end);
  if (close < 0) return end;
  addSpan(state, "code-block", at, close + 2);
  return close + 2;
}

/**
 * Returns the end of a fenced block. By CommonMark, a fence that is indented by four columns or more begins
 * none; it is read as one all the same, as some tools do, unless nothing closes it: then null.
 */
export function scanFence(
  blocks: Blocks,
  open: number,
  fence: { code: number; length: number },
): number | null {
  const { state } = blocks;
  const { text } = state;
  const indent = containerIndent(blocks);
  const opening = readPrefix(text, state.lineStarts[blocks.line]!, lineEnd(state, blocks.line), blocks.quote);
  // By CommonMark, a fence that is indented this far closes nothing. MDX has no indented code.
  const closeIndentMax = state.mdx ? Number.POSITIVE_INFINITY : Math.max(indent, opening.indent) + 3;
  const mayNest = showsMarkdown(text, open + fence.length, lineEnd(state, blocks.line));
  let isOpen = true;
  let holdsOpening = false;
  let isUneven = false;
  let last = lineEnd(state, blocks.line);
  for (let line = blocks.line + 1; line < state.lineStarts.length; line += 1) {
    const start = state.lineStarts[line]!;
    const end = lineEnd(state, line);
    const prefix = readPrefix(text, start, end, blocks.quote);
    if (prefix.quote < blocks.quote) break;
    const at = skipEndRaw(text, prefix.at);
    const close = prefix.indent > closeIndentMax ? null : readFence(text, at, end);
    if (close !== null && close.code === fence.code && close.length >= fence.length) {
      if (trimLineEnd(text, at, end) === at + close.length) {
        last = end;
        isOpen = false;
        state.hasUnevenFence ||= isUneven || prefix.indent !== opening.indent;
        break;
      }
      const isSame = !mayNest && close.length === fence.length;
      holdsOpening ||= isSame && namesLanguage(text, at + close.length, end);
    }
    if (!prefix.isBlank && prefix.indent < indent) break;
    isUneven ||= !prefix.isBlank && prefix.indent < opening.indent;
    last = end;
  }
  if (
    isOpen &&
    !state.mdx &&
    opening.indent - indent >= 4 &&
    last === text.length &&
    state.searchBudget > 0
  ) {
    state.searchBudget -= last - open;
    return null;
  }
  blocks.mayStartCode = true;
  if (isOpen || holdsOpening) state.openFences.push(open);
  addSpan(state, "code-block", open, trimLineEnd(text, open, last));
  return last;
}

/** Liquid leaves nothing of the tag, so that what follows it closes the fence. */
function skipEndRaw(text: string, at: number): number {
  if (text[at] !== "{") return at;
  const tag = /\{%-?[ \t]{0,9}endraw[ \t]{0,9}-?%\}/y;
  tag.lastIndex = at;
  return tag.test(text) ? tag.lastIndex : at;
}

export function isIndentedCode(blocks: Blocks, prefix: LinePrefix): boolean {
  return !blocks.state.mdx && blocks.mayStartCode && prefix.indent - containerIndent(blocks) >= 4;
}

export function scanIndentedCode(blocks: Blocks, at: number, quote: number): number {
  const { state } = blocks;
  const indent = containerIndent(blocks) + 4;
  let last = lineEnd(state, blocks.line);
  for (let line = blocks.line + 1; line < state.lineStarts.length; line += 1) {
    const end = lineEnd(state, line);
    const prefix = readPrefix(state.text, state.lineStarts[line]!, end, quote);
    if (prefix.isBlank) continue;
    if (prefix.quote < quote || prefix.indent < indent) break;
    last = end;
  }
  addSpan(state, "code-block", at, trimLineEnd(state.text, at, last));
  return last;
}
