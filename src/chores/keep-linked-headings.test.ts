import { expect, test } from "vitest";
import type { CheckedFinding } from "../agent/tools/tool-data.ts";
import { keepLinkedHeadings } from "./keep-linked-headings.ts";
import { createPart } from "./part.ts";
import { createReplaceRecord } from "./replace-record.ts";

const finding: CheckedFinding = {
  isNew: true,
  rule: "anchor",
  path: "docs/a.md",
  line: 3,
  column: 1,
  message: "#old-tools may lead to docs/b.md",
  target: "#old-tools",
  suggestion: null,
  candidates: [],
  guess: { pages: ["docs/b.md"], keepId: null },
};

test("a page that an earlier instruction changed is left to what that instruction made of it", () => {
  const record = createReplaceRecord(createPart(undefined));
  expect(keepLinkedHeadings(record, [finding], "tools").next()).toEqual({ done: true, value: false });
});
