import { describe, expect, it } from "vitest";
import { cleanLine, cleanPlain, cleanTitle } from "./clean-plain.ts";

describe("cleanPlain", () => {
  it.each([
    ["Closes #1, fixes GH-2 and o/r#3; AB#4", "Closes no. 1, fixes GH no. 2 and o/r no. 3; AB no. 4"],
    ["Resolves PROJ-12 #close #time 2h", "Resolves item PROJ-12 close time 2h"],
    ["Fixes UTF-8 in #anchors and #1a2b3c", "Fixes UTF-8 in #anchors and #1a2b3c"],
    ["Closes https://github.com/o/r/issues/1", "Closes github.com/o/r/issues/1"],
    ["@everyone @org/team (@user) a@b.example", "@ everyone @ org/team (@ user) a@b.example"],
    ["<!channel> <@U1> @{5:x}", "< !channel> <@ U1> @ {5:x}"],
    [
      "x [skip ci] [ci skip] [No CI] [skip actions] ***NO_CI*** [a link]",
      "x (skip ci) (ci skip) (No CI) (skip actions) NO_CI [a link]",
    ],
    [
      "a\n\nSigned-off-by: E <e@x.example>\nCo-authored-by : F\nChange-Id: I1\nskip-checks:true\nBREAKING CHANGE: b",
      "a\n\nSigned-off-by - E <e@x.example>\nCo-authored-by - F\nChange-Id - I1\nskip-checks -true\nBREAKING CHANGE - b",
    ],
    ["Note: one\nSee https://a.example/b", "Note: one\nSee a.example/b"],
    ["a\u202eb\u{e0041}\u200bc #\u200b1", "abc no. 1"],
  ])("takes the effect out of %j", (text, clean) => {
    expect(cleanPlain(text)).toBe(clean);
    expect(cleanPlain(clean)).toBe(clean);
  });
});

describe("cleanTitle and cleanLine", () => {
  it("are one line", () => {
    expect(cleanTitle("  Fix\n\nSigned-off-by: x #1 ")).toBe("Fix Signed-off-by: x no. 1");
    expect(cleanLine("a\r\nb\u2028@here #1")).toBe("a b @ here #1");
  });
});
