import type {
  ReviewContents as Contents,
  RenderedBlock as ReadBlock,
  ReviewHunk as ReadHunk,
  RenderedPage as ReadPage,
  Review,
  ReviewActions,
  ReviewFile,
  ReviewFinding,
} from "../../../../sdk/src/generated-types.ts";
import type { DiffLine } from "./split-rows.ts";

export type Ability = ReviewActions["approve"];
export type MergeMethod = ReviewActions["methods"][number];
export type View = "rendered" | "unified" | "split";
export type ReviewCitation = Review["citations"][number];
export type { Review, ReviewFile, ReviewFinding };

/** First and last line of a block, both included. */
export type LineRange = [number, number];

// In the generated types, pairs of numbers are plain lists.
export interface ReviewHunk extends Omit<ReadHunk, "lines"> {
  lines: DiffLine[];
}

export interface ReviewContents extends Omit<Contents, "hunks"> {
  hunks: ReviewHunk[];
}

export interface RenderedBlock extends Omit<ReadBlock, "state" | "beforeLines" | "afterLines"> {
  state: "same" | "changed" | "added" | "removed";
  beforeLines: LineRange | null;
  afterLines: LineRange | null;
}

export interface RenderedPage extends Omit<ReadPage, "blocks"> {
  blocks: RenderedBlock[];
}
