import { describe, expect, test } from "vitest";
import { lineChanges } from "./line-changes.ts";

const show = (before: string, after: string) =>
  lineChanges(before, after).map(
    ({ kind, parts }) =>
      kind + parts.map(({ text, changed }) => (changed && text !== "" ? `[${text}]` : text)).join(""),
  );

describe("the small diff of an edit", () => {
  test("marks the words that differ", () => {
    expect(show("Set the API token.", "Set the API key.")).toEqual([
      "-Set the API [token].",
      "+Set the API [key].",
    ]);
  });

  test("leaves equal lines as context, two on each side", () => {
    const before = ["a", "b", "c", "old", "d", "e", "f"].join("\n");
    expect(show(before, before.replace("old", "new"))).toEqual([" b", " c", "-old", "+new", " d", " e"]);
  });

  test("finds the equal line between two changes", () => {
    expect(show("one\nsame\ntwo", "uno\nsame\ndos")).toEqual(["-one", "+uno", " same", "-two", "+dos"]);
  });

  test("shows added and removed lines", () => {
    expect(show("", "a\nb\n")).toEqual(["+a", "+b"]);
    expect(show("a\n", "")).toEqual(["-a"]);
    expect(show("a", "a")).toEqual([" a"]);
  });

  test("does not compare very long texts line by line", () => {
    const text = (word: string) => Array.from({ length: 1_000 }, (_, line) => `${word} ${line}`).join("\n");
    expect(lineChanges(text("a"), text("b"))).toHaveLength(2_000);
  });
});
