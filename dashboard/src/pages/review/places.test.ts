import { describe, expect, test } from "vitest";
import { extendPlace, linesOf, nameLines, type Place, placeOfLine } from "./places.ts";

const place = (line: number, side: Place["side"] = "after", path = "a.md"): Place => ({
  ...{ path, side, startLine: line, line },
});

describe("places of comments", () => {
  test("removed lines are of the page before, all others of the page after", () => {
    expect(placeOfLine("a.md", { kind: "-", oldLine: 3, newLine: null, text: "" })).toEqual(
      place(3, "before"),
    );
    expect(placeOfLine("a.md", { kind: "+", oldLine: null, newLine: 4, text: "" })).toEqual(place(4));
    expect(placeOfLine("a.md", { kind: " ", oldLine: 3, newLine: 4, text: "" })).toEqual(place(4));
  });

  test("are extended upwards and downwards, on one side of one page only", () => {
    expect(extendPlace(place(5), place(3))).toMatchObject({ startLine: 3, line: 5 });
    expect(extendPlace(place(3), place(5))).toMatchObject({ startLine: 3, line: 5 });
    expect(extendPlace(place(3, "before"), place(5))).toEqual(place(5));
    expect(extendPlace(place(3, "after", "b.md"), place(5))).toEqual(place(5));
    expect(extendPlace(null, place(5))).toEqual(place(5));
  });

  test("have a text and a name", () => {
    expect(linesOf("a\nb\nc\nd", 2, 3)).toBe("b\nc");
    expect([nameLines(3, 3), nameLines(3, 5)]).toEqual(["line 3", "lines 3 to 5"]);
  });
});
