import { describe, expect, it, test } from "vitest";
import { openTexts } from "../../../test/fixtures/sites/open-fixture.ts";
import { planMove } from "../changes/plan-move.ts";
import { checkSite } from "../check-site.ts";

const page = "---\ntitle: A\nlayout: default\n---\n# A\n";
const all = ["md", "mdx", "markdown", "mdown", "mdwn", "mkd", "mkdn", "mkdown"];

const sites: [name: string, folder: string, files: Record<string, string>, extensions: string[]][] = [
  [
    "docsify",
    "docs/",
    {
      "docs/index.html": "<script>window.$docsify = {}</script><script src='//unpkg.com/docsify@4'></script>",
    },
    ["md"],
  ],
  [
    "docusaurus",
    "docs/",
    { "docusaurus.config.js": "module.exports = { presets: [['classic', {}]] };" },
    ["md", "mdx"],
  ],
  ["hugo", "content/", { "hugo.toml": "", "layouts/single.html": "x" }, ["md", "markdown", "mdown"]],
  ["jekyll", "", { "_config.yml": "theme: minima\n" }, ["md", "markdown", "mkd", "mkdn", "mkdown"]],
  ["jekyll", "", { "_config.yml": "theme: minima\nmarkdown_ext: md,mdwn\n" }, ["md", "mdwn"]],
  ["mintlify", "", { "docs.json": '{"navigation":{"pages":["a"]}}' }, ["md", "mdx"]],
  ["mkdocs", "docs/", { "mkdocs.yml": "site_name: A\n" }, ["md", "markdown", "mdown", "mkd", "mkdn"]],
  ["mkdocs", "docs/", { "zensical.toml": '[project]\nsite_name = "A"\n' }, ["md"]],
  ["plain", "docs/", {}, all],
  [
    "starlight",
    "src/content/docs/",
    {
      "astro.config.mjs":
        'import starlight from "@astrojs/starlight";\nexport default { integrations: [starlight({ title: "A" })] };',
    },
    ["md", "mdx"],
  ],
  ["vitepress", "docs/", { "docs/.vitepress/config.ts": "export default {};" }, ["md"]],
];

test.each(sites)(
  "%s builds the pages below %j with its own extensions",
  async (name, folder, files, extensions) => {
    const pages = Object.fromEntries(
      all.map((extension) => [`${folder}page-${extension}.${extension}`, page]),
    );
    const { site } = await openTexts({ ...files, [`${folder}a.md`]: page, ...pages });
    expect(site.shape.generator).toBe(name);
    const routed = all.filter((extension) =>
      site.configuration.hasRoute(`${folder}page-${extension}.${extension}`),
    );
    expect(routed).toEqual(extensions.toSorted((a, b) => all.indexOf(a) - all.indexOf(b)));
  },
);

describe("a page with another extension of Markdown", () => {
  const texts = {
    "README.md":
      "# Casting\n\n[cast](docs/cast.markdown#pour-it) [none](docs/cast.markdown#gone) [other](docs/cast.md)\n",
    "docs/cast.markdown": "# Cast\n\n## Pour it\n\n[tune](tune.md) [none](none.markdown)\n",
    "docs/tune.md": "# Tune\n\n[cast](cast.markdown)\n",
  };

  it("is checked as a page", async () => {
    const { site } = await openTexts(texts);
    const { findings } = await checkSite(site);
    expect(
      findings.map(({ path, target, suggestion }) => `${path} ${target} ${suggestion?.new ?? "-"}`).sort(),
    ).toEqual([
      "README.md docs/cast.markdown#gone -",
      "README.md docs/cast.md docs/cast.markdown",
      "docs/cast.markdown none.markdown -",
    ]);
  });

  it("takes its links along when it moves", async () => {
    const { site } = await openTexts(texts);
    const { edits } = await planMove(site, "docs/cast.markdown", "docs/make/cast.markdown");
    const text = (path: string) => edits.find((edit) => edit.path === path)?.text;
    expect(text("README.md")).toContain("[cast](docs/make/cast.markdown#pour-it)");
    expect(text("docs/make/cast.markdown")).toContain("[tune](../tune.md)");
    expect(text("docs/tune.md")).toContain("[cast](make/cast.markdown)");
  });
});
