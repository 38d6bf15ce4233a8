import { describe, expect, it } from "vitest";
import { brief, newAfter, page, site, type Texts } from "../../../test/helpers/site-with-doubts.ts";

describe("links to headings that nobody judges and that a change may break", () => {
  it("are new findings when their heading goes, but not when it keeps its id or when the link changes with it", async () => {
    const renamed = "# Tools\n\n## Blunt knives\n";
    const found = await newAfter(site, { files: { [page]: renamed } });
    expect(brief(found)).toEqual([`anchor content/a.md:1 ${page}`]);
    expect(found[0]?.message).toContain(
      "may lead to content/learn/tools.md, which had the anchor #sharp-knives",
    );
    expect(found[0]?.suggestion).toBeUndefined();
    const kept = "# Tools\n\n## Blunt knives {#sharp-knives}\n";
    expect(await newAfter(site, { files: { [page]: kept } })).toEqual([]);
    const link = "[x](/v1/learn/tools#blunt-knives) [y](/learn/tools)\n";
    expect(await newAfter(site, { files: { [page]: renamed, "content/a.md": link } })).toEqual([]);
    expect(await newAfter(site, { files: { [page]: `${site[page]}\n## More\n` } })).toEqual([]);
  });

  it("are also those in layouts, HTML and data that no rule reads, to the anchors of changed pages", async () => {
    const jekyll: Texts = {
      "_config.yml": "title: Tools\nurl: https://tools.example.org\npermalink: pretty\n",
      "tools.md": "---\n---\n# Tools\n\n## Sharp knives\n\n## Old saws\n",
      "_includes/top.html": `<a href="{{ '/tools/#sharp-knives' | relative_url }}">x</a>\n<a href="#old-saws">y</a>\n`,
      "all.html": `---\n---\n<p id="old-saws"><a href="#old-saws">own</a>\n<a href="/tools/#knives">no</a>\n`,
      "made.html": `<a href="https://tools.example.org/tools/#old-saws">z</a> <a href="https://else.example.org/tools/#old-saws">`,
      "_data/menu.yml": `- url: /tools/#old-saws\n- color: "#old-saws"\n- url: /other/#old-saws\n`,
    };
    const renamed = "---\n---\n# Tools\n\n## Blunt knives\n\n## New saws\n";
    const found = await newAfter(jekyll, { files: { "tools.md": renamed } });
    expect(brief(found)).toEqual([
      "anchor _data/menu.yml:1 tools.md",
      "anchor _includes/top.html:1 tools.md",
      "anchor _includes/top.html:2 tools.md",
      "anchor made.html:1 tools.md",
    ]);
    expect(found.map(({ guess }) => guess?.keepId)).toEqual(
      ["old-saws", "sharp-knives", "old-saws", "old-saws"].map((id) => ` {#${id}}`),
    );
    const kept = "---\n---\n# Tools\n\n## Blunt knives {#sharp-knives}\n\n## New saws {#old-saws}\n";
    expect(await newAfter(jekyll, { files: { "tools.md": kept } })).toEqual([]);
  });

  it.each([
    ["a page that stands for its folder", "content/learn/tools/_index.md"],
    ["a part that pages show", "content/_parts/_tools.md"],
  ])("are new findings when the heading is in %s", async (_, path) => {
    const texts = { ...site, [page]: "# Tools\n", [path]: site[page]! };
    const found = await newAfter(texts, { files: { [path]: "# Tools\n" } });
    expect(brief(found)).toEqual([`anchor content/a.md:1 ${path}`]);
  });

  it("follow a page that moves", async () => {
    const to = "content/learn/kit/tools.md";
    const moves = { renames: { [page]: to }, released: [page] };
    const moved = { [page]: null, [to]: "# Tools\n\n## Blunt\n" };
    expect(brief(await newAfter(site, { files: moved, ...moves }))).toEqual([`anchor content/a.md:1 ${to}`]);
    expect(await newAfter(site, { files: { [page]: null, [to]: site[page]! }, ...moves })).toEqual([]);
  });

  it.each<[what: string, texts: Texts]>([
    ["a page with a definition list", { [page]: "## Sharp knives\n\nTerm\n:   What it is\n" }],
    ["a slug that is made in a way not known here", { [page]: "## Sharp -- knives\n" }],
  ])("are found where their page is certain and its anchors are not: %s", async (_, texts) => {
    const before = { ...texts, "content/learn/b.md": "[x](tools.md#sharp-knives)\n" };
    const found = await newAfter(before, { files: { [page]: "## Blunt knives\n\nTerm\n:   What\n" } });
    expect(brief(found)).toContain(`anchor content/learn/b.md:1 ${page}`);
  });

  it.each<[what: string, mark: string, texts: Texts]>([
    ["the generator's file", "{#sharp-knives}", { "hugo.toml": "" }],
    [
      "headings that have theirs",
      "{/*sharp-knives*/}",
      { "b.mdx": "# A {/*a*/}\n# B {/*b*/}\n# C {/*c*/}\n" },
    ],
  ])("say how the heading keeps its id, as known from %s", async (_, mark, texts) => {
    const found = await newAfter({ ...site, ...texts }, { files: { [page]: "# Tools\n" } });
    expect(found[0]?.guess?.keepId).toBe(` ${mark}`);
  });

  it("say of no mark that it keeps the id where the site's own generator does not read it", async () => {
    const texts = {
      "docs/astro.config.mjs":
        'import starlight from "@astrojs/starlight";\nimport own from "./own.js";\nexport default { markdown: { rehypePlugins: [own] }, integrations: [starlight({ title: "T" })] };\n',
      "docs/src/content/docs/a.md": "# A\n\n[x](#sharp-knives)\n\n## Sharp knives\n",
      "test/fixtures/docusaurus.config.js": "",
    };
    const changed = texts["docs/src/content/docs/a.md"].replace("Sharp", "Blunt");
    const found = await newAfter(texts, { files: { "docs/src/content/docs/a.md": changed } });
    expect(found.map(({ target, guess }) => [target, guess?.keepId])).toEqual([["#sharp-knives", null]]);
  });

  it("are those on a translation in whose place a layout shows the page itself", async () => {
    const english = "content/en/rates.md";
    const texts = {
      "hugo.toml": '[languages.en]\ncontentDir = "content/en"\n[languages.he]\ncontentDir = "content/he"\n',
      "layouts/single.html":
        "{{ with .Params.pending }}{{ range $.Translations }}{{ .Content }}{{ end }}{{ end }}{{ .Content }}\n",
      [english]: "---\ntitle: R\n---\n\n## Per account\n",
      "content/he/rates.md": "---\ntitle: R\npending: 1\n---\n",
      "content/he/a.md": "---\ntitle: A\n---\n\n[a](/he/rates/#per-account) [b](/he/rates/#none)\n",
    };
    const found = await newAfter(texts, { files: { [english]: "---\ntitle: R\n---\n\n## Per person\n" } });
    expect(brief(found)).toEqual([`anchor content/he/a.md:5 ${english}`]);
    const own = { ...texts, "content/he/rates.md": "---\ntitle: R\n---\n\n## Own\n" };
    expect(await newAfter(own, { files: { [english]: "---\ntitle: R\n---\n" } })).toEqual([]);
  });
});
