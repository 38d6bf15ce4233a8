import { expect, it } from "vitest";
import type { Sliced } from "../text/run-in-slices.ts";
import { planEdits } from "./plan-edits.ts";
import { replaceTerm } from "./replace-term.ts";

/** With this many stops no stretch of the work is long, whatever the machine. */
const stopsMin = 60;

function count<Result>(work: Sliced<Result>): { result: Result; stops: number } {
  for (let stops = 0; ; stops++) {
    const { done, value } = work.next();
    if (done) return { result: value, stops };
  }
}

function replace(text: string, term = "newer") {
  const page = { path: "a.md", lines: text.split("\n"), cutLines: new Map() };
  return count(replaceTerm(page, { old: "old", new: term, includingCode: false }));
}

it.each([
  ["headings", "# old\n", 60_000],
  ["lines of words", "the old word in a line of words\n", 30_000],
  ["one line", "old ", 60_000],
])("replacing a term in a large page stops often for other work: %s", (_title, part, times) => {
  const text = part.repeat(times);
  const { result, stops } = replace(text);
  expect(result.places).toBe(times);
  expect(stops).toBeGreaterThan(stopsMin);
  const { result: plan, stops: planStops } = count(planEdits(text.split("\n"), result.changes));
  expect(plan.edits.length).toBeGreaterThan(0);
  if (part.endsWith("\n")) expect(planStops).toBeGreaterThan(times / 3_000);
});

it("finds the few values of long front matter that need another notation, and stops often", () => {
  const values = Array.from(
    { length: 400 },
    (_, index) => `k${index}: an old ${index % 100 === 7 ? "one" : "'one'"}`,
  );
  values[250] = `k250: "an old one"`;
  const { result, stops } = replace(`---\n${values.join("\n")}\n---\n`, `"x"`);
  expect(result.places).toBe(400);
  expect(result.left).toEqual([]);
  expect(result.changes.get(251)).toBe(String.raw`k250: "an \"x\" one"`);
  expect(stops).toBeGreaterThan(10);
});

it("leaves front matter that is too long to parse", () => {
  const { result } = replace(`---\n${"a: an old value\n".repeat(3_000)}---\nold\n`);
  expect(result.places).toBe(1);
  expect(result.left).toHaveLength(3_000);
  expect(new Set(result.left.map(({ kind }) => kind))).toEqual(new Set(["front-matter"]));
});
