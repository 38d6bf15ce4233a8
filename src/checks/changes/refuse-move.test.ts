import { describe, expect, it } from "vitest";
import { openTexts } from "../../../test/fixtures/sites/open-fixture.ts";
import { planMove } from "./plan-move.ts";

type Texts = Record<string, string>;

const page = "---\ntitle: T\n---\n\nWords.\n";
const starlight = {
  "astro.config.mjs":
    'import starlight from "@astrojs/starlight";\nexport default { integrations: [starlight({ title: "T", locales: { root: { lang: "en" }, fr: {} } })] };\n',
};

async function refusal(texts: Texts, from: string, to: string): Promise<string | undefined> {
  const { site } = await openTexts({ ...texts, [from]: texts[from] ?? page });
  return (await planMove(site, from, to)).refusal;
}

const docusaurus = {
  "docusaurus.config.js": 'module.exports = { baseUrl: "/", presets: [["classic", {}]] };\n',
};

describe("a move to the address of another page", () => {
  it.each<[what: string, texts: Texts, other: string, to: string]>([
    ["MkDocs", { "mkdocs.yml": "site_name: T\n" }, "docs/rig.md", "docs/rig/index.md"],
    ["Mintlify", { "docs.json": '{ "navigation": { "pages": [] } }' }, "rig/index.mdx", "rig.mdx"],
    ["Starlight", starlight, "src/content/docs/rig.mdx", "src/content/docs/rig/index.mdx"],
    ["Hugo", { "hugo.toml": "" }, "content/rig/index.md", "content/rig.md"],
    [
      "VitePress, by a rewrite",
      { "docs/.vitepress/config.ts": "export default { rewrites: { 'hull.md': 'rig.md' } };\n" },
      "docs/hull.md",
      "docs/rig.md",
    ],
    [
      "Docusaurus, by a slug",
      { ...docusaurus, "docs/hull.md": "---\nslug: /rig\n---\n\nWords.\n" },
      "docs/hull.md",
      "docs/rig.md",
    ],
  ])("is refused on %s", async (_what, texts, other, to) => {
    const from = to.replace(/(?:rig\/)?[^/]+(?=\.mdx?$)/, "away/from");
    expect(await refusal({ [other]: page, ...texts }, from, to)).toContain(
      `${other} has the address that ${to} would have`,
    );
  });

  it.each<[what: string, texts: Texts, from: string, to: string]>([
    ["the page's own", { "mkdocs.yml": "site_name: T\n" }, "docs/rig.md", "docs/rig/index.md"],
    [
      "shown in the place of a translation",
      { ...starlight, "src/content/docs/rig.md": page },
      "src/content/docs/fr/mast.md",
      "src/content/docs/fr/rig.md",
    ],
    [
      "of a page that states another one",
      { ...docusaurus, "docs/rig/index.md": "---\nslug: /ship\n---\n\nWords.\n" },
      "docs/mast.md",
      "docs/rig.md",
    ],
  ])("is made if it is %s", async (_what, texts, from, to) => {
    expect(await refusal(texts, from, to)).toBeUndefined();
  });
});
