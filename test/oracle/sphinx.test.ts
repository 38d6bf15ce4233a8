import { expect, it } from "vitest";
import { planMove } from "../../src/checks/changes/plan-move.ts";
import { checkSite } from "../../src/checks/check-site.ts";
import { openFixture, openTexts } from "../fixtures/sites/open-fixture.ts";
import { compareWithVerdicts, readVerdicts } from "./compare.ts";

it("has the addresses, headings and links of the site that Sphinx with MyST builds", async () => {
  const { site } = await openFixture("sphinx");
  expect(site.shape.generator).toBe("sphinx");
  expect(compareWithVerdicts(site, await readVerdicts("sphinx"))).toEqual({
    differences: [
      // What is built of reStructuredText is a file to the checks.
      "link source/index.md:24 other.rst: source/other.rst, built as built:/other.html",
      "link source/index.md:25 other: source/other.rst, built as built:/other.html",
    ],
    unjudged: [
      // It includes another text.
      "ids source/about.md",
      // It has a block of reStructuredText.
      "ids source/guide/labels.md",
      // Marked as external.
      "link source/guide/start.md:20 weave.html#warp: source/guide/weave.md",
      // Whether the builder makes files or folders is not known.
      "link source/guide/tools/shuttle.md:5 ../start.html: source/guide/start.md",
      "link source/index.md:24 other: built:/other.html",
    ],
    compared: { routes: 8, ids: 22, links: 82 },
  });
});

it("follows a page that moves, in roles and tables of contents as well; labels stay", async () => {
  const { site } = await openFixture("sphinx");
  const plan = await planMove(site, "source/guide/weave.md", "source/cloth/weaving.md");
  // Marked as external, which is an address.
  expect(plan.unclear.map(({ target }) => target)).toEqual(["weave.html#warp"]);
  const index = plan.edits.find(({ path }) => path === "source/index.md")!.text;
  expect(index).toContain("Weaving <cloth/weaving>");
  expect(index).toContain("{doc}`/cloth/weaving`");
  expect(index).toContain("[far label](#warp_label)");
  expect(index).toContain("{ref}`Warp <warp_label>`");
  expect(index).toContain("[label in file](cloth/weaving.md#warp_label)");
});

it("takes the larger one of two sites", async () => {
  const { site } = await openTexts({
    "a/conf.py": 'extensions = ["myst_parser"]\n',
    "a/index.md": "# A\n",
    "manual/source/conf.py": 'extensions = ["myst_parser"]\n',
    "manual/source/index.md": "# B\n",
    "manual/source/loom.md": "# Loom\n",
  });
  expect(site.shape.docsRoot).toBe("manual/source");
});

it("follows a page whose name is a label as well, which links by that name lead to", async () => {
  const { site } = await openTexts({
    "conf.py": 'extensions = ["myst_parser"]\n',
    "index.md": "# A\n\n```{toctree}\nguide/index\n```\n",
    "guide/index.md": "# B\n\n```{toctree}\nloom\n```\n\n[page](loom) {ref}`loom`\n",
    "guide/loom.md": "(loom)=\n# Loom\n",
  });
  const plan = await planMove(site, "guide/loom.md", "tools/loom.md");
  expect(plan.edits.map(({ path, text }) => [path, text])).toEqual([
    ["guide/index.md", "# B\n\n```{toctree}\n../tools/loom\n```\n\n[page](loom) {ref}`loom`\n"],
  ]);
});

it("takes the pictures of directives along, and none that an example shows", async () => {
  const picture = (path: string) => `\`\`\`{image} ${path}\n\`\`\``;
  const text = `# Loom\n\n${picture("img/a.svg")}\n\n:::{card}\n:img-top: img/b.svg\n:::\n\n\`\`\`\`md\n${picture("img/c.svg")}\n\`\`\`\`\n`;
  const { site } = await openTexts({
    "conf.py": 'extensions = ["myst_parser"]\n',
    "index.md": "# A\n\n```{toctree}\nloom\n```\n",
    "img/a.svg": "<svg/>",
    "loom.md": text,
  });
  const { findings } = await checkSite(site);
  expect(findings.filter(({ rule }) => rule === "image").map(({ target }) => target)).toEqual(["img/b.svg"]);
  const { edits } = await planMove(site, "loom.md", "tools/loom.md");
  const moved = text.replace("img/a.svg", "../img/a.svg").replace("img/b.svg", "../img/b.svg");
  expect(edits.find(({ path }) => path === "tools/loom.md")?.text).toBe(moved);
});

it("judges anchors on pages with directives that make no ids, and leaves those of others alone", async () => {
  const page = (directive: string) => `# Page\n\n\`\`\`{${directive}}\n:user: weaver\nls\n\`\`\`\n`;
  const { site } = await openTexts({
    "conf.py": 'extensions = ["myst_parser", "sphinx_terminal"]\n',
    "index.md": "[shown](shown.md#nope) [made](made.md#nope)\n",
    "shown.md": page("terminal"),
    "made.md": page("py:function"),
  });
  const { findings } = await checkSite(site);
  expect(findings.map(({ target }) => target)).toEqual(["shown.md#nope"]);
});

