import { expect, test } from "vitest";
import { openTexts } from "../../../test/fixtures/sites/open-fixture.ts";
import { planMove } from "./plan-move.ts";

const folder = "src/content/docs";
const fields = (beside: string, above: string) =>
  `---\ntitle: T # ./a.png\nhero:\n  image:\n    file: ${beside}\n    dark: "${above}"\n  tags: [${beside}, './none.png']\n  text: in ./a.png\n---\n\n[./a.png](/x)\n`;

test.each([
  ["guides/new/b.md", "../a.png", "../../../../assets/b.png"],
  ["b.md", "./guides/a.png", "../../assets/b.png"],
  ["guides/b.md", "./a.png", "../../../assets/b.png"],
])("files in the front matter of a page that moves to %s stay what they are", async (to, beside, above) => {
  const from = `${folder}/guides/a.md`;
  const { site } = await openTexts({
    "astro.config.mjs":
      'import starlight from "@astrojs/starlight";\nexport default defineConfig({ integrations: [starlight({ title: "T" })] });\n',
    [from]: fields("./a.png", "../../../assets/b.png"),
    [`${folder}/guides/a.png`]: "",
    "src/assets/b.png": "",
  });
  const { edits } = await planMove(site, from, `${folder}/${to}`);
  const moved = edits.find(({ path }) => path === `${folder}/${to}`);
  expect(moved?.text ?? fields("./a.png", "../../../assets/b.png")).toBe(fields(beside, above));
});

test("relative links of VitePress' front matter lead to the same pages after a move", async () => {
  const page = (other: string, up: string, self: string) =>
    `---\nprev:\n  text: O\n  link: ${other}#deep\nnext:\n  text: I\n  link: ${up}\nhero:\n  actions:\n    - text: S\n      link: ${self}\n---\n\n# A\n`;
  const { site } = await openTexts({
    "docs/.vitepress/config.ts": "export default { cleanUrls: true };\n",
    "docs/index.md": "# I\n",
    "docs/guide/a.md": page("./other", "../index", "./a"),
    "docs/guide/other.md": "---\nnext:\n  text: A\n  link: ./a\n---\n\n# O\n\n## Deep\n",
  });
  const { edits, unclear } = await planMove(site, "docs/guide/a.md", "docs/deep/er/a.md");
  expect(unclear).toEqual([]);
  expect(Object.fromEntries(edits.map(({ path, text }) => [path, text]))).toEqual({
    "docs/deep/er/a.md": page("/guide/other", "/index", "/deep/er/a"),
    "docs/guide/other.md": "---\nnext:\n  text: A\n  link: /deep/er/a\n---\n\n# O\n\n## Deep\n",
  });
});
