import type { Instruction } from "./instruction.ts";
import type { LeftKind } from "./left-kind.ts";
import type { Part } from "./part.ts";
import type { PageReplacement } from "./replace-term.ts";

export type ReplaceInstruction = Extract<Instruction, { kind: "replace" }>;

export interface ChangedPage {
  places: number;
  lines: { index: number; before: string; after: string }[];
  headings: PageReplacement["headings"];
}

export interface ReplaceRecord {
  changed: Map<string, ChangedPage>;
  /** Occurrences that stay in pages, and why. */
  left: { path: string; line: number; kind: LeftKind }[];
  /** Pages that could not be read, edited or kept. */
  failed: { path: string; reason: string }[];
  otherFiles: { path: string; lines: number }[];
  matchedLines: number;
  /** Counts of the term's other forms in the pages that were read. */
  forms: Map<string, number>;
  part: Part;
}

export function createReplaceRecord(part: Part): ReplaceRecord {
  return {
    changed: new Map(),
    left: [],
    failed: [],
    otherFiles: [],
    matchedLines: 0,
    forms: new Map(),
    part,
  };
}