it("keeps a page where a table of contents in reStructuredText, which is not read, names it", async () => {
  const { site } = await openTexts({
    "conf.py": 'extensions = ["myst_parser"]\n',
    "index.md": "# A\n\n```{toctree}\nguide/index\nguide/card\n```\n",
    "guide/index.rst":
      "Loom\n====\n\nThe loom is old.\n\n.. toctree::\n\n   loom\n   Spin <spin>\n   ../about\n\nSee :doc:`../about`.\n",
    ...{ "guide/loom.md": "# Loom\n", "guide/spin.md": "# Spin\n", "guide/card.md": "# Card\n" },
    "about.md": "# About\n",
  });
  const places = async (from: string, to: string) =>
    (await planMove(site, from, to)).unclear.map(({ path, line, target }) => `${path}:${line} ${target}`);
  expect(await places("guide/loom.md", "tools/loom.md")).toEqual(["guide/index.rst:8 loom"]);
  expect(await places("guide/spin.md", "tools/spin.md")).toEqual(["guide/index.rst:9 spin"]);
  expect(await places("about.md", "guide/about.md")).toEqual([
    "guide/index.rst:10 ../about",
    "guide/index.rst:12 ../about",
  ]);
  expect(await places("guide/card.md", "tools/card.md")).toEqual([]);
});

it("takes labels and pages in reStructuredText along that the moved page names", async () => {
  const { site } = await openTexts({
    "conf.py": 'extensions = ["myst_parser"]\n',
    "index.rst": "Looms\n",
    "guide/index.md":
      "# A\n\n```{toctree}\nwarp\n../about/weft\n```\n\n{ref}`far-label` [a](far.label) [b](far_label)\n",
    ...{ "guide/warp.rst": "Warp\n", "about/weft.rst": "Weft\n" },
  });
  const { edits, unclear } = await planMove(site, "guide/index.md", "start.md");
  expect(unclear).toEqual([]);
  expect(edits.map(({ path, text }) => [path, text])).toEqual([
    [
      "start.md",
      "# A\n\n```{toctree}\nguide/warp\nabout/weft\n```\n\n{ref}`far-label` [a](far.label) [b](far_label)\n",
    ],
  ]);
});

const labelled = 'extensions = ["myst_parser", "sphinx.ext.autodoc"]\n';
const referring = "# A\n\n{ref}`Near <near>` {ref}`Far <far>` {ref}`None <none>` [own](#none) [far](#far)\n";
const labelCases: [name: string, files: Record<string, string>, found: string[]][] = [
  [
    "finds labels in texts, notebooks and docstrings, and reports those that nothing has",
    {
      "docs/near.rst": ".. _Near:\n\nNear\n====\n",
      "weave/loom.py": 'def warp():\n    """\n    .. _far:\n\n    Warp\n    """\n',
    },
    ["internal-link none", "anchor #none"],
  ],
  [
    "finds labels of other pages where links to pages are not judged",
    {
      "docs/conf.py": `${labelled}exclude_patterns = compute()\n`,
      "docs/index.md": "# A\n\n[far](#far) [none](#none)\n",
      "docs/far.md": "(far)=\n# Far\n",
    },
    ["anchor #none"],
  ],
  [
    "asks for no label where other projects may have it",
    {
      "docs/conf.py":
        'extensions = ["myst_parser", "sphinx.ext.intersphinx"]\nintersphinx_mapping = {"loom": ("https://loom.example", None)}\n',
    },
    [],
  ],
  [
    "asks for no label where an extension may make it",
    { "docs/conf.py": 'extensions = ["myst_parser", "sphinx_gallery.gen_gallery"]\n' },
    [],
  ],
  [
    "asks for no label where conf.py changes how pages are read",
    { "docs/conf.py": `${labelled}\ndef setup(app):\n    app.connect("source-read", fill)\n` },
    [],
  ],
  [
    "asks for no label where a listed page is written before the build",
    { ".gitignore": "docs/made.md\n", "docs/list.md": "# B\n\n```{toctree}\nmade\n```\n" },
    [],
  ],
];

it.each(labelCases)("%s", async (_, files, found) => {
  const { site } = await openTexts({ "docs/conf.py": labelled, "docs/index.md": referring, ...files });
  const { findings } = await checkSite(site);
  expect(findings.map(({ rule, target }) => `${rule} ${target}`)).toEqual(found);
});

it("says why labels are not judged", async () => {
  const { site } = await openTexts({
    "docs/conf.py": 'extensions = ["myst_parser", "sphinx.ext.autosectionlabel"]\n',
    "docs/index.md": referring,
  });
  const { notJudged } = await checkSite(site);
  expect(notJudged[0]!.reason).toContain("the extension sphinx.ext.autosectionlabel may make labels");
});
