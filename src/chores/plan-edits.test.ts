import { describe, expect, test } from "vitest";
import { runAtOnce } from "../text/run-in-slices.ts";
import { type LineChanges, planEdits, type TextEdit } from "./plan-edits.ts";

/** Each old text must occur exactly once, none may overlap. */
function applyEdits(text: string, edits: TextEdit[]): string {
  const places = edits
    .map((edit) => {
      const at = text.indexOf(edit.old);
      expect(at, `not found: ${edit.old}`).toBeGreaterThanOrEqual(0);
      expect(text.indexOf(edit.old, at + 1), `not unique: ${edit.old}`).toBe(-1);
      return { at, edit };
    })
    .sort((a, b) => a.at - b.at);
  let result = "";
  let end = 0;
  for (const { at, edit } of places) {
    expect(at).toBeGreaterThanOrEqual(end);
    result += text.slice(end, at) + edit.new;
    end = at + edit.old.length;
  }
  return result + text.slice(end);
}

function expectPlan(lines: string[], changes: ReadonlyMap<number, string | null>) {
  const { edits, unplaced } = runAtOnce(planEdits(lines, changes));
  expect(unplaced).toEqual([]);
  const after = lines.map((line, index) => (changes.has(index) ? changes.get(index) : line));
  expect(applyEdits(lines.join("\n"), edits)).toBe(
    after.filter((line) => typeof line === "string").join("\n"),
  );
  return edits;
}

describe("planEdits", () => {
  test("quotes a line that occurs once by itself", () => {
    expect(expectPlan(["a", "b", "c"], new Map([[1, "x"]]))).toEqual([{ old: "b", new: "x" }]);
  });

  test("takes a line out with its end, the last one as far as it can", () => {
    expect(expectPlan(["a", "b", "c"], new Map([[1, null]]))).toEqual([{ old: "b\n", new: "" }]);
    const { edits } = runAtOnce(planEdits(["a", "b"], new Map([[1, null]])));
    expect(edits).toEqual([{ old: "b", new: "" }]);
  });

  test.each([
    ["the same line twice", ["x", "a", "y", "a", "z"], [1]],
    ["both of them", ["x", "a", "y", "a", "z"], [1, 3]],
    ["a line that is part of another", ["a", "b a", "c"], [0]],
    ["many equal lines, some changed", Array.from({ length: 200 }, () => "same"), [0, 7, 100, 199]],
    ["equal blocks", Array.from({ length: 90 }, (_, index) => ["a", "b", ""][index % 3]!), [0, 30, 31, 89]],
    ["beside empty lines", ["", "", "a", "", "", "a", ""], [2, 5]],
  ])("finds enough context for %s", (_name, lines, indices) => {
    expectPlan(lines, new Map(indices.map((index) => [index, `new ${index}`])));
  });

  test("holds for random pages of few different lines", () => {
    let seed = 7;
    const random = (max: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % max;
    };
    for (let round = 0; round < 300; round++) {
      const lines = Array.from(
        { length: 1 + random(40) },
        () => ["", "a", "ab", "b", "a b", "“a”"][random(6)]!,
      );
      const changes = new Map<number, string | null>();
      for (const [index, line] of lines.entries()) {
        if (line === "" || random(4) > 0) continue;
        changes.set(index, random(3) === 0 && index < lines.length - 1 ? null : `${line}!`);
      }
      expectPlan(lines, changes);
    }
  });

  test("does not use a line of which only the start is known as context", () => {
    const plan = runAtOnce(
      planEdits(["", "a", "", "a"], new Map([[1, "b"]]), (index) => index === 2 || index === 0),
    );
    expect(plan).toEqual({ edits: [], unplaced: [1] });
  });

  test.each([2, 7])("makes few edits of tens of thousands of changes, every %i lines", (distance) => {
    const lines = Array.from({ length: 40_000 }, (_, index) => `line ${index} ends`);
    const changes: LineChanges = new Map();
    for (let index = 0; index < lines.length; index += distance) changes.set(index, "x");
    expect(expectPlan(lines, changes).length).toBeLessThanOrEqual(200);
  });

  test("groups changes around lines of which only the start is known", () => {
    const lines = Array.from({ length: 2_000 }, (_, index) =>
      index % 500 === 250 ? "" : `line ${index} ends`,
    );
    const isCut = (index: number) => index % 500 === 250;
    const changes: LineChanges = new Map(lines.flatMap((line, index) => (line === "" ? [] : [[index, "x"]])));
    const { edits, unplaced } = runAtOnce(planEdits(lines, changes, isCut));
    expect(unplaced).toEqual([]);
    expect(edits.some(({ old }) => /(^|\n)(\n|$)/.test(old))).toBe(false);
    expect(applyEdits(lines.join("\n"), edits).match(/x/g)).toHaveLength(changes.size);
  });
});
