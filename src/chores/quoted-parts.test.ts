import { describe, expect, test } from "vitest";
import { setQuotedPartsAside } from "./quoted-parts.ts";

describe("setQuotedPartsAside", () => {
  test.each([
    [`say "a" and “b” and 'c'`, ["a", "b", "c"]],
    ["„a” „b“ «c» ‹d›", ["a", "b", "c", "d"]],
    [`it's "don't" here`, ["don't"]],
    [`a "b"c" d`, ['b"c']],
    ["“a “b” c”", ["a “b"]],
    ["“a\nb” “c”", ["c"]],
    ['x"a" "b', []],
  ])("finds the quoted parts of %j", (prompt, parts) => {
    expect(setQuotedPartsAside(prompt)?.parts).toEqual(parts);
  });

  // Each takes hours if every opening quote reads the rest of the line again.
  test.each(["“", "„", "‘", "«", "‹", "“a", ' "a', " 'a", "“\n"])(
    "reads a million characters of %j",
    (part) => {
      const prompt = part.repeat(1_000_000 / part.length);
      expect(setQuotedPartsAside(prompt)).toEqual({ text: prompt, parts: [] });
    },
  );
});
