import { expect, test } from "vitest";
import { openTexts } from "../../../../test/fixtures/sites/open-fixture.ts";
import { testFindings } from "../../../../test/helpers/test-findings.ts";
import { findNavigationFiles, isNavigationData } from "../../changes/navigation-files.ts";
import { planDelete } from "../../changes/plan-delete.ts";
import { planMove } from "../../changes/plan-move.ts";

const contents = `format: jb-book
root: intro
parts:
  - caption: A # file: none
    chapters:
    - file: guide/index
      sections:
      - file: guide/a.md
      - file: "guide/b"
    - file: lab/note
    - file: guide/gone
    - url: https://x.example/
    - glob: more/*
`;
const files = {
  "book/_config.yml":
    'title: T\nexclude_patterns: ["drafts/*"]\nsphinx:\n  config:\n    myst_heading_anchors: 2\n  extra_extensions:\n    - sphinx_tippy\n',
  "book/_toc.yml": contents,
  "book/intro.md":
    "# I\n\n[a](guide/a.md#one-two) [b](guide/b) [c](drafts/d.md) [d](guide/none.md) [e](#none)\n",
  "book/guide/index.md": "# G\n",
  "book/guide/a.md": "# A\n\n## One: two\n\n{doc}`/guide/b`\n",
  "book/guide/b.md": "# B\n",
  "book/drafts/d.md": "# D\n",
  "book/lab/note.ipynb": "{}",
};

testFindings("Jupyter Book", [
  {
    name: "is read as the site of Sphinx that it makes, with its table of contents",
    files,
    found: [
      "anchor book/intro.md #none",
      "internal-link book/intro.md drafts/d.md",
      "internal-link book/intro.md guide/none.md",
      "navigation book/_toc.yml guide/gone",
    ],
    left: 0,
  },
  {
    name: "may leave out what its table of contents does not name",
    files: { ...files, "book/_config.yml": `${files["book/_config.yml"]}only_build_toc_files: true\n` },
    found: [
      "anchor book/intro.md #none",
      "internal-link book/intro.md guide/none.md",
      "navigation book/_toc.yml guide/gone",
    ],
    left: 1,
  },
]);

test("the table of contents follows a page, in its own way of writing", async () => {
  const { site } = await openTexts(files);
  const contentsAfter = async (from: string, to: string) =>
    (await planMove(site, from, to)).edits.find(({ path }) => path === "book/_toc.yml")?.text;
  expect(await contentsAfter("book/guide/a.md", "book/c.md")).toBe(contents.replace("guide/a.md", "c.md"));
  expect(await contentsAfter("book/guide/b.md", "book/x/c.md")).toBe(contents.replace("guide/b", "x/c"));
  const { data } = await findNavigationFiles(site);
  expect(["book/_toc.yml", "book/_config.yml"].filter((path) => isNavigationData(data, path))).toEqual([
    "book/_toc.yml",
  ]);
});

test("a page that is deleted leaves the table of contents, unless pages are below it", async () => {
  const { site } = await openTexts({ ...files, "book/intro.md": "# I\n" });
  const { edits } = await planDelete(site, "book/guide/a.md");
  expect(edits.map(({ text }) => text)).toEqual([contents.replace("      - file: guide/a.md\n", "")]);
  const parent = await planDelete(site, "book/guide/index.md");
  expect(parent.edits).toEqual([]);
  expect(parent.inbound).toMatchObject([{ path: "book/_toc.yml", line: 6 }]);
});
