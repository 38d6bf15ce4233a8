import { expect, it } from "vitest";
import { unclearAfter } from "../../../test/helpers/unclear-after.ts";

it.each(["wordlist.txt", "docs/spelling.txt", ".cspell.json"])(
  "the word list %s names no page",
  async (path) => {
    const words = "image\nPod\nrig the pod\n";
    const findIn = (list: string) =>
      unclearAfter({ "docs/pod.md": "# P\n", [list]: words }, "docs/pod.md", "docs/pods.md");
    expect(await findIn(path)).toEqual([]);
    expect(await findIn("docs/menu.txt")).toEqual(["docs/menu.txt:2 Pod"]);
  },
);

it("notebooks, and HTML that is copied among pages, may lead to pages from their place", async () => {
  const cell = (text: string) => JSON.stringify({ cells: [{ cell_type: "markdown", source: [text] }] });
  const notebook = cell("See [a](../guide/start.md#x), [b](start.md), [c](guide/start.md), [start](d).\n");
  const book = { "docs/conf.py": 'extensions = ["myst_nb"]\n', "docs/guide/start.md": "# S\n" };
  const files = { ...book, "docs/nb/demo.ipynb": notebook, "examples/other.ipynb": notebook };
  expect(await unclearAfter(files, "docs/guide/start.md", "docs/start.md")).toEqual([
    "docs/nb/demo.ipynb:1 ../guide/start.md#x",
  ]);
  const html = `<a href="guide/start/">a</a> <a href="start/">b</a>\n<a href="./guide/start/index.html">c</a>\n<a href="guide/start-more/">d</a>`;
  const site = { "mkdocs.yml": "site_name: A\n", "docs/guide/start.md": "# S\n", "docs/start.md": "# T\n" };
  const copied = { ...site, "docs/index.html": html, "tools/index.html": html };
  expect(await unclearAfter(copied, "docs/guide/start.md", "docs/begin.md")).toEqual([
    "docs/index.html:1 guide/start/",
    "docs/index.html:2 ./guide/start/index.html",
  ]);
});

it("the name of a shortcode names no page, its parameters may", async () => {
  const text =
    '{{</* note */>}}\n{{< note >}}\n{{< /note >}}\n{{% docs/note %}}\n{{< card "note" >}}\n{{< card title="Note" >}}\n';
  const layout = '{{/* {{< note >}} */}}{{ partial "docs/note" . }}{{ partial "docs/note.html" . }}\n';
  const files = { "docs/note.md": "# N\n", "docs/a.md": text, "layouts/note.html": layout };
  expect(await unclearAfter(files, "docs/note.md", "docs/notes.md")).toEqual(["docs/a.md:5 note"]);
});

it.each([
  ["_data/words.yml", "a: See <a href='../warp/'>it</a> or <a href='../other/warp/'>that</a>.\n"],
  ["_includes/foot.html", "<p>See <a href='../warp/'>it</a></p>\n"],
])("a relative address in %s may lead to the page from those that show it", async (path, text) => {
  const jekyll = { "_config.yml": "title: T\n", "_layouts/default.html": "{{ content }}\n" };
  const files = { ...jekyll, "docs/warp.md": "---\n---\n# W\n", [path]: text };
  expect(await unclearAfter(files, "docs/warp.md", "docs/weft.md")).toEqual([`${path}:1 ../warp/`]);
  const own = { ...files, "docs/warp.md": "---\npermalink: /docs/warp/\n---\n# W\n" };
  expect(await unclearAfter(own, "docs/warp.md", "docs/weft.md")).toEqual([]);
});

it("a comment of a script names no page, an entry behind one does", async () => {
  const menu =
    "export default [\n  // { link: 'docs/tour' },\n  /* 'docs/tour' */\n  /* a */ 'docs/tour', // here\n  /*\n  'docs/tour',\n  */\n  '/*', 'docs/tour',\n];\n";
  const files = { "docs/tour.md": "# T\n", "sidebars.js": menu };
  expect(await unclearAfter(files, "docs/tour.md", "docs/trip.md")).toEqual([
    "sidebars.js:4 docs/tour",
    "sidebars.js:8 docs/tour",
  ]);
});

