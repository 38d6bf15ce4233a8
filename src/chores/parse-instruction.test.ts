import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import type { Instruction } from "./instruction.ts";
import { notUnderstoodText } from "./not-understood.ts";
import { parseInstructions } from "./parse-instruction.ts";
import { untouchedKeys } from "./replace-in-front-matter.ts";

function replace(old: string, replacement: string, more: Partial<Instruction> = {}): Instruction {
  return {
    kind: "replace",
    old,
    new: replacement,
    includingCode: false,
    scope: null,
    ...more,
  } as Instruction;
}
const fixLinks = (scope: string | null = null): Instruction => ({ kind: "fix-links", scope });
const move = (from: string, to: string, isRename = false, force = false): Instruction => ({
  kind: "move",
  from,
  to,
  isRename,
  force,
});
const remove = (path: string, links = false, force = false): Instruction => ({
  kind: "delete",
  ...{ path, links, force },
});
const add = (titles: boolean, descriptions: boolean, scope: string | null = null): Instruction => ({
  kind: "add-front-matter",
  titles,
  descriptions,
  scope,
});

const understood: [string, Instruction[]][] = [
  ['Replace "API token" with "API key"', [replace("API token", "API key")]],
  [
    'Replace "API token" with "API key" in 案例/案例1：知识库（一）.md',
    [replace("API token", "API key", { scope: "案例/案例1：知识库（一）.md" })],
  ],
  ["Move 案例1：知识库.md to 案例/案例1：知识库.md", [move("案例1：知识库.md", "案例/案例1：知识库.md")]],
  ["Delete the page docs/naïve—guide…🚀.md", [remove("docs/naïve—guide…🚀.md")]],
  ['replace "API token" with "API key".', [replace("API token", "API key")]],
  ["Please replace “API token” with “API key”, thanks!", [replace("API token", "API key")]],
  ["Replace every occurrence of 'x' by 'y' everywhere", [replace("x", "y")]],
  ["REPLACE ALL INSTANCES OF `foo` WITH `bar`", [replace("foo", "bar")]],
  ['Rename "Foo" to "Bar"', [replace("Foo", "Bar")]],
  ['Rename the term "Foo" to "Bar" in all pages', [replace("Foo", "Bar")]],
  ['Change the word "colour" to "color" in the documentation', [replace("colour", "color")]],
  ['Could you please change "a b" into "c d"?', [replace("a b", "c d")]],
  ["Change ‘log in’ to ‘sign in’ throughout the docs", [replace("log in", "sign in")]],
  ["Replace 'don't' with 'do not'", [replace("don't", "do not")]],
  ['Replace "it\'s" with "it is"', [replace("it's", "it is")]],
  ['Replace "Foo" by "Bar" in docs/guides', [replace("Foo", "Bar", { scope: "docs/guides" })]],
  ['Replace "Foo" by "Bar" in docs/**/*.md', [replace("Foo", "Bar", { scope: "docs/**/*.md" })]],
  ['Replace "Foo" by "Bar" in docs', [replace("Foo", "Bar", { scope: "docs" })]],
  ["Delete docs/a.md alone", [{ ...remove("docs/a.md"), alone: true } as Instruction]],
  ["Delete docs/a.md alone and its links", [{ ...remove("docs/a.md", true), alone: true } as Instruction]],
  ["Move docs/a.md to b/ alone", [{ ...move("docs/a.md", "b/"), alone: true } as Instruction]],
  [
    "Rename docs/a.md to b.md without its translations even if it is linked",
    [{ ...move("docs/a.md", "b.md", true, true), alone: true } as Instruction],
  ],
  ['Find and replace "Foo" with "Bar" in docs', [replace("Foo", "Bar", { scope: "docs" })]],
  ['Use "Bar" instead of "Foo" in all pages', [replace("Foo", "Bar")]],
  [
    'Write the word "Bar" in place of "Foo", including code',
    [replace("Foo", "Bar", { includingCode: true })],
  ],
  ['Substitute "Bar" for "Foo" in docs', [replace("Foo", "Bar", { scope: "docs" })]],
  ['Replace "Foo" with "Bar" (including code)', [replace("Foo", "Bar", { includingCode: true })]],
  ["Find and fix broken links", [fixLinks()]],
  ["Add a description to every page that lacks one", [add(false, true)]],
  ["Add titles and descriptions to all pages that do not have them in docs", [add(true, true, "docs")]],
  ["Add missing meta descriptions", [add(false, true)]],
  ["Move docs/a.md to docs/b.md, and add a redirect", [move("docs/a.md", "docs/b.md")]],
  [
    "Move docs/a.md to docs/b.md and update the links and create a redirect from the old URL",
    [move("docs/a.md", "docs/b.md")],
  ],
  ["Fix broken links in docs", [fixLinks("docs")]],
  ["Fix broken links only inside guides.", [fixLinks("guides")]],
  ["Add missing titles in docs and fix broken links", [add(true, false, "docs"), fixLinks()]],
  ['Replace "Foo" by "Bar" in the guides folder.', [replace("Foo", "Bar", { scope: "guides" })]],
  ['Replace "Foo" by "Bar" in the folder guides', [replace("Foo", "Bar", { scope: "guides" })]],
  ['Replace "Foo" by "Bar" in the folder content.en', [replace("Foo", "Bar", { scope: "content.en" })]],
  ['Replace "Foo" with "Bar" in "docs/my guides"', [replace("Foo", "Bar", { scope: "docs/my guides" })]],
  ['Replace "Foo" with "Bar" in docs/setup.mdx', [replace("Foo", "Bar", { scope: "docs/setup.mdx" })]],
  ['Replace "Foo" with "Bar" in ./docs/', [replace("Foo", "Bar", { scope: "docs/" })]],
  ['Replace "Foo" with "Bar" including code', [replace("Foo", "Bar", { includingCode: true })]],
  ['Replace "Foo" with "Bar", including code blocks', [replace("Foo", "Bar", { includingCode: true })]],
  [
    'Replace "Foo" with "Bar" in docs/api, including code',
    [replace("Foo", "Bar", { includingCode: true, scope: "docs/api" })],
  ],
  [
    'Replace "Foo" with "Bar" everywhere, including in the code',
    [replace("Foo", "Bar", { includingCode: true })],
  ],
  ['Replace "Foo" with "Bar", whole words only', [replace("Foo", "Bar")]],
  ['Replace "x; y" with "x and then y"', [replace("x; y", "x and then y")]],
  ['Replace "Foo" with ""', [replace("Foo", "")]],
  ['Replace "docs/a.md" with "docs/b.md"', [replace("docs/a.md", "docs/b.md")]],
  ["Fix broken links", [fixLinks()]],
  ["fix all broken links.", [fixLinks()]],
  ["Please repair the dead links", [fixLinks()]],
  ["Fix the broken links in docs/guides", [fixLinks("docs/guides")]],
  ["Fix broken links in the docs", [fixLinks()]],
  ["Fix broken links and images", [fixLinks()]],
  ["Repair all dead internal links everywhere", [fixLinks()]],
  ["Move docs/a.md to docs/b/a.md", [move("docs/a.md", "docs/b/a.md")]],
  ["Move docs/a.md to docs/b/ even if it is linked", [move("docs/a.md", "docs/b/", false, true)]],
  ["Rename docs/a.md to b.md by force", [move("docs/a.md", "b.md", true, true)]],
  ["Move `docs/a` to `docs/b/a`", [move("docs/a", "docs/b/a")]],
  ["Move the page docs/a.md to docs/b/.", [move("docs/a.md", "docs/b/")]],
  ["move docs/a.md to the folder docs/b", [move("docs/a.md", "docs/b/")]],
  ['Rename the page docs/a.md to "b.md"', [move("docs/a.md", "b.md", true)]],
  ["Rename docs/a.mdx to docs/b.mdx", [move("docs/a.mdx", "docs/b.mdx", true)]],
  ['Rename "docs/a.md" to "docs/b.md"', [move("docs/a.md", "docs/b.md", true)]],
  ["Move docs/a.md to docs/now", [move("docs/a.md", "docs/now")]],
  ["Move docs/a/ to docs/b/", [move("docs/a/", "docs/b/")]],
  ["Move the directory docs/a to docs/b", [move("docs/a/", "docs/b")]],
  ["Delete the folder docs/old", [remove("docs/old/")]],
  ["Delete the page docs/old.md", [remove("docs/old.md")]],
  ["Delete docs/old.md", [remove("docs/old.md")]],
  ["Delete docs/old.rst", [remove("docs/old.rst")]],
  ["Move docs/a.qmd to docs/b.qmd", [move("docs/a.qmd", "docs/b.qmd")]],
  ["Remove the page `docs/old`", [remove("docs/old")]],
  ["Delete docs/old.md and its links", [remove("docs/old.md", true)]],
  ["Delete the page docs/old.md even if linked", [remove("docs/old.md", false, true)]],
  ["Delete the page docs/old.md even if it is still linked.", [remove("docs/old.md", false, true)]],
  ['Delete "docs/R & D.md"', [remove("docs/R & D.md")]],
  ["Delete docs/old.md and its links even if it is linked", [remove("docs/old.md", true, true)]],
  ["Add missing titles and descriptions", [add(true, true)]],
  ["Add missing titles", [add(true, false)]],
  ["Add the missing descriptions to all pages", [add(false, true)]],
  ["Add missing front matter in docs/guides", [add(true, true, "docs/guides")]],
  ["please fill in missing descriptions", [add(false, true)]],
  ["Please fix all broken links in this repository", [fixLinks()]],
  ["Repair broken links across the whole documentation", [fixLinks()]],
  ["Move docs/a.md to docs/b.md and update all links to it", [move("docs/a.md", "docs/b.md")]],
  ["Move docs/a.md to docs/b.md, and fix its links and navigation", [move("docs/a.md", "docs/b.md")]],
  ["Delete docs/old.md and remove the links to it", [remove("docs/old.md", true)]],
  ["Add missing titles and descriptions to the front matter", [add(true, true)]],
  ['Replace all occurrences of the word "x" with "y" on every page', [replace("x", "y")]],
  ['Rename "x" to "y" across all documentation pages', [replace("x", "y")]],
  ['Replace "a" with "b"; fix broken links', [replace("a", "b"), fixLinks()]],
  ['Replace "a" with "b" and then fix broken links.', [replace("a", "b"), fixLinks()]],
  ['Replace "a" with "b". Then rename "c" to "d".', [replace("a", "b"), replace("c", "d")]],
  ['Replace "a" with "b" and fix broken links', [replace("a", "b"), fixLinks()]],
  [
    '1. Replace "a" with "b"\n2. Move docs/a.md to docs/b.md',
    [replace("a", "b"), move("docs/a.md", "docs/b.md")],
  ],
  ["- Fix broken links\n\n- Add missing titles\n", [fixLinks(), add(true, false)]],
  ["Move docs/a.md to docs/b.md. Delete docs/c.md.", [move("docs/a.md", "docs/b.md"), remove("docs/c.md")]],
];

