import { expect, it } from "vitest";
import { openTexts } from "../../../test/fixtures/sites/open-fixture.ts";
import { planMove } from "../changes/plan-move.ts";

const page = '<link rel=canonical href="https://d.example/all/pay/members/">';
const mkdocs = {
  "mkdocs.yml": "site_name: T\nsite_url: https://d.example/\n",
  "docs/index.md": "# T\n\n[a](all/pay/members.md)\n",
  "docs/all/pay/members.md": "# A\n",
};

const held = async (files: Record<string, string>) => {
  const { site } = await openTexts(files);
  const { unclear } = await planMove(site, "docs/all/pay/members.md", "docs/in/b.md");
  return unclear.map(({ path }) => path);
};

it.each<[string, Record<string, string>]>([
  ["MkDocs", { "site/index.html": page, "site/404.html": "", "site/b/index.html": page }],
  ["Sphinx", { "_build/html/index.html": page, "_build/html/objects.inv": "" }],
])("does not look into what %s has built", async (_, built) => {
  expect(await held({ ...mkdocs, ...built })).toEqual([]);
});

it("looks into pages of HTML that nothing built, and static files", async () => {
  expect(await held({ ...mkdocs, "site/index.html": page })).toContain("site/index.html");
  const vitepress = {
    "docs/.vitepress/config.js": 'export default { sitemap: { hostname: "https://d.example/" } };',
    "docs/all/pay/members.md": "# A\n",
    "docs/index.md": "# T\n",
    "docs/public/index.html": page,
    "docs/public/404.html": "",
  };
  expect(await held(vitepress)).toContain("docs/public/index.html");
});