it("a pattern of files names no page", async () => {
  const code = 'export default { exclude: ["packages/*/tour", "docs/tour/**", "docs/tour"] };\n';
  const files = { "docs/a/tour.md": "# T\n", "packages/bundle.config.mjs": code };
  expect(await unclearAfter(files, "docs/a/tour.md", "docs/a/trip.md")).toEqual([]);
  const named = { ...files, "sidebars.js": 'export default ["a/*", "a/tour"];\n' };
  expect(await unclearAfter(named, "docs/a/tour.md", "docs/a/trip.md")).toEqual(["sidebars.js:1 a/tour"]);
});

it("a path of another file names no page that ends alike", async () => {
  const files = {
    ...{ "old/guide/tour.md": "# T\n", "guide/tour.md": "# T\n", "myst.yml": "- file: guide/tour.md\n" },
  };
  expect(await unclearAfter(files, "old/guide/tour.md", "old/guide/trip.md")).toEqual([]);
  const { "guide/tour.md": _, ...alone } = files;
  expect(await unclearAfter(alone, "old/guide/tour.md", "old/guide/trip.md")).toEqual([
    "myst.yml:1 guide/tour.md",
  ]);
});

it("a folder in parentheses is a part of the path, and settings of other tools name no page", async () => {
  const files = {
    "docs/loom/(parts)/warp.md": "# W\n",
    "docs/loom/meta.json": '{ "pages": ["(parts)/warp"] }\n',
    "docs/rope/warp.md": "# W\n",
    ".changeset/config.json": '{ "warp": ["a", "b"] }\n',
  };
  expect(await unclearAfter(files, "docs/rope/warp.md", "docs/rope/weft.md")).toEqual([]);
  expect(await unclearAfter(files, "docs/loom/(parts)/warp.md", "docs/loom/weft.md")).toEqual([
    "docs/loom/meta.json:1 (parts)/warp",
  ]);
});

it("a word of a script's language names no page", async () => {
  const config = 'import { a } from "a";\nimport b from "b";\nexport default { themeConfig: { a, b } };\n';
  const files = { "docs/import.md": "# I\n", "docs/.vuepress/config.ts": config };
  expect(await unclearAfter(files, "docs/import.md", "docs/parts/import.md")).toEqual([]);
});

it.each([".vuepress", ".vitepress"])("any script of %s may hold menus", async (folder) => {
  const files = {
    "docs/warp.md": "# W\n",
    [`docs/${folder}/config.ts`]: 'import { make } from "./make";\nexport default { themeConfig: make() };\n',
    [`docs/${folder}/menus/en.ts`]: 'export const en = { "/": ["/warp", "warp"] };\n',
  };
  expect(await unclearAfter(files, "docs/warp.md", "docs/weft.md")).toEqual([
    `docs/${folder}/menus/en.ts:1 /warp`,
    `docs/${folder}/menus/en.ts:1 warp`,
  ]);
});

it("CI names files and no addresses", async () => {
  const files = {
    "docs/loom/warp/README.md": "# W\n",
    ".github/workflows/a.yml": "on:\n  push:\n    paths: [loom/warp/, loom/warp/README.md]\n",
  };
  expect(await unclearAfter(files, "docs/loom/warp/README.md", "docs/weft.md")).toEqual([
    ".github/workflows/a.yml:3 loom/warp/README.md",
  ]);
});

it.each([
  [{ ".vitepress/config.ts": "export default {};\n" }, []],
  [{ ".vuepress/config.js": "module.exports = {};\n" }, ["setup.md:2 tour"]],
])("a text in prev is what the link shows, or names a page, by the generator", async (site, found) => {
  const files = { ...site, "tour.md": "# T\n", "setup.md": "---\nprev: tour | Guide\n---\n# S\n" };
  expect(await unclearAfter(files, "tour.md", "trip.md")).toEqual(found);
});

