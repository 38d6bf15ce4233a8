import { findAfter, lineIndexAt, type PageState } from "./page-state.ts";
import { trimLineEnd } from "./read-line.ts";

const mdxCommentMax = 1_000;

/**
 * Returns the end of the line that closes the comment at `start`, or -1: such a comment is a block, and a new
 * one begins after it.
 */
export function findCommentEnd(state: PageState, start: number): number {
  const { text } = state;
  if (state.mdx) return findMdxCommentEnd(state, start);
  if (!text.startsWith("<!--", start)) return -1;
  const close = findAfter(state, "-->", start + 4);
  return close < 0 ? -1 : lineEndAt(state, close);
}

/**
 * Returns -1 for a comment followed by words, which make it part of their paragraph, and for a long comment.
 */
function findMdxCommentEnd(state: PageState, start: number): number {
  if (!state.text.startsWith("{/*", start)) return -1;
  const close = state.text.slice(start, start + mdxCommentMax).indexOf("*/}");
  if (close < 0) return -1;
  const after = start + close + 3;
  const end = lineEndAt(state, after - 1);
  return trimLineEnd(state.text, after, end) > after ? -1 : end;
}

function lineEndAt({ text, lineStarts }: PageState, at: number): number {
  return lineStarts[lineIndexAt(lineStarts, at) + 1] ?? text.length;
}
