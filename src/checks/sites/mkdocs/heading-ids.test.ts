import { expect, test } from "vitest";
import { openTexts } from "../../../../test/fixtures/sites/open-fixture.ts";
import { numberLikePython } from "../../../markdown/number-like-python.ts";
import { anchorsOf, hasUnknownAnchors } from "../../pages/page-anchors.ts";

/** What Python-Markdown 3.11 and pymdown-extensions 13.1 make of the same text. */
test.each([
  [
    "marks without a space, with another one, in text and indented",
    "##Tight\n\n##\u00a0Hard space\n\n ## Indented\n\n#tag in text\n\ntwo\nlines\n---\n",
    [],
    ["tight", "hard-space", "tag-in-text"],
  ],
  [
    "marks without a space in items of lists and quotes",
    "- #one [a](b.md)\n- x\n  #no\n- y\n\n    - ##two\n\n1. #three\n\n> ##four\n\n    - #code\n",
    [],
    ["one-a", "two", "three", "four"],
  ],
  ["marks without a space", "##Tight\n\n## Loose\n", ["pymdownx.saneheaders"], ["loose"]],
  [
    "details that have a title and no kind",
    '??? "T"\n\n    ## In it\n\n???+ "U"\n    text\n\n    ## Two\n\n!!! "V"\n\n    ## Code\n',
    ["admonition", "pymdownx.details"],
    ["in-it", "two"],
  ],
  ["no letter that ASCII has", "# 織機\n\n## 綜絖\n\n## 綜絖 A\n", [], ["_1", "_2", "a"]],
  ["numbers", "## a\n\n## a_1\n\n## a\n\n## a_1\n", [], ["a", "a_1", "a_2", "a_3"]],
  [
    "lists of attributes",
    "## One {#two}\n\n## Two\n\n## Three{#x}\n\n## [Four](a.md){#four}\n\n## `Five`{.x}\n",
    ["attr_list"],
    ["two", "two_1", "threex", "four_1", "four", "five"],
  ],
  ["braces without attributes", "## One {#two}\n\n## Two\n", [], ["one-two", "two"]],
  [
    "pictures, tags and signs",
    "## ![A loom](a.svg) Looms\n\n## ![x](a.svg){ .w }\n\n## &lt;shed&gt; and `<heddle>`\n\n## <https://t.test/a>\n\n## A <b>bold</b> **one**\n",
    ["attr_list"],
    ["looms", "_1", "shed-and-heddle", "httpsttesta", "a-bold-one"],
  ],
  [
    "attributes behind an emoji, and behind a colon",
    "## A :octicons-heart-16:{: .x }\n\n## B :heart:{ #c }\n\n## D:{ .x }\n",
    ["attr_list", "pymdownx.emoji"],
    ["a", "b", "c", "d-x"],
  ],
  ["signs behind a backslash", "## A {: #x\\_y}\n\n## B {: #\\6.0}\n", ["attr_list"], ["x_y", "\\6.0"]],
  [
    "any sign behind one",
    "## A {: #x\\_y}\n\n## B {: #\\6.0}\n",
    ["attr_list", "pymdownx.escapeall"],
    ["x_y", "6.0"],
  ],
  ["a separator", "## Two words_here - x\n", ['toc: {separator: "_"}'], ["two_words_here_-_x"]],
  [
    "all letters",
    "## 綜絖 and Ä\n",
    ["toc: {slugify: !!python/name:markdown.extensions.toc.slugify_unicode }"],
    ["綜絖-and-ä"],
  ],
  [
    "letters as they are",
    "## Two  Words, Ä\n",
    ["toc: {slugify: !!python/object/apply:pymdownx.slugs.slugify {}}"],
    ["Two-Words-Ä"],
  ],
  [
    "titles of tabs",
    '## One\n\n=== "One"\n\n    x\n\n=== "Two `b`"\n\n    y\n\n=== "One"\n\n    z\n\n```\n=== "No"\n```\n',
    ["pymdownx.tabbed: {slugify: !!python/object/apply:pymdownx.slugs.slugify {kwds: {case: lower}}}"],
    ["one", "one_1", "two-b", "one_2"],
  ],
])("gives headings the ids of MkDocs: %s", async (_name, page, extensions, ids) => {
  const listed = extensions.map((one) => `  - ${one}\n`).join("");
  const { site } = await openTexts({
    "mkdocs.yml": `site_name: T\n${listed === "" ? "" : `markdown_extensions:\n${listed}`}`,
    "docs/index.md": page,
  });
  expect([...anchorsOf(site, "docs/index.md")]).toEqual(ids);
});

test("numbers many ids of one name in little time", () => {
  const number = numberLikePython(["a_3"]);
  const made = Array.from({ length: 200_000 }, (_, at) => number(at % 2 === 0 ? "a" : `a_${at}`));
  expect(new Set(made).size).toBe(made.length);
  expect(made).not.toContain("a_3");
});

test.each([
  ["mkdocstrings", true],
  ["search", false],
])("does not know the ids of docstrings of a module without a dot: %s", async (plugin, isUnknown) => {
  const { site } = await openTexts({
    "mkdocs.yml": `site_name: T\nplugins:\n  - ${plugin}\n`,
    "docs/index.md": "# A\n\n::: looms\n",
  });
  expect(hasUnknownAnchors(site, "docs/index.md")).toBe(isUnknown);
});

test("knows the ids of tabs below headings", async () => {
  const { site } = await openTexts({
    "mkdocs.yml":
      "site_name: T\nmarkdown_extensions:\n  - admonition\n  - pymdownx.tabbed:\n      alternate_style: true\n      combine_header_slug: true\n      slugify: !!python/object/apply:pymdownx.slugs.slugify {kwds: {case: lower}}\n",
    "docs/index.md": [
      '=== "Zero"\n\n    x\n\n# A\n\n=== "One"\n\n    ## In it\n\n    === "Deep"\n\n        x\n',
      '=== "Two"\n\n    x\n\n!!! note\n\n    === "Three"\n\n        x\n\n## B\n\n=== "One"\n\n    x\n',
    ].join("\n"),
  });
  expect(hasUnknownAnchors(site, "docs/index.md")).toBe(false);
  // As pymdown-extensions 13.1 makes them.
  expect([...anchorsOf(site, "docs/index.md")].sort()).toEqual([
    "a",
    "a-one",
    "a-three",
    "a-two",
    "b",
    "b-one",
    "in-it",
    "in-it-deep",
    "zero",
  ]);
});
