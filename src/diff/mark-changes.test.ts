import { describe, expect, test } from "vitest";
import { markChanges, type TextPart } from "./mark-changes.ts";

const show = (parts: TextPart[]) => parts.map(({ text, changed }) => (changed ? `[${text}]` : text)).join("");

describe("markChanges", () => {
  test.each([
    [
      "A web hook is one. Each web hook.",
      "A webhook is one. Each webhook.",
      "A [web hook] is one. Each [web hook].",
      "A [webhook] is one. Each [webhook].",
    ],
    ["same start, one", "same start, two", "same start, [one]", "same start, [two]"],
    ["see [x](/old/page)", "see [x](/new/page)", "see [x](/[old]/page)", "see [x](/[new]/page)"],
    ["a b c", "a b c d", "a b c", "a b c[ d]"],
  ])("marks the words that differ between %j and %j", (before, after, oldShown, newShown) => {
    const [oldParts, newParts] = markChanges(before, after)!;
    expect([show(oldParts), show(newParts)]).toEqual([oldShown, newShown]);
  });

  test("marks nothing in lines that have little in common", () => {
    expect(markChanges("one two three four", "five-six-seven eight")).toBeNull();
  });

  test("preserves every character of very long lines", () => {
    const before = Array.from({ length: 5_000 }, (_, index) => `w${index}`).join(" ");
    const after = `x ${before.replaceAll("w1", "v1")} y w`;
    const parts = markChanges(`${before} w`, after);
    expect(parts === null || parts[1].map(({ text }) => text).join("") === after).toBe(true);
  });
});
