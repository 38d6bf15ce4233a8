import type { FileOperation } from "../../../../sdk/src/generated-types.ts";
import { type ChangedLine, lineChanges } from "./line-changes.ts";

/** A place in a file that a call changed. */
export interface EditPreview {
  path: string;
  lines: ChangedLine[];
  /** Number of lines not shown. */
  more: number;
}

const linesMax = 40;
const placesMax = 20;

/** Returns small diffs of a call's changes to files, and the number of places left out. */
export function editPreviews(operations: readonly FileOperation[]): { places: EditPreview[]; more: number } {
  const places: EditPreview[] = [];
  let more = 0;
  const add = (path: string, lines: () => ChangedLine[]): void => {
    if (places.length >= placesMax) more += 1;
    else places.push(cut(path, lines()));
  };
  for (const operation of operations) {
    if (operation.op === "replace")
      for (const { old, new: now } of operation.edits) add(operation.path, () => lineChanges(old, now));
    if (operation.op === "write") add(operation.path, () => lineChanges("", operation.text));
  }
  return { places, more };
}

function cut(path: string, lines: ChangedLine[]): EditPreview {
  return { path, lines: lines.slice(0, linesMax), more: Math.max(0, lines.length - linesMax) };
}
