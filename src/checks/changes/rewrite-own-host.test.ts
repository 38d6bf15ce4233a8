import { expect, test } from "vitest";
import { openTexts } from "../../../test/fixtures/sites/open-fixture.ts";
import { planMove } from "./plan-move.ts";

const docusaurus = (base: string, more = "") =>
  `module.exports = { url: "https://d.example", baseUrl: ${base}, ${more} presets: [["classic", {}]] };\n`;
const vitepress = 'export default { base: "/p/", sitemap: { hostname: "https://d.example/p/" } };\n';

interface Case {
  name: string;
  config: Record<string, string>;
  written: string;
  /** Null if it is not known, so that it holds the move back. */
  now: string | null;
}

const cases: Case[] = [
  {
    name: "Docusaurus",
    config: { "docusaurus.config.js": docusaurus('"/p/"') },
    written: "https://d.example/p/docs/a",
    now: "https://d.example/p/docs/c/b",
  },
  {
    name: "Docusaurus, with a slash",
    config: { "docusaurus.config.js": docusaurus('"/p/"', "trailingSlash: true,") },
    written: "https://d.example/p/docs/a/?q#x",
    now: "https://d.example/p/docs/c/b/?q#x",
  },
  {
    name: "Docusaurus, with redirects",
    config: {
      "docusaurus.config.js": docusaurus(
        '"/p/"',
        'plugins: [["@docusaurus/plugin-client-redirects", { redirects: [] }]],',
      ),
    },
    written: "https://d.example/p/docs/a",
    now: "https://d.example/p/docs/a",
  },
  {
    name: "Docusaurus, with a base that is computed",
    config: { "docusaurus.config.js": docusaurus("process.env.BASE") },
    written: "https://d.example/p/docs/a",
    now: null,
  },
  {
    name: "MkDocs, below a path",
    config: { "mkdocs.yml": "site_name: T\nsite_url: https://d.example/p/\n" },
    written: "https://d.example/p/a/#x",
    now: "https://d.example/p/c/b/#x",
  },
  {
    name: "MkDocs, on the host of a file CNAME",
    config: { "mkdocs.yml": "site_name: T\n", "docs/CNAME": "d.example" },
    written: "https://d.example/a/",
    now: "https://d.example/c/b/",
  },
  {
    name: "mdBook",
    config: {
      "book.toml": '[book]\nsrc = "docs"\n[output.html]\ncname = "d.example"\n',
      "docs/SUMMARY.md": "- [A](a.md)\n",
    },
    written: "https://d.example/a.html#x",
    now: "https://d.example/c/b.html#x",
  },
  {
    name: "VitePress",
    config: { "docs/.vitepress/config.ts": vitepress },
    written: "https://d.example/p/a.html#x",
    now: "https://d.example/p/c/b.html#x",
  },
];

test.each(cases)("a move rewrites full addresses on the site's own host: $name", async (one) => {
  const { config, written, now } = one;
  const other = "[c](https://d.example/q/docs/a) [d](https://other.example/p/docs/a)";
  const { site } = await openTexts({
    ...config,
    "docs/a.md": "# A\n\n## X\n",
    "docs/index.md": `# I\n\n[a](${written}) ${other}\n`,
  });
  const { edits, unclear } = await planMove(site, "docs/a.md", "docs/c/b.md");
  expect(unclear.map(({ target }) => target)).toEqual(
    now === null ? [written, "https://d.example/q/docs/a"] : [],
  );
  const index = edits.find(({ path }) => path === "docs/index.md");
  expect(index?.text ?? null).toBe(now === null || now === written ? null : `# I\n\n[a](${now}) ${other}\n`);
});

test("bare addresses and those in front matter follow as well, code does not", async () => {
  const [old, now] = ["https://d.example/p/docs/a", "https://d.example/p/docs/b"];
  const text = (one: string) =>
    `---\nexcerpt: "[a](${one}), ${one}."\n---\n\nSee ${one}?x=1 or <${one}>, not ${old}-1.\n\nOr \`${old}\`.\n`;
  const { site } = await openTexts({
    "docusaurus.config.js": docusaurus('"/p/"'),
    "docs/a.md": "# A\n",
    "docs/c.mdx": `${text(old).replace("<https", "(https").replace(">,", "),")}`,
    "docs/d.md": text(old),
    "src/x.js": `export const a = "${old}";\n`,
  });
  const { edits, unclear } = await planMove(site, "docs/a.md", "docs/b.md");
  expect(edits).toMatchObject([
    { path: "docs/c.mdx", text: text(now).replace("<https", "(https").replace(">,", "),") },
    { path: "docs/d.md", text: text(now) },
  ]);
  expect(unclear).toEqual([{ path: "src/x.js", line: 1, target: old }]);
});
