import { expect, it } from "vitest";
import { openTexts } from "../../test/fixtures/sites/open-fixture.ts";
import { checkSite } from "./check-site.ts";
import { describeJudged } from "./reports/describe-judged.ts";

async function judgedOf(files: Record<string, string>) {
  const report = await checkSite((await openTexts(files)).site);
  const { rules } = describeJudged([report], {});
  return rules.find(({ rule }) => rule === "navigation");
}

const vitepress = (sidebar: string) => ({
  ".vitepress/config.ts": `const group = (items) => ({ items });\nexport default { themeConfig: { nav: [{ text: "A", link: "/a" }], sidebar: ${sidebar} } };\n`,
  "a.md": "# A\n",
});
const docusaurus = (sidebar: string) => ({
  "docusaurus.config.js":
    'module.exports = { url: "https://h.example", baseUrl: "/", presets: [["classic", { docs: { sidebarPath: "./sidebars.js" } }]], themeConfig: {} };\n',
  "sidebars.js": `module.exports = { docs: ${sidebar} };\n`,
  "docs/a.md": "# A\n",
});
const starlight = (sidebar: string) => ({
  "astro.config.mjs": `import starlight from "@astrojs/starlight";\nexport default defineConfig({ integrations: [starlight({ title: "T", sidebar: ${sidebar} })] });\n`,
  "src/content/docs/a.md": "---\ntitle: A\n---\n",
});

it.each([
  [
    "VitePress",
    vitepress('[{ text: "A", link: "/a" }]'),
    vitepress('[...group([{ text: "A", link: "/a" }])]'),
  ],
  ["Docusaurus", docusaurus('["a"]'), docusaurus('require("./made").pages')],
  ["Starlight", starlight('["a"]'), starlight("await readPages()")],
  [
    "MkDocs",
    { "mkdocs.yml": "nav: [a.md]\n", "docs/a.md": "# A\n" },
    { "mkdocs.yml": "nav: [a.md]\nplugins: [own-pages]\n", "docs/a.md": "# A\n" },
  ],
])("%s: what of the navigation is computed is said to be not judged", async (_, written, open) => {
  expect(await judgedOf(written)).toMatchObject({ state: "judged", reason: null });
  expect(await judgedOf(open)).toMatchObject({ state: "partly", reason: expect.any(String) });
});

it("the navigation of a site whose generator is not known is said to be not judged", async () => {
  expect(await judgedOf({ "a.md": "---\ntitle: A\n---\n" })).toMatchObject({
    state: "partly",
    reason: "the generator of this site is not known",
  });
});
