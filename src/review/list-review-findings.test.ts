import { expect, test } from "vitest";
import { parseUnifiedDiff } from "../diff/parse-unified-diff.ts";
import { listReviewFindings } from "./list-review-findings.ts";

const patch = `diff --git a/old.md b/guide.md
similarity index 90%
rename from old.md
rename to guide.md
--- a/old.md
+++ b/guide.md
@@ -1,4 +1,4 @@
 # Guide
 
-[a](wrong.md)
+[a](right.md) [b](gone.md)
-only before
+
`;

const finding = (path: string, line: number) =>
  ({ rule: "internal-link", path, line, column: 1, message: "x" }) as const;

test("lists findings with their lines before and after, by the file's name on each side", () => {
  const found = {
    new: [finding("guide.md", 3)],
    fixed: [finding("old.md", 3)],
    preexisting: [finding("guide.md", 1), finding("guide.md", 99), finding("other.md", 1)],
  };
  const [brought, fixed, context, outside, elsewhere] = listReviewFindings(found, parseUnifiedDiff(patch));
  const both = { before: "[a](wrong.md)", after: "[a](right.md) [b](gone.md)" };
  expect(brought).toMatchObject({ state: "new", excerpt: both.after, ...both });
  expect(fixed).toMatchObject({ state: "fixed", excerpt: both.before, ...both });
  expect(context).toMatchObject({
    state: "preexisting",
    excerpt: "# Guide",
    before: "# Guide",
    after: "# Guide",
  });
  for (const unknown of [outside, elsewhere])
    expect(unknown).toMatchObject({ state: "preexisting", excerpt: null, before: null, after: null });
});
