import { expect, test } from "vitest";
import { parseUnifiedDiff } from "../diff/parse-unified-diff.ts";
import { listReviewCitations } from "./list-review-citations.ts";

const commit = "5f1c0a3b9d2e4f60718293a4b5c6d7e8f9012345";

const files = parseUnifiedDiff(
  [
    "diff --git a/guide.md b/guide.md\n--- a/guide.md\n+++ b/guide.md\n@@ -1,3 +1,6 @@",
    " # Guide\n \n-Set the timeout.\n+Set `timeoutMs`\n+before you begin.\n+\n+It is `30` by default.",
    "diff --git a/a.md b/a.md\n--- a/a.md\n+++ b/a.md\n@@ -1,1 +1,1 @@\n-Old.\n+New.\n",
  ].join("\n"),
);

const cite = (path: string, line: number, text: string, evidence = `api@${commit}:src/a:b.ts#L3-L4`) => ({
  ...{ path, line, text, evidence, identifier: null },
});

test("lists citations without duplicates, in order of the change, with the current places of their paragraphs", () => {
  const newest = [
    { ...cite("guide.md", 9, "It is `30` by default."), quote: "timeoutMs: 30" },
    cite("gone.md", 1, "Words of a page that is as it was."),
  ];
  const earlier = [
    cite("a.md", 1, "New.", "prompt"),
    cite("guide.md", 3, "Set `timeoutMs` before you begin."),
    cite("guide.md", 7, "It is `30` by default."),
    cite("guide.md", 9, "What a later turn has taken away."),
  ];
  const listed = listReviewCitations([newest, earlier], files);
  expect(listed.map(({ path, line, text }) => [path, line, text])).toEqual([
    ["guide.md", 3, "Set `timeoutMs` before you begin."],
    ["guide.md", 6, "It is `30` by default."],
    ["guide.md", null, "What a later turn has taken away."],
    ["a.md", 1, "New."],
  ]);
  expect(listed[1]).toEqual({
    ...{ path: "guide.md", line: 6, text: "It is `30` by default.", source: "api", commit },
    ...{ file: "src/a:b.ts", startLine: 3, endLine: 4, identifier: null, quote: "timeoutMs: 30" },
  });
  expect(listed[3]).toMatchObject({ source: "prompt", commit: null, file: null, startLine: null });
});
