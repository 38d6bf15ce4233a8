import { describe, expect, it } from "vitest";
import type { AgentFinding } from "../types.ts";
import { formatCheck } from "./check.ts";
import { cutCharacters, cutToBytes } from "./cut-text.ts";
import { formatEdited, formatSeveral } from "./format-edit.ts";
import { formatList } from "./format-list.ts";
import { formatRead } from "./format-read.ts";
import { formatSearch } from "./search.ts";

const long = Array.from({ length: 500 }, (_, index) => `docs/${"é".repeat(20)}/page-${index}.mdx`);
const finding: AgentFinding = {
  rule: "internal-link",
  path: "a.md",
  line: 3,
  column: 7,
  message: "no page\n x",
};

describe("results", () => {
  it("list one entry per line, and say how to get the rest", () => {
    expect(formatList(["docs/", "a.md"]).output).toBe("docs/\na.md");
    const first = formatList(long).output;
    const next = /^… (\d+) of 500 shown; call again with offset=\1$/.exec(first.split("\n").at(-1)!);
    const second = formatList(long, Number(next![1])).output;
    expect(second.split("\n")[0]).toBe(long[Number(next![1])]);
    expect(formatList([]).output).toBe("… nothing at offset=0; 0 in all");
    expect(formatList(["a"], 5).output).toBe("… nothing at offset=5; 1 in all");
  });

  it("give every entry exactly once over all windows", () => {
    const seen: string[] = [];
    for (let offset: number | null = 0; offset !== null; ) {
      const lines = formatList(long, offset).output.split("\n");
      const more = /offset=(\d+)$/.exec(lines.at(-1)!);
      seen.push(...(more === null ? lines : lines.slice(0, -1)));
      offset = more === null ? null : Number(more[1]);
    }
    expect(seen).toEqual(long);
  });

  it("show matches sorted, counted and truncated, or files with their counts", () => {
    const hits = [
      { path: "b.md", line: 10, text: "x".repeat(301) },
      { path: "b.md", line: 2, text: "two\r\n" },
      { path: "B.md", line: 1, text: "one" },
    ];
    expect(formatSearch(hits).output).toBe(
      `3 matches in 2 files\nB.md:1: one\nb.md:2: two\nb.md:10: ${"x".repeat(300)}…`,
    );
    expect(formatSearch(hits, { filesOnly: true }).output).toBe("3 matches in 2 files\nB.md (1)\nb.md (2)");
    expect(formatSearch([hits[2]!]).output).toBe("1 match in 1 file\nB.md:1: one");
    expect(formatSearch([]).output).toBe("0 matches in 0 files");
  });

  it("show findings with their repairs as JSON, new ones first", () => {
    const report = {
      new: [{ ...finding, target: 'b "x"', candidates: ["c", "d"] }],
      fixed: [{ ...finding, rule: "anchor" }],
      preexisting: [
        { ...finding, target: "b", suggestion: { old: "b", new: "c", because: "page moved" } },
        { ...finding, rule: "anchor" },
      ],
      notJudged: [],
    };
    expect(formatCheck(report).output).toBe(
      [
        "new 1, fixed 1, preexisting 2",
        'new internal-link a.md:3:7 no page x | target "b \\"x\\"" | candidates ["c","d"]',
        'preexisting internal-link a.md:3:7 no page x | target "b" | suggest "b" -> "c" (page moved)',
        "preexisting anchor a.md:3:7 no page x",
      ].join("\n"),
    );
    const notJudged = [{ rule: "image", links: 3, reason: "links not judged here: 3 of 5 images" }];
    expect(formatCheck({ new: [], fixed: [], preexisting: [], notJudged }).output).toBe(
      "new 0, fixed 0, preexisting 0; links not judged here: 3 of 5 images",
    );
    expect(formatCheck(report, { rule: "anchor" }).output).toBe(
      "new 0, fixed 1, preexisting 1\npreexisting anchor a.md:3:7 no page x",
    );
    const below = {
      ...report,
      preexisting: [
        { ...finding, path: "docs/b.md" },
        { ...finding, path: "docs-2.md" },
      ],
    };
    for (const scope of ["docs", "docs/b.md", "docs/b"])
      expect(formatCheck(below, { scope }).output).toBe(
        "new 0, fixed 0, preexisting 1\npreexisting internal-link docs/b.md:3:7 no page x",
      );
  });

  it("number the lines of a file without their ends and its byte order mark", () => {
    expect(formatRead("a.md", "\uFEFFone\r\ntwo\n\nfour").output).toBe(
      "a.md, lines 1-4 of 4\n1\tone\n2\ttwo\n3\t\n4\tfour",
    );
    expect(formatRead("a.md", "1\n2\n3\n", { offset: 2, limit: 1 }).output).toBe(
      "a.md, lines 2-2 of 3\n2\t2\n… call again with offset=3",
    );
    expect(formatRead("a.md", "").output).toBe("a.md, empty");
    expect(formatRead("a.md", "x\n".repeat(431)).output.split("\n").slice(-1)).toEqual([
      "… call again with offset=201",
    ]);
    expect(formatRead("a.md", `${"y".repeat(9_120)}\n`).output).toMatch(
      /y{4000} … \[line of 9,120 characters cut\]$/,
    );
  });

  it("say what was edited", () => {
    expect(formatEdited("a.md", 3, null)).toBe("a.md: 3 edits applied");
    expect(formatEdited("a.md", 1, "unclosed tag 3:1")).toBe(
      "a.md: 1 edit applied\nwarning: unclosed tag 3:1",
    );
    expect(formatSeveral(1, [4, 9, 30])).toBe(
      "edit 1: old text occurs 3 times (lines 4, 9, 30). Add context or set all.",
    );
  });
});

const wide = ["a", "é", "漢", "😀"].flatMap((character) => [
  character.repeat(3_999),
  character.repeat(9_000),
  `${character.repeat(50)}\n`.repeat(600),
]);

describe("a result never has more than 8,000 bytes, but at least one line", () => {
  it.each(wide.map((text) => [text.slice(0, 4), text.length, text]))("%s … (%i)", (_start, _length, text) => {
    const lines = text.split("\n");
    const findings = lines.map((message) => ({ ...finding, message, target: message }));
    const outputs = [
      formatRead("a.md", text).output,
      formatList(lines).output,
      formatSearch(lines.map((line, index) => ({ path: "a.md", line: index, text: line }))).output,
      formatCheck({ new: findings, fixed: [], preexisting: findings, notJudged: [] }).output,
      formatEdited("a.md", 1, text),
    ];
    for (const output of outputs) {
      expect(Buffer.byteLength(output)).toBeLessThanOrEqual(8_000);
      expect(output.split("\n").length + Number(output.length > 1_000)).toBeGreaterThan(1);
      expect(output.isWellFormed()).toBe(true);
    }
  });

  it("cuts between characters", () => {
    expect(cutToBytes("aé", 2)).toBe("a");
    expect(cutToBytes("😀😀", 7)).toBe("😀");
    expect(cutCharacters("a😀", 2)).toBe("a");
  });
});
