import { describe, expect, test } from "vitest";
import { linesOfGap, toSections } from "./diff-sections.ts";
import type { ReviewHunk } from "./review-types.ts";

const hunk = (oldStart: number, oldLines: number, newStart: number, newLines: number): ReviewHunk => ({
  ...{ oldStart, oldLines, newStart, newLines, lines: [] },
});
const text = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join("");
const gaps = (hunks: ReviewHunk[], after: string | null) =>
  toSections(hunks, after).map((section) =>
    section.type === "gap" ? [section.oldStart, section.newStart, section.count] : "lines",
  );

describe("the sections of a diff", () => {
  test("name the lines that are left out before, between and after the changes", () => {
    expect(gaps([hunk(4, 7, 4, 8), hunk(20, 3, 21, 3)], text(30))).toEqual([
      ...[[1, 1, 3], "lines", [11, 12, 9], "lines", [23, 24, 7]],
    ]);
  });

  test("have no gap where nothing is left out", () => {
    expect(gaps([hunk(1, 3, 1, 4)], text(4))).toEqual(["lines"]);
    expect(gaps([hunk(0, 0, 1, 4)], text(4))).toEqual(["lines"]);
    expect(gaps([], text(4))).toEqual([]);
  });

  test("do without the end of a file whose text is not known", () => {
    expect(gaps([hunk(4, 1, 4, 1)], null)).toEqual([[1, 1, 3], "lines"]);
  });

  test("go on behind a deletion without context", () => {
    expect(gaps([hunk(3, 2, 2, 0)], text(5))).toEqual([[1, 1, 2], "lines", [5, 3, 3]]);
  });

  test("lead to the lines themselves", () => {
    expect(linesOfGap({ type: "gap", oldStart: 2, newStart: 3, count: 2 }, "a\nb\nc\r\nd\n")).toEqual([
      { kind: " ", oldLine: 2, newLine: 3, text: "c" },
      { kind: " ", oldLine: 3, newLine: 4, text: "d" },
    ]);
  });
});
