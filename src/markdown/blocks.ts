import type { PageState } from "./page-state.ts";

/**
 * Open containers while lines are read. `indents` are the columns at which each open list item's content
 * begins.
 */
export interface Blocks {
  state: PageState;
  indents: number[];
  quote: number;
  mayStartCode: boolean;
  line: number;
}

export function lineEnd(state: PageState, line: number): number {
  return state.lineStarts[line + 1] ?? state.text.length;
}

export function containerIndent(blocks: Blocks): number {
  return blocks.indents[blocks.indents.length - 1] ?? 0;
}
