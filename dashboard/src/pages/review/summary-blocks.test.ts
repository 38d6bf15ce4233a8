import { describe, expect, test } from "vitest";
import { toSummaryBlocks, toTextParts } from "./summary-blocks.ts";

describe("the agent's summary", () => {
  test("has paragraphs and lists", () => {
    expect(toSummaryBlocks("One\nmore.\n\nPages:\n- a\n  and b\n* c\n\nEnd")).toEqual([
      { kind: "text", text: "One\nmore." },
      { kind: "text", text: "Pages:" },
      { kind: "list", items: ["a and b", "c"] },
      { kind: "text", text: "End" },
    ]);
  });

  test("keeps everything else as it was written", () => {
    expect(toSummaryBlocks("<b>x</b> -y")).toEqual([{ kind: "text", text: "<b>x</b> -y" }]);
    expect(toSummaryBlocks("")).toEqual([]);
  });

  test("marks code and strong words, and nothing where a mark is open", () => {
    expect(toTextParts("a `b**` **c**")).toEqual([
      { text: "a ", kind: "plain" },
      { text: "b**", kind: "code" },
      { text: " ", kind: "plain" },
      { text: "c", kind: "strong" },
    ]);
    expect(toTextParts("a `b")).toEqual([{ text: "a `b", kind: "plain" }]);
    expect(toTextParts("2 ** 3")).toEqual([{ text: "2 ** 3", kind: "plain" }]);
  });
});
