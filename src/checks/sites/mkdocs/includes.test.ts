import { expect, test } from "vitest";
import { openTexts } from "../../../../test/fixtures/sites/open-fixture.ts";
import { planMove } from "../../changes/plan-move.ts";
import { checkSite } from "../../check-site.ts";
import { anchorsOf, hasUnknownAnchors } from "../../pages/page-anchors.ts";

const config = `site_name: T
plugins:
  - include-markdown
markdown_extensions:
  - pymdownx.snippets:
      base_path: docs/snips
`;
const files = {
  "mkdocs.yml": config,
  "docs/index.md": "# A\n\n[1](b.md#loom) [2](b.md#loom_1) [3](b.md#loom_2) [4](b.md#none)\n",
  "docs/b.md":
    '# B\n\n## Loom\n\n{% include-markdown "parts/x.md" %}\n\n{%\n  include-markdown "./parts/y.md"\n  heading-offset=1\n%}\n\n--8<-- "s.md"\n\n## Loom\n',
  "docs/parts/x.md": "## Loom\n",
  "docs/parts/y.md": "## Weft\n",
  "docs/snips/s.md": "##Warp\n",
};

test("a page of MkDocs has the headings of its parts, in their order", async () => {
  const { site } = await openTexts(files);
  expect(hasUnknownAnchors(site, "docs/b.md")).toBe(false);
  expect([...anchorsOf(site, "docs/b.md")]).toEqual(["b", "loom", "loom_1", "weft", "warp", "loom_2"]);
  const { findings } = await checkSite(site);
  expect(findings.map(({ target }) => target)).toEqual(["b.md#none"]);
});

test("a part that changes takes its anchors away from the page", async () => {
  const { site, set } = await openTexts(files);
  await checkSite(site);
  await set({ "docs/snips/s.md": "## Weave\n" });
  expect([...anchorsOf(site, "docs/b.md")]).toContain("weave");
  expect([...anchorsOf(site, "docs/b.md")]).not.toContain("warp");
});

test.each([
  ["lines of a file", '--8<-- "s.md:1:2"\n', files["docs/snips/s.md"]],
  ["a part from a mark on", '{% include-markdown "snips/s.md" start="x" %}\n', files["docs/snips/s.md"]],
  ["front matter", '--8<-- "s.md"\n', "---\ntitle: x\n---\n\n## X\n"],
  ["a file that is not there", '--8<-- "t.md"\n', ""],
])("does not know the ids that a page takes from %s", async (_name, page, part) => {
  const { site } = await openTexts({ ...files, "docs/b.md": page, "docs/snips/s.md": part });
  expect(hasUnknownAnchors(site, "docs/b.md")).toBe(true);
});

test.each([
  ["docs/parts/x.md", "docs/parts/z.md", ['"parts/z.md"', '"./parts/y.md"']],
  ["docs/parts/y.md", "docs/y.md", ['"parts/x.md"', '"./y.md"']],
  ["docs/b.md", "docs/deep/b.md", ['"parts/x.md"', '"../parts/y.md"']],
])("includes of the plugin include-markdown follow the move of %s", async (from, to, named) => {
  const { site, text } = await openTexts(files);
  const { edits } = await planMove(site, from, to);
  const page = from === "docs/b.md" ? to : "docs/b.md";
  const now = edits.find(({ path }) => path === page)?.text ?? (await text("docs/b.md"));
  const found = [...now.matchAll(/include-markdown ("[^"]*")/g)].map(([, path]) => path);
  expect(found).toEqual(named);
});

test("the plugin macros finds parts in its own folder, and a missing one is broken", async () => {
  const { site } = await openTexts({
    "mkdocs.yml": "site_name: T\nplugins:\n  - macros:\n      include_dir: parts\n",
    "docs/index.md": '# A\n\n{% include "a.md" %}\n\n{% include "none.md" %}\n\n[a](#warp)\n',
    "parts/a.md": "## Warp\n",
  });
  const { findings } = await checkSite(site);
  expect(findings.map(({ rule, target }) => `${rule} ${target}`)).toEqual(["internal-link none.md"]);
  const { edits } = await planMove(site, "parts/a.md", "parts/deep/a.md");
  expect(edits.map(({ text }) => text)[0]).toContain('{% include "deep/a.md" %}');
});

const withParts = (parts: Record<string, string>) => ({
  "mkdocs.yml":
    "site_name: T\nexclude_docs: left/\nmarkdown_extensions:\n  - pymdownx.snippets:\n      base_path: [parts, docs/left, docs]\n",
  "docs/index.md": "# A\n\n[b](b.md)\n",
  "docs/c.md": "# C\n",
  ...parts,
});

test.each(["parts/p.md", "docs/left/p.md"])(
  "links of a part without an address count from the page that shows it: %s",
  async (part) => {
    const fixture = await openTexts(
      withParts({ "docs/b.md": '# B\n\n--8<-- "p.md"\n', [part]: "[c](c.md) [d](none.md)\n" }),
    );
    const { findings } = await checkSite(fixture.site);
    expect(findings.map(({ path, target }) => `${path} ${target}`)).toEqual([`${part} none.md`]);
    const moved = await planMove(fixture.site, "docs/c.md", "docs/deep/c.md");
    expect(moved.edits.map(({ text }) => text)).toEqual(["[c](deep/c.md) [d](none.md)\n"]);
    const { edits } = await planMove(fixture.site, "docs/b.md", "docs/deep/b.md");
    expect(edits.find(({ path }) => path === part)?.text).toContain("[c](../c.md)");
  },
);

test("links of a part that is a page as well hold back what would break them where it is shown", async () => {
  const { site } = await openTexts(
    withParts({ "docs/b.md": '# B\n\n--8<-- "own/p.md"\n', "docs/own/p.md": "[c](c.md)\n" }),
  );
  const { findings } = await checkSite(site);
  expect(findings).toEqual([]);
  const places = [
    await planMove(site, "docs/c.md", "docs/deep/c.md"),
    await planMove(site, "docs/b.md", "docs/deep/b.md"),
  ];
  expect(places.map(({ unclear }) => unclear.map(({ path, target }) => `${path} ${target}`))).toEqual([
    ["docs/own/p.md c.md"],
    ["docs/own/p.md c.md"],
  ]);
});

test("links of a part of include-markdown count from the part, also where it is left out", async () => {
  const { site } = await openTexts({
    "mkdocs.yml": "site_name: T\nplugins: [include-markdown]\nexclude_docs: left/\n",
    "docs/index.md": "# A\n",
    "docs/b.md": '# B\n\n{% include-markdown "left/p.md" %}\n',
    "docs/c.md": "# C\n",
    "docs/left/p.md": "![](none.png) [c](../c.md) [d](none.md)\n",
  });
  expect((await checkSite(site)).findings).toEqual([]);
  const holder = await planMove(site, "docs/b.md", "docs/deep/page.md");
  expect([holder.edits, holder.unclear]).toEqual([[], []]);
  const { edits } = await planMove(site, "docs/c.md", "docs/deep/c.md");
  expect(edits.map(({ text }) => text)).toEqual(["![](none.png) [c](../deep/c.md) [d](none.md)\n"]);
});

test("the first page of a blog has the titles of posts", async () => {
  const { site } = await openTexts({
    "mkdocs.yml": "site_name: T\nplugins: [blog]\n",
    "docs/index.md": "# A\n\n[a](blog/index.md#a-post)\n",
    "docs/blog/index.md": "# Blog\n",
  });
  expect((await checkSite(site)).findings).toEqual([]);
});
