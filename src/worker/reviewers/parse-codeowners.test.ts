import { describe, expect, test } from "vitest";
import { parseCodeowners } from "./parse-codeowners.ts";

describe("GitHub's form", () => {
  const owners = parseCodeowners(
    [
      "# Who looks after what",
      "*            @everybody",
      "*.md         @acme/writers writer@example.com # the words",
      "/docs/*      @flat",
      "docs/api/    @acme/api",
      "/docs/api/generated",
      "with\\ space.md @spacer",
    ].join("\n"),
    "github",
  );

  test.each([
    ["src/a.ts", ["@everybody"]],
    ["src/a.md", ["@acme/writers", "writer@example.com"]],
    ["docs/a.md", ["@flat"]],
    ["docs/deep/a.md", ["@acme/writers", "writer@example.com"]],
    ["docs/api/a.md", ["@acme/api"]],
    ["docs/api/generated/a.md", []],
    ["with space.md", ["@spacer"]],
  ])("%s belongs to the last line that matches", (path, expected) => {
    expect(owners(path)).toEqual(expected);
  });
});

test("GitLab's sections each have their owners, and their default ones", () => {
  const owners = parseCodeowners(
    ["* @all", "[Docs][2] @writers", "docs/", "docs/api/ @api", "^[Legal]", "docs/terms.md @legal"].join(
      "\n",
    ),
    "gitlab",
  );
  expect(owners("docs/a.md")).toEqual(["@writers", "@all"]);
  expect(owners("docs/api/a.md")).toEqual(["@api", "@all"]);
  expect(owners("docs/terms.md").sort()).toEqual(["@all", "@legal", "@writers"]);
});

test("Gitea's lines all count, and only plain expressions are read", () => {
  const owners = parseCodeowners(
    [
      "docs/.*\\.md @writers",
      "^docs/api/.*$ @acme/api",
      "(a|b)+c @nobody",
      "!docs/.* @turned",
      "a.*b.*b @parts",
    ].join("\n"),
    "gitea",
  );
  expect(owners("docs/api/a.md").sort()).toEqual(["@acme/api", "@writers"]);
  expect(owners("docs/a.txt")).toEqual([]);
  expect([owners("a/b/b"), owners("a/b")]).toEqual([["@parts"], []]);
});
