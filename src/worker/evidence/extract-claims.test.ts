import { expect, test } from "vitest";
import { extractClaims } from "./extract-claims.ts";
import { readAddedLines } from "./read-added-lines.ts";
import { toParagraphs } from "./to-paragraphs.ts";

const names = (text: string) => extractClaims(text, () => true).map(({ name }) => name);

test.each([
  ["Set `requestTimeoutMs` and call `client.close()`.", ["requestTimeoutMs", "client.close"]],
  ["Run `copydesk serve --port 8080` with --verbose.", ["--port", "--verbose"]],
  ["Send `GET /v1/users/{id}` with MY_API_TOKEN.", ["/v1/users/{id}", "MY_API_TOKEN"]],
  ["It defaults to `30_000`, not `true`.", ["30_000"]],
  ["See the [guide](/docs/getting_started#use_it) about GitHub and JSON.", []],
  ["A plain sentence with a `--` in it.", []],
  ["```sh\nnpm install left-pad\ntool --dry-run\n```", ["--dry-run"]],
])("%j names %j", (text, expected) => {
  expect(names(text)).toEqual(expected);
});

test("only added lines count, with their positions", () => {
  const patch = [
    "diff --git a/a.md b/a.md\n--- a/a.md\n+++ b/a.md\n@@ -1,3 +1,4 @@",
    " # A\n \n-Old `oldName`.\n+New `newName`.\n+++ `plusName`\n",
  ].join("\n");
  const added = readAddedLines(patch).get("a.md")!;
  expect([...added]).toEqual([3, 4]);
  const text = "# A\n\nNew `newName`.\n++ `plusName`\n";
  expect(extractClaims(text, (line) => added.has(line))).toEqual([
    { line: 3, column: 6, name: "newName" },
    { line: 4, column: 5, name: "plusName" },
  ]);
  expect(toParagraphs(text)).toMatchObject([
    { firstLine: 1, lastLine: 1 },
    { firstLine: 3, lastLine: 4 },
  ]);
});
