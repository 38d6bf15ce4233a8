import { expect, test } from "vitest";
import { formatCheck, formatFinding } from "../agent/tools/check.ts";
import { formatList } from "../agent/tools/format-list.ts";
import { formatRead } from "../agent/tools/format-read.ts";
import { formatSearch } from "../agent/tools/search.ts";
import type { AgentCheckReport, AgentFinding } from "../agent/types.ts";
import { parseFinding } from "./older-finding.ts";
import { readOlderResult } from "./older-results.ts";

const place: AgentFinding = { rule: "anchor", path: "a b.md", line: 3, column: 7, message: "says | x" };

test.each<[what: string, more: Partial<AgentFinding>]>([
  ["nothing more", {}],
  ["a target", { target: 'a "x" | may lead to {}' }],
  ["a repair", { target: "b", suggestion: { old: "b", new: "c", because: "wrong case" } }],
  ["candidates", { target: "b", candidates: ["c", 'd "e"'] }],
  ["a guess", { target: "/x#a", guess: { pages: ["docs/a.md"], keepId: " {#a}" } }],
  ["a guess without an id", { target: "/x#a", guess: { pages: ["docs/a.md", "b.md"], keepId: null } }],
])("reads what the check tool writes: %s", (_, more) => {
  const { suggestion, ...rest } = more;
  expect(parseFinding(formatFinding("new", { ...place, ...more }))).toEqual({
    isNew: true,
    ...place,
    target: null,
    candidates: [],
    guess: null,
    suggestion: suggestion === undefined ? null : { old: suggestion.old, new: suggestion.new },
    ...rest,
  });
});

const many = Array.from({ length: 900 }, (_, index) => `docs/page-${index}.md`);
const hits = many.map((path, index) => ({ path, line: index + 1, text: "Old" }));
const report: AgentCheckReport = {
  new: [{ ...place, target: "b", candidates: ["c"] }],
  fixed: [],
  preexisting: many.map((path) => ({ ...place, path, message: "no page\n x" })),
  warnings: [place],
  notJudged: [{ rule: "anchor", links: 3, reason: "3 anchors are not judged" }],
};

test.each([
  ["an empty file", { name: "read", input: {} }, formatRead("a.md", "")],
  ["lines", { name: "read", input: { offset: 2 } }, formatRead("a.md", "1\n2\n3\n", { offset: 2, limit: 1 })],
  ["many lines", { name: "read", input: {} }, formatRead("a.md", "x\n".repeat(431))],
  [
    "lines of which some are cut",
    { name: "read", input: {} },
    formatRead("a.md", `a\n${"y".repeat(9_120)}\nb`),
  ],
  ["a line that fills the result", { name: "read", input: {} }, formatRead("a.md", "漢".repeat(3_999))],
  ["names", { name: "list", input: {} }, formatList(["docs/", "a.md"])],
  ["no names", { name: "list", input: {} }, formatList([])],
  ["a part of many names", { name: "list", input: { offset: 100 } }, formatList(many, 100)],
  ["files", { name: "search", input: { filesOnly: true } }, formatSearch(hits, { filesOnly: true })],
  [
    "the last files",
    { name: "search", input: { filesOnly: true, offset: 890 } },
    formatSearch(hits, { filesOnly: true, offset: 890 }),
  ],
  ["no files", { name: "search", input: { filesOnly: true } }, formatSearch([], { filesOnly: true })],
  ["findings", { name: "check", input: {} }, formatCheck(report)],
  ["later findings", { name: "check", input: { offset: 200 } }, formatCheck(report, { offset: 200 })],
] as const)("reads from the words what the result has as data: %s", (_, call, { ok, output, data }) => {
  expect(data).toBeDefined();
  expect(readOlderResult({ ...call, input: { ...call.input } }, ok, output)).toEqual(data);
});
