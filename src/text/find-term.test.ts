import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findTerm } from "./find-term.ts";
import { runAtOnce } from "./run-in-slices.ts";

describe("findTerm", () => {
  it("finds what an expression with look-around on both sides finds", () => {
    const word =
      "[[\\p{L}\\p{N}\\p{M}]--[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}]]";
    const isEdge = (character: string) => character === "_" || new RegExp(`^${word}$`, "v").test(character);
    const unit = fc.constantFrom("a", "b", "_", " ", "+", "漢", "😀", "é", "𝒜");
    const term = fc.string({ unit, minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 12 }), term, (text, wanted) => {
        const characters = [...wanted];
        const before = isEdge(characters[0]!) ? `(?<!${word}_*)` : "";
        const after = isEdge(characters.at(-1)!) ? `(?!_*${word})` : "";
        const pattern = new RegExp(`${before}${wanted.replace(/[+]/g, "\\+")}${after}`, "gv");
        expect(runAtOnce(findTerm(text, wanted))).toEqual(
          [...text.matchAll(pattern)].map(({ index }) => index),
        );
      }),
      { numRuns: 5_000 },
    );
  });

  it.each([
    "x\u00ADsite",
    "site\u200Cx",
    "Dokumentations&shy;site",
    "site&SHY;x",
    "site&#xAD;x",
    "&eacute;site",
    "site&szlig;",
  ])("finds no part of a word: %s", (text) => {
    expect(runAtOnce(findTerm(text, "site"))).toEqual([]);
    expect(runAtOnce(findTerm(`${text} site`, "site"))).toEqual([text.length + 1]);
  });

  it.each(["a&nbsp;site", "site&nbsp;a", "a&mdash;site", "site&copy;", "&lt;site&gt;", "a; site"])(
    "finds the word beside signs that join nothing: %s",
    (text) => {
      expect(runAtOnce(findTerm(text, "site"))).toEqual([text.indexOf("site")]);
    },
  );

  it("looks at long rows of underscores once", () => {
    expect(runAtOnce(findTerm(`a${"_".repeat(300_000)}`, "_"))).toEqual([]);
    expect(runAtOnce(findTerm("_".repeat(300_000), "_"))).toHaveLength(300_000);
    expect(runAtOnce(findTerm(`${"_".repeat(300_000)}a`, "__a"))).toEqual([299_998]);
  });
});