const notUnderstood: string[] = [
  "",
  "   \n ",
  "Write a guide about webhooks",
  "Replace the intro with something better",
  'Replace "a" with "b" and write a tutorial',
  'Replace "a" with "b". Make it nicer.',
  'Replace "a" with "b" where it makes sense',
  'Replace "a" with "b" except in the changelog',
  'Replace "a" with "b" in headings',
  'Replace "a" with "b" in code',
  'Replace "a" with "b" on docs',
  'Replace "a" with "b" in docs.json',
  'Replace "a" with "b" or "c"',
  'Replace "a", "b" with "c"',
  'Replace "" with "b"',
  'Replace "a\nb" with "c"',
  "Replace API token with API key",
  'Do not replace "a" with "b"',
  'Why did you replace "a" with "b"?',
  'Replace "a" with a better word',
  "Fix the links",
  "Fix broken links except in the blog",
  "Fix broken tests",
  "Fix broken links to the API and explain them",
  "Check for broken links",
  "Move the introduction to the top",
  "Move docs/img.png to docs/b.png",
  "Move docs/a.md",
  "Move docs/a.md to https://example.com/a.md",
  "Rename Foo to Bar",
  "Rename the API to Platform",
  'Delete "API token"',
  'Remove every mention of "Foo"',
  "Delete the section about tokens",
  "Delete everything",
  "Delete the page docs/old.md and redirect it to the home page",
  "Add missing documentation",
  "Add titles",
  "Add missing descriptions that sell the product",
  "Add missing titles and a tutorial",
  "Hello",
  'The following is quoted: "Fix broken links"',
];

