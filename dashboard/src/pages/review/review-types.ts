import type { CheckCounts, Finding, PullRequest } from "../../../../sdk/src/generated-types.ts";
import type { DiffLine } from "./split-rows.ts";

export interface ReviewFile {
  path: string;
  oldPath: string | null;
  status: string;
  additions: number;
  deletions: number;
  isBinary: boolean;
  isPage: boolean;
}

export interface ReviewFinding extends Finding {
  state: string;
  excerpt: string | null;
  before: string | null;
  after: string | null;
}

export interface Ability {
  allowed: boolean;
  why: string | null;
}

export type MergeMethod = "merge" | "squash";

export interface Review {
  jobId: string;
  title: string | null;
  summary: string | null;
  baseCommit: string | null;
  headCommit: string | null;
  pullRequest: PullRequest | null;
  files: ReviewFile[];
  checks: { counts: CheckCounts | null; findings: ReviewFinding[] };
  actions: {
    approve: Ability;
    merge: Ability;
    methods: MergeMethod[];
    close: Ability;
    deleteBranch: Ability;
    comment: Ability;
    suggest: Ability;
  };
  generator: string | null;
}

export interface ReviewHunk {
  oldStart: number;
  oldLines: number;
  newStart: number;
  newLines: number;
  lines: DiffLine[];
}

export interface ReviewContents {
  path: string;
  oldPath: string | null;
  before: string | null;
  after: string | null;
  hunks: ReviewHunk[];
  tooLarge: boolean;
  unavailable?: { code: string; message: string } | null;
}

/** First and last line of a block, both included. */
export type LineRange = [number, number];

export interface RenderedBlock {
  before: string | null;
  after: string | null;
  state: "same" | "changed" | "added" | "removed";
  beforeLines: LineRange | null;
  afterLines: LineRange | null;
}

export interface RenderedPage {
  before: string | null;
  after: string | null;
  blocks: RenderedBlock[];
  tooLarge?: boolean;
  unavailable?: { code: string; message: string } | null;
}

export type View = "rendered" | "unified" | "split";
