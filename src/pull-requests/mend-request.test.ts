import { expect, test } from "vitest";
import { asksToMend, writeMendRequest } from "./mend-request.ts";

const fileOf = (path: string, line: string) =>
  `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-old\n+${line}\n`;
const patch = fileOf("docs/a.md", "of a") + fileOf("docs/b.md", "of b");

test("the request quotes the earlier change of the conflicting pages, and can be recognised", () => {
  const request = writeMendRequest({ conflicts: ["docs/b.md"], patch });
  expect(request).toContain("> +of b");
  expect(request).not.toContain("of a");
  expect(asksToMend(request)).toBe(true);
  expect(asksToMend("Fix broken links")).toBe(false);
});

test.each([[[]], [["docs/other.md"]]])(
  "the whole change stands for files that are not known: %j",
  (conflicts) => {
    const request = writeMendRequest({ conflicts, patch });
    expect(request).toContain("> +of a");
    expect(request).toContain("> +of b");
  },
);

test("cuts a long change to fit into a message", () => {
  const request = writeMendRequest({ conflicts: [], patch: fileOf("docs/a.md", "x\n+".repeat(40_000)) });
  expect(request).toContain("[cut]");
  expect([...request].length).toBeLessThan(32_768);
});
