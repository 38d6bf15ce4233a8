import { describe, expect, it } from "vitest";
import { judgeTexts } from "../../../test/helpers/judge-texts.ts";

type Texts = Record<string, string>;

/** Returns what the rule finds after a change; a renamed file's new text stands beside its removal. */
async function find(
  before: Texts,
  files: Record<string, string | null>,
  renames: Texts = {},
): Promise<string[]> {
  const { new: added } = await judgeTexts(before, { files, renames });
  const found = added.filter(({ rule }) => rule === "link-target");
  return found.map(
    ({ path, line, target, message, suggestion }) =>
      `${path}:${line} ${target} → ${suggestion?.new ?? "?"}: ${message.replace(/^.* and leads to /, "")}`,
  );
}

/** Before 3.9, a bare name counts from the docs folder first. */
const docusaurus: Texts = {
  "package.json": '{ "dependencies": { "@docusaurus/core": "3.8.1" } }',
  "docusaurus.config.js": 'module.exports = { baseUrl: "/", presets: [["classic", {}]] };\n',
  "docs/api/a.md": "# A\n\n[b](b.md) [b](./b.md) [c](/docs/api/b)\n",
  "docs/api/b.md": "# B\n",
};

const vitepress: Texts = {
  "docs/.vitepress/config.mts": "export default { rewrites: { 'd/one.md': 'one.md' } };\n",
  "docs/d/one.md": "# One\n\n[two](./two)\n",
  "docs/two.md": "# Two\n",
  "docs/d/two.md": "# Another two\n",
};

describe("a link that stays as it is", () => {
  it("is found if an added page comes first by its name", async () => {
    expect(await find(docusaurus, { "docs/b.md": "# Another B\n" })).toEqual([
      "docs/api/a.md:3 b.md → ./b.md: docs/b.md now",
    ]);
  });

  it("is found if a moved page comes first by its name", async () => {
    const before = { ...docusaurus, "docs/old/b.md": "# Another B\n" };
    const change = { "docs/old/b.md": null, "docs/b.md": "# Another B\n" };
    expect(await find(before, change, { "docs/old/b.md": "docs/b.md" })).toEqual([
      "docs/api/a.md:3 b.md → ./b.md: docs/b.md now",
    ]);
  });

  it("is found if its own page moves to an address from which it leads elsewhere", async () => {
    const before = {
      ...docusaurus,
      "docs/api/a.md": "# A\n\n[b](./b)\n",
      "docs/more/b.md": "# Another B\n",
    };
    const change = { "docs/api/a.md": null, "docs/more/a.md": "# A\n\n[b](./b)\n" };
    expect(await find(before, change, { "docs/api/a.md": "docs/more/a.md" })).toEqual([
      "docs/more/a.md:3 ./b → ../api/b: docs/more/b.md now",
    ]);
  });

  it("is found if the configuration gives its page another address", async () => {
    const change = { "docs/.vitepress/config.mts": "export default {};\n" };
    expect(await find(vitepress, change)).toEqual(["docs/d/one.md:3 ./two → ../two: docs/d/two.md now"]);
  });

  it.each<[what: string, change: Record<string, string | null>, renames?: Texts]>([
    ["nothing else has its name", { "docs/d.md": "# D\n" }],
    ["another text takes the place of the old page", { "docs/api/b.md": "# New words\n" }],
    [
      "another page moves to its place",
      { "docs/api/b.md": "# C\n", "docs/api/old-b.md": "# B\n" },
      { "docs/api/b.md": "docs/api/old-b.md" },
    ],
    [
      "its page gives up the address",
      { "docs/api/b.md": "---\nslug: /b2\n---\n# B\n", "docs/c.md": "---\nslug: /api/b\n---\n# C\n" },
    ],
  ])("is none if %s", async (_what, change, renames) => {
    expect(await find({ ...docusaurus, "docs/c.md": "# C\n" }, change, renames)).toEqual([]);
  });

  it("is none if the page moves to another version, whose page it leads to", async () => {
    const old = "versioned_docs/version-1.0";
    const texts = {
      ...{ ...docusaurus, "docs/d.md": "# D\n\n[e](./e.md)\n", "docs/e.md": "# E\n" },
      ...{ "versions.json": '["1.0"]\n', [`${old}/e.md`]: "# Old E\n" },
    };
    const change = { "docs/d.md": null, [`${old}/d.md`]: texts["docs/d.md"] };
    expect(await find(texts, change, { "docs/d.md": `${old}/d.md` })).toEqual([]);
  });

  const mkdocs = (structure: string): Texts => ({
    "mkdocs.yml": `plugins:\n  - i18n:\n      docs_structure: ${structure}\n      languages: [{ locale: en, default: true, build: true }, { locale: fr, build: true }]\n`,
  });
  const starlight = {
    "astro.config.mjs":
      'import starlight from "@astrojs/starlight";\nexport default { integrations: [starlight({ title: "T", locales: { root: { lang: "en" }, fr: {} } })] };\n',
  };
  const french = {
    ...docusaurus,
    "docusaurus.config.js":
      'module.exports = { baseUrl: "/", i18n: { defaultLocale: "en", locales: ["en", "fr"] }, presets: [["classic", {}]] };\n',
  };
  it.each<[where: string, path: string, english: string, link: string, texts: Texts]>([
    ["Starlight", "src/content/docs/fr/b.md", "src/content/docs/b.md", "/fr/b/", starlight],
    ["MkDocs, by folders", "docs/fr/b.md", "docs/b.md", "./b.md", mkdocs("folder")],
    ["MkDocs, by names", "docs/b.fr.md", "docs/b.md", "./b.md", mkdocs("suffix")],
    ["Docusaurus", "i18n/fr/docusaurus-plugin-content-docs/current/b.md", "docs/b.md", "/fr/docs/b", french],
    [
      "Hugo",
      "content/b.fr.md",
      "content/b.md",
      '{{< ref "b.md" >}}',
      { "hugo.toml": "[languages.en]\n[languages.fr]\n" },
    ],
  ])("is none if it leads to the new translation of its page: %s", async (_, path, english, link, given) => {
    const page = (text: string) => `---\ntitle: T\n---\n\n${text}\n`;
    const texts: Texts = {
      ...given,
      [english]: page("Words."),
      [english.replace("b.md", "a.md")]: page("Words."),
      [path.replace("b.", "a.")]: page(`[b](${link})`),
    };
    expect(await find(texts, { [path]: page("Le B.") })).toEqual([]);
  });
});
