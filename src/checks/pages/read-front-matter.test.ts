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

  it.each([
    'text: "One line\n\ntwo: lines\n* and three"\ntitle: A',
    "title: A\ntext: 'It''s one line\nand: another'",
    'items:\n  - "one\ntwo"\n  - "three"',
    'text: "a \\"b\nc: d"\ntitle: A',
    'next: {\n"One: a": "/one",\n"Two": "/two" }\ntitle: A',
    "tags: [\none, # the first ]\n[two],\n]\ntitle: A",
  ])("reads values that go on at the margin, as generators do, in %j", (content) => {
    expect(parseDocument(content).errors).not.toEqual([]);
    expect(problemsOf(content)).toEqual([]);
  });

  it("reports what is wrong after such a text in its own line", () => {
    const text = '---\ntext: "a\nb"\ntitle: x: y\n---\n';
    const found = findFrontMatterProblems(text, {
      language: "yaml",
      contentStart: 4,
      contentEnd: 28,
    } as never);
    expect(found.map(({ line, column }) => `${line}:${column}`)).toEqual(["4:8"]);
  });

  it("reads a long list with a comment after it in no time", () => {
    const items = Array.from({ length: 800 }, (_, index) => `item ${index}`).join(" , ");
    expect(problemsOf(`tags: [${items} ] # note`)).toEqual([]);
    expect(problemsOf(`tags: [${"a , ".repeat(2_000)}`)).not.toEqual([]);
    expect(problemsOf(`title: ${"a".repeat(1_000)}${" ".repeat(50_000)}: x`)).not.toEqual([]);
  });
});
