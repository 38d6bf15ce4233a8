import { describe, expect, test } from "vitest";
import { toCodeParts, toSummaryBlocks } from "./summary-blocks.ts";

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

  test("marks code, and nothing where a quote is open", () => {
    expect(toCodeParts("a `b` c")).toEqual([
      { text: "a ", isCode: false },
      { text: "b", isCode: true },
      { text: " c", isCode: false },
    ]);
    expect(toCodeParts("a `b")).toEqual([{ text: "a `b", isCode: false }]);
  });
});
