import { describe, expect, it } from "vitest";
import { parseDocument } from "yaml";
import { findFrontMatterProblems } from "./read-front-matter.ts";

function problemsOf(content: string): string[] {
  const text = `---\n${content}\n---\n`;
  const frontMatter = { language: "yaml", contentStart: 4, contentEnd: 4 + content.length };
  return findFrontMatterProblems(text, frontMatter as never).map(({ message }) => message);
}

describe("findFrontMatterProblems", () => {
  it.each([
    "title: A page",
    "title: A page \ntags: [a, b , \"c, d\", 'e']\n# a comment\n\nurl: https://example.org/a#b",
    'title: "a" # note',
    "tags: [a , b]  # note",
    "tags: []",
    "title:\tx",
    "a:\n  b: c",
    "title: C# and F#",
  ])("finds nothing in %j", (content) => {
    expect(parseDocument(content).errors).toEqual([]);
    expect(problemsOf(content)).toEqual([]);
  });

  it.each([
    "title: a: b",
    "title: [a",
    "tags: [a, b]]",
    "title: 'a",
    "title: x\ntitle: y",
    "a: b\n c: d",
    'a: "b" c',
  ])("reports what YAML refuses in %j", (content) => {
    expect(problemsOf(content)).not.toEqual([]);
  });

  it("reads a long list with a comment after it in no time", () => {
    const items = Array.from({ length: 800 }, (_, index) => `item ${index}`).join(" , ");
    expect(problemsOf(`tags: [${items} ] # note`)).toEqual([]);
    expect(problemsOf(`tags: [${"a , ".repeat(2_000)}`)).not.toEqual([]);
    expect(problemsOf(`title: ${"a".repeat(1_000)}${" ".repeat(50_000)}: x`)).not.toEqual([]);
  });
});