it("what declares types names no page", async () => {
  const module = 'export {}\ndeclare module "vue" {}\n';
  const site = { ".vitepress/config.ts": "export default {};\n", "guide/vue.md": "# V\n" };
  const files = { ...site, ".vitepress/components.d.ts": module, "shims.d.mts": module };
  expect(await unclearAfter(files, "guide/vue.md", "guide/views.md")).toEqual([]);
  const others = { ...files, ".vitepress/more.ts": module };
  expect(await unclearAfter(others, "guide/vue.md", "guide/views.md")).toEqual([".vitepress/more.ts:2 vue"]);
});

it("links of Markdown that a theme shows as a component hold their pages back", async () => {
  const site = {
    ".vitepress/config.ts": "export default {};\n",
    "guide/faq.md": "# F\n",
    "other/a.md": "# A\n",
  };
  const part = "See [it](/guide/faq#a), [that](/other/a) and [more](/guide/more).\n";
  const files = { ...site, ".vitepress/theme/components/Note.md": part, ".github/note.md": part };
  expect(await unclearAfter(files, "guide/faq.md", "guide/questions.md")).toEqual([
    ".vitepress/theme/components/Note.md:1 /guide/faq#a",
  ]);
});

it.each([
  ["src/__tests__/route.ts", []],
  ["lib/route-test.ts", []],
  ["test/route-test.tsx", []],
  ["air.toml", []],
  ["compose/app.yaml", []],
  ["packages/app/scripts/types.js", []],
  ["content/examples/app.py", []],
  ["content/conf.py", ["content/conf.py:1 /guide/tour"]],
  ["tools/menu.yaml", ["tools/menu.yaml:1 /guide/tour"]],
  ["netlify.toml", ["netlify.toml:1 /guide/tour"]],
  ["app/route.ts", ["app/route.ts:1 /guide/tour"]],
])("an address in %s may lead to a page of which it has only the last names: %j", async (path, expected) => {
  const files = { "content/all/guides/tour.md": "# T\n", [path]: 'at = "/guide/tour"\n' };
  expect(await unclearAfter(files, "content/all/guides/tour.md", "content/all/guides/trip.md")).toEqual(
    expected,
  );
  const whole = { ...files, [path]: 'at = "content/all/guides/tour.md"\n' };
  expect(await unclearAfter(whole, "content/all/guides/tour.md", "content/all/guides/trip.md")).toHaveLength(
    1,
  );
});

it("the path of a folder's page leads to no other file of the folder's name", async () => {
  const files = {
    "docs/api/pane/window.md": "# W\n",
    "docs/api/keys/a.md": "# A\n\n[w](../window/index.md) [x](../window/)\n",
  };
  expect(await unclearAfter(files, "docs/api/pane/window.md", "docs/api/pane/windows.md")).toEqual([
    "docs/api/keys/a.md:3 ../window/",
  ]);
});

it("a relative address that stays in its version leads to no page of another one", async () => {
  const link = "# A\n\n[w](../wires/index.html) [x](../../0.7/wires/)\n";
  const files = {
    "book/0.7/parts/wires.md": "# W\n",
    "book/0.5/more/a.md": link,
    "book/0.7/more/a.md": link,
  };
  expect(await unclearAfter(files, "book/0.7/parts/wires.md", "book/0.7/parts/cables.md")).toEqual([
    "book/0.5/more/a.md:3 ../../0.7/wires/",
    "book/0.7/more/a.md:3 ../wires/index.html",
    "book/0.7/more/a.md:3 ../../0.7/wires/",
  ]);
});

it("pages in a folder of tests name pages as others do", async () => {
  const files = { "content/all/tour.md": "# T\n", "content/tests/a.md": "---\nnext: /guide/tour\n---\n" };
  expect(await unclearAfter(files, "content/all/tour.md", "content/all/trip.md")).toEqual([
    "content/tests/a.md:2 /guide/tour",
  ]);
});
