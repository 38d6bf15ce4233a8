import { expect, test } from "vitest";
import { scoreChange } from "./score-change.ts";

const diff = (path: string, ...lines: string[]) =>
  `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1,${lines.length} +1,${lines.length} @@\n${lines.join("\n")}\n`;

const merged = diff("guide.md", " # Guide", "-Set the timeout.", "+Set `timeoutMs`.") + diff("a.md", "+New.");
const clean = { newProblems: 0 };

test("scores the change that people merged 1, and an empty one 0", () => {
  expect(scoreChange(merged, merged, clean)).toEqual({ pages: 1, lines: 1, terms: 1, total: 1 });
  expect(scoreChange("", merged, clean)).toEqual({ pages: 0, lines: 0, terms: 0, total: 0 });
  expect(scoreChange(merged, merged, { newProblems: 2 }).total).toBe(0.5);
});

test("scores half of the change, and the same words elsewhere, in between", () => {
  const half = scoreChange(diff("guide.md", "-Set the timeout.", "+Set `timeoutMs`."), merged, clean);
  expect(half.pages).toBeCloseTo(2 / 3);
  expect(half.lines).toBeCloseTo(0.8);
  const reworded = scoreChange(diff("guide.md", "-Set the timeout.", "+Now set `timeoutMs`."), merged, clean);
  expect(reworded.lines).toBeLessThan(half.lines);
  expect(reworded.terms).toBeGreaterThan(0.5);
  expect(scoreChange(diff("b.md", "+Else."), merged, clean).total).toBe(0);
});

test("counts a change of order alone as that change", () => {
  const moved = diff("a.md", "-one", "+two", "-two", "+one");
  expect(scoreChange(moved, moved, clean).total).toBe(1);
});
