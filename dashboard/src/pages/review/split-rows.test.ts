import { describe, expect, test } from "vitest";
import { type DiffLine, toParts, toSplitRows } from "./split-rows.ts";

const lines = (text: string): DiffLine[] =>
  text.split(" ").map((word) => ({
    kind: word[0] === "=" ? " " : (word[0] as "+" | "-"),
    oldLine: 1,
    newLine: 1,
    text: word.slice(1),
  }));
const show = (text: string) =>
  toSplitRows(lines(text)).map(({ left, right }) => `${left?.text ?? ""}|${right?.text ?? ""}`);

describe("two columns", () => {
  test.each([
    ["=a -b +c =d", ["a|a", "b|c", "d|d"]],
    ["-a -b +c", ["a|c", "b|"]],
    ["-a +b +c =d", ["a|b", "|c", "d|d"]],
    ["-a +b -c +d", ["a|b", "c|d"]],
    ["+a", ["|a"]],
  ])("%s", (text, rows) => expect(show(text)).toEqual(rows));
});

describe("marked parts of a line", () => {
  const marked = (changes: [number, number][]) =>
    toParts({ text: "the old word", changes })
      .map(({ text, changed }) => (changed ? `[${text}]` : text))
      .join("");

  test.each<[[number, number][], string]>([
    [[], "the old word"],
    [[[4, 7]], "the [old] word"],
    [
      [
        [0, 3],
        [8, 12],
      ],
      "[the] old [word]",
    ],
    [[[0, 99]], "the old word"],
    [
      [
        [4, 7],
        [5, 6],
      ],
      "the [old] word",
    ],
  ])("%j", (changes, text) => expect(marked(changes)).toBe(text));
});