describe("parseInstructions", () => {
  test.each(understood)("understands %j", (prompt, expected) => {
    expect(parseInstructions(prompt)).toEqual(expected);
  });

  test.each(notUnderstood)("does not guess what %j means", (prompt) => {
    expect(parseInstructions(prompt)).toBeNull();
  });

  test.each([" ", "and ", '"', "in docs/", "please ", "the the ", "'a' ", ". ", "- ", "a, "])(
    "gives up on thousands of %j",
    (part) => {
      for (const length of [7_900, 32_700]) {
        const many = part.repeat(length / part.length);
        expect(parseInstructions(`Replace "a" with "b" ${many}x`)).toBeNull();
        expect(parseInstructions(`${many}x replace "a" with "b"`)).toBeNull();
      }
    },
  );

  test("understands every example of its page", async () => {
    const page = await readFile(new URL("../../docs/chores.md", import.meta.url), "utf8");
    const examples = /```text\n([\s\S]*?)```/.exec(page)![1]!.trim().split("\n");
    expect(examples.length).toBeGreaterThan(10);
    for (const example of examples) expect(parseInstructions(example), example).toHaveLength(1);
  });

  test("understands every example of the answer to what it does not understand", () => {
    const examples = [...notUnderstoodText.matchAll(/^- ([A-Z][^(=\n]*)(?: \(|$)/gm)].map(
      (match) => match[1]!,
    );
    expect(examples.filter((example) => !example.startsWith("COPYDESK_"))).toHaveLength(5);
    for (const example of examples) {
      if (!example.startsWith("COPYDESK_")) expect(parseInstructions(example), example).toHaveLength(1);
    }
  });

  test("names every untouched front matter key on its page", async () => {
    const page = await readFile(new URL("../../docs/chores.md", import.meta.url), "utf8");
    const named = page
      .split("one of these keys:")[1]!
      .split(". A value")[0]!
      .matchAll(/`(\w+)`/g);
    expect([...named].map((match) => match[1]!.toLowerCase()).sort()).toEqual([...untouchedKeys].sort());
  });
});
