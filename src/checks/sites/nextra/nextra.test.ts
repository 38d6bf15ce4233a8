import { expect, it } from "vitest";
import { openTexts } from "../../../../test/fixtures/sites/open-fixture.ts";
import { testFindings } from "../../../../test/helpers/test-findings.ts";
import { planDelete } from "../../changes/plan-delete.ts";
import { planMove } from "../../changes/plan-move.ts";
import { checkSite } from "../../check-site.ts";

const nextra = (members: string) =>
  `import nextra from "nextra";\nconst old = [{ source: "/old", destination: "/guide", permanent: true }];\nexport default nextra({})({ ${members} });\n`;
const showsContent = 'import { importPage } from "nextra/pages";\n';

testFindings("Nextra", [
  {
    name: "what a wrapper adds to the configuration as a spread says nothing of the addresses",
    files: {
      "next.config.mjs":
        'import nextra from "nextra";\nconst withNextra = nextra({});\nexport default { ...withNextra(), basePath: "/docs" };\n',
      "app/page.mdx": '# A\n\n[a](/none) <a href="/docs/none">b</a> <a href="/none">c</a>\n',
    },
    found: ["internal-link app/page.mdx /docs/none", "internal-link app/page.mdx /none"],
    left: 1,
  },
  {
    name: "of what a condition adds to the configuration, only these options are not known",
    files: {
      "next.config.mjs":
        'import nextra from "nextra";\nexport default nextra({})({ output: "export", ...(isHosted && { basePath: "/kit" }), ...(isHosted ? { env: {} } : { images: {} }) });\n',
      "app/[[...mdxPath]]/page.jsx": showsContent,
      "content/guide.mdx": "# Guide\n",
      "content/index.mdx": '# A\n\n[a](/guide) [b](/none) <a href="/kit/guide">c</a>\n',
    },
    found: ["internal-link content/index.mdx /none"],
    left: 1,
  },
  {
    name: "links of components may have the base in front, or leave it to Next.js",
    files: {
      "next.config.mjs": nextra('basePath: "/docs"'),
      "app/page.mdx":
        '# A\n\n<Card href="/guide#none" /> <Link href="/docs/guide#none" /> <Card href="/none" /> <a href="/guide#none">b</a>\n',
      "app/guide/page.mdx": "# Guide\n",
    },
    found: ["anchor app/page.mdx /docs/guide#none", "anchor app/page.mdx /guide#none"],
    left: 2,
  },
  {
    name: "the space before a component in a heading is a hyphen of its id",
    files: {
      "next.config.mjs": nextra(""),
      "app/page.mdx":
        "# A\n\n## Ropes <Badge />\n\n## <Icon /> Knots\n\n[a](#ropes) [b](#ropes-) [c](#-knots)\n",
    },
    found: ["anchor app/page.mdx #ropes"],
    left: 0,
  },
  {
    name: "redirects that a function gives, folders with a parameter, groups and handlers",
    files: {
      "next.config.mjs": nextra("async redirects() { return old; }"),
      "app/(docs)/[[...mdxPath]]/page.jsx": showsContent,
      "app/(docs)/examples/[...slug]/page.jsx": "export default () => null;\n",
      "app/(shop)/pricing/page.jsx": "export default () => null;\n",
      "app/feed.xml/route.js": "export const GET = () => null;\n",
      "content/guide.mdx": "# Guide\n",
      "content/index.mdx":
        "# A\n\n[a](/guide) [b](/old) [c](/none) [d](/examples/any) [e](/pricing) [f](/feed.xml) [g](/example)\n",
    },
    found: [
      "internal-link content/index.mdx /example",
      "internal-link content/index.mdx /none",
      "redirect content/index.mdx /old",
    ],
    left: 1,
  },
  {
    name: "a package with Nextra inside, which takes the base of the site from outside",
    files: {
      "next.config.mjs":
        'import { withGuildDocs } from "@theguild/components/next.config";\nexport default withGuildDocs({ nextraConfig: { contentDirBasePath: "/docs" } });\n',
      "src/app/docs/[[...mdxPath]]/page.tsx": 'import { importPage } from "@theguild/components/pages";\n',
      "src/content/_meta.ts": 'export default { index: "Home", guide: "Guide", none: "None" };\n',
      "src/content/guide.mdx": "# Guide\n",
      "src/content/index.mdx": '# A\n\n[a](/docs/guide) [b](/docs/none) <a href="/x/docs/guide">c</a>\n',
    },
    found: [
      "internal-link src/content/index.mdx /docs/none",
      "navigation src/content/_meta.ts src/content/none",
    ],
    left: 1,
  },
  {
    name: "a component of the site's own may have the id, a picture and another's component have none",
    files: {
      "next.config.mjs": nextra(""),
      "app/page.mdx": "# A\n\n[a](/own#x) [b](/other#x)\n",
      "app/own/page.mdx": "import Props from '@/props/loom';\n\n# Own\n\n<Props />\n",
      "app/other/page.mdx":
        "import { Callout } from 'nextra/components';\nimport loom from './loom.png';\n\n# Other\n\n<Callout />\n",
      "app/other/loom.png": "",
    },
    found: ["anchor app/page.mdx /other#x"],
    left: 0,
  },
  {
    name: "the page of a menu's own folder",
    files: {
      "next.config.mjs": nextra(""),
      "app/_meta.js": 'export default { index: "Home", guide: "Guide", none: "None" };\n',
      "app/page.mdx": "# A\n\n[a](/guide)\n",
      "app/guide/page.mdx": "# Guide\n",
    },
    found: ["navigation app/_meta.js app/none"],
    left: 0,
  },
  {
    name: "only what may be redirected or rewritten is open",
    files: {
      "next.config.mjs": nextra(
        'redirects: () => [...old, { source: "/for-some/:id", destination: "/guide", permanent: true, has: [] }, { source: "/today", destination: "/guide", permanent: false }, { source: "/outside", destination: "/guide", permanent: true, basePath: false }], rewrites: async () => ({ beforeFiles: [{ source: "/play/:path*", destination: "https://play.test/:path*" }] })',
      ),
      "pages/errors/[id].jsx": "export default () => null;\n",
      "pages/guide.mdx": "# Guide\n",
      "pages/index.mdx":
        "# A\n\n[a](/none) [b](/for-some/1) [c](/today) [d](/play/x) [e](/errors/149) [f](/playing) [g](/outside)\n",
    },
    found: ["internal-link pages/index.mdx /none", "internal-link pages/index.mdx /playing"],
    left: 4,
  },
  {
    name: "of sources with a choice of names, only those names are redirected; other patterns leave their folder open",
    files: {
      "next.config.mjs": nextra(
        'redirects: () => [{ source: "/docs/:kind(boats|rafts)/:rest*", destination: "/guide", permanent: true }, { source: "/:name(chat|contact)", destination: "https://chat.test", permanent: true }, { source: "/notes/v:number(\\\\d+)", destination: "/guide", permanent: true }, { source: "/today/:day", destination: "/guide", permanent: false }]',
      ),
      "pages/guide.mdx": "# Guide\n",
      "pages/index.mdx":
        "# A\n\n[a](/docs/none) [b](/docs/rafts/x) [c](/chat) [d](/chats) [e](/notes/v1) [f](/today/1) [g](/today/1/2)\n",
    },
    found: [
      "internal-link pages/index.mdx /chats",
      "internal-link pages/index.mdx /docs/none",
      "internal-link pages/index.mdx /today/1/2",
      "redirect pages/index.mdx /docs/rafts/x",
    ],
    left: 1,
  },
  ...["pages/a.mdx", "app/a/page.mdx"].map((path) => ({
    name: `summaries have ids from version 4 on: ${path}`,
    files: {
      "next.config.mjs": nextra(""),
      [path]: "# A\n\n<details>\n  <summary>More</summary>\n</details>\n\n[a](#none)\n",
    },
    found: path.startsWith("pages") ? [`anchor ${path} #none`] : [],
    left: 0,
  })),
  {
    name: "pages of a folder of its own beside an app that is code",
    files: {
      "next.config.mjs": nextra(""),
      "app/page.tsx": "export default () => null;\n",
      "app/team/page.tsx": "export default () => null;\n",
      "pages/guide.mdx": "# Guide\n",
      "pages/tools.tsx": "export default () => null;\n",
      "pages/start.mdx": "# A\n\n[a](/none) [b](/guide) [c](/) [d](/team) [e](/tools) [f](/guide#none)\n",
    },
    found: ["anchor pages/start.mdx /guide#none", "internal-link pages/start.mdx /none"],
    left: 0,
  },
  {
    name: "redirects that are computed may be of any address",
    files: {
      "next.config.mjs": nextra("redirects: () => readOld()"),
      "pages/guide.mdx": "# Guide\n",
      "pages/index.mdx": "# A\n\n[a](/none) [b](/guide)\n",
    },
    found: [],
    left: 1,
  },
  {
    name: "redirects that are put together from constants",
    files: {
      "next.config.mjs": `const base = "/v1";\n${nextra(`redirects: () => [{ source: \`\${base}/old\`, destination: \`\${base}/guide\`, permanent: true }, { source: process.env.OLD, destination: base, permanent: true }]`)}`,
      "pages/v1/guide.mdx": "# Guide\n",
      "pages/index.mdx": "# A\n\n[a](/v1/old) [b](/none)\n",
    },
    found: ["redirect pages/index.mdx /v1/old"],
    left: 1,
  },
  {
    name: "Next.js puts a base that is computed before links of Markdown, and not into HTML",
    files: {
      "next.config.mjs": nextra('basePath: process.env.BASE || ""'),
      "pages/guide.mdx": "# Guide\n",
      "pages/index.mdx": '# A\n\n[a](/none) [b](/guide) <a href="/none">c</a>\n',
    },
    found: ["internal-link pages/index.mdx /none"],
    left: 1,
  },
  {
    name: "relative links of what others show count from those",
    files: {
      "next.config.mjs": nextra(""),
      "pages/index.mdx": 'import Part from "../parts/part.mdx"\n\n# A\n\n<Part />\n',
      "pages/api/index.mdx": 'import Part from "../../parts/part.mdx"\n\n# B\n\n<Part />\n\n[a](./none)\n',
      "parts/part.mdx": "[a](../guide.mdx) [b](./part.mdx)\n",
    },
    found: ["internal-link pages/api/index.mdx ./none"],
    left: 1,
  },
  {
    name: "a configuration of Docusaurus that publishes nothing is none of the site",
    files: {
      "next.config.mjs": nextra(""),
      "pages/index.mdx": "# A\n\n[a](/none)\n",
      "packages/plugin/docusaurus.config.js": 'module.exports = { plugins: [require("./dist")] };\n',
      "packages/plugin/README.md": "# Plugin\n",
    },
    found: ["internal-link pages/index.mdx /none"],
    left: 0,
  },
]);

it("replaces a link to a redirect by the page's address, not by its file's", async () => {
  const { site } = await openTexts({
    "next.config.mjs": nextra("redirects: () => old"),
    "app/guide/page.mdx": "# Guide\n",
    "app/page.mdx": "# A\n\n[a](/old) [b](/old?x=1)\n",
  });
  const { findings } = await checkSite(site);
  expect(findings.map(({ suggestion }) => suggestion?.new)).toEqual(["/guide", "/guide?x=1"]);
});

it.each([
  ["a known base", 'basePath: "/docs"', '[a](/new) [b](/docs/old) <a href="/docs/new">c</a>'],
  ["a computed base", "basePath: process.env.BASE", '[a](/new) [b](/docs/old) <a href="/docs/old">c</a>'],
])("links follow a page that moves below %s", async (_, members, moved) => {
  const { site } = await openTexts({
    "next.config.mjs": nextra(members),
    "pages/index.mdx": '# A\n\n[a](/old) [b](/docs/old) <a href="/docs/old">c</a>\n',
    "pages/old.mdx": "# Old\n",
  });
  const { edits } = await planMove(site, "pages/old.mdx", "pages/new.mdx");
  expect(edits.map(({ text }) => text)).toEqual([`# A\n\n${moved}\n`]);
});

it("a link to a redirect for some time holds back no move of a page with the same last name", async () => {
  const { site } = await openTexts({
    "next.config.mjs": nextra(
      'redirects: () => [{ source: "/cli/guide", destination: "/guide", permanent: false }]',
    ),
    "pages/guide.mdx": "# Guide\n",
    "pages/index.mdx": "# A\n\n[a](/cli/guide)\n",
  });
  const { unclear, edits } = await planMove(site, "pages/guide.mdx", "pages/help.mdx");
  expect(unclear).toEqual([]);
  expect(edits.map(({ text }) => text)).toEqual([expect.stringContaining('destination: "/help"')]);
});

it("finds a missing anchor behind a redirect, unless the redirect has one of its own", async () => {
  const { site } = await openTexts({
    "next.config.mjs": nextra(
      'redirects: () => [...old, { source: "/older", destination: "/guide#ropes", permanent: true }]',
    ),
    "pages/guide.mdx": "# Guide\n\n## Ropes\n",
    "pages/index.mdx": "# A\n\n[a](/old#ropes) [b](/old#none) [c](/older#none)\n",
  });
  const { findings } = await checkSite(site);
  expect(findings.filter(({ rule }) => rule === "anchor").map(({ target }) => target)).toEqual(["/old#none"]);
});

it("redirects count from the base, and those for some time lead to pages too", async () => {
  const { site } = await openTexts({
    "next.config.mjs": nextra(
      'basePath: "/docs", redirects: () => [...old, { source: "/older", destination: "/none", permanent: true }, { source: "/today", destination: "/nowhere", permanent: false }]',
    ),
    "pages/guide.mdx": "# Guide\n\n[a](/today)\n",
  });
  const { findings } = await checkSite(site);
  expect(findings.map(({ rule, target }) => `${rule} ${target}`)).toEqual([
    "redirect-target /none",
    "redirect-target /nowhere",
  ]);
  const plan = await planMove(site, "pages/guide.mdx", "pages/rig/guide.mdx");
  expect(plan.edits.map(({ what, text }) => [what, text.match(/const old = .*/)?.[0]])).toEqual([
    ["2 redirects", expect.stringContaining('"/rig/guide"')],
  ]);
  expect(plan.notes.filter((note) => note.includes("by hand"))).toEqual([]);
});

const meta = (tree: string) => `export default {
  home: { title: "Home", href: "https://example.com", type: "page" },
  Search: { type: "separator", title: "Search" },
${tree}  search: { title: "Search" },
};
`;
const tree = '  tree: { title: "Tree", type: "doc" },\n';

it.each([
  ["content/tree.mdx", "content/trees.mdx", meta(tree.replace("tree:", "trees:"))],
  ["content/tree.mdx", "content/search/tree.mdx", meta("")],
  ["content/search/index.mdx", "content/finding.mdx", meta(tree)],
  ["content/home.mdx", "content/start.mdx", meta(tree)],
])(
  "names of menus that are folders, lines or other sites hold no page: %s to %s",
  async (from, to, after) => {
    const files = {
      "content/_meta.js": meta(tree),
      "content/tree.mdx": "# T\n",
      "content/home.mdx": "# H\n",
    };
    const { site } = await openTexts({
      ...{ ...files, "next.config.mjs": nextra(""), "app/[[...path]]/page.jsx": 'from "nextra/pages"\n' },
      ...{ "content/search/index.mdx": "# S\n", "content/search/deep.mdx": "# D\n" },
    });
    const { edits, unclear } = await planMove(site, from, to);
    expect(unclear).toEqual([]);
    expect(edits.map(({ text }) => text)).toEqual(after === meta(tree) ? [] : [after]);
  },
);

it("the title of a folder in a menu holds the page beside it no more than its name", async () => {
  const { site } = await openTexts({
    ...{
      "next.config.mjs": nextra(""),
      "pages/_meta.json": '{ "ropes": "Ropes", "old": { "href": "/knots" } }\n',
    },
    ...{ "pages/ropes.mdx": "# R\n", "pages/ropes/a.mdx": "# A\n", "pages/knots.mdx": "# K\n" },
  });
  expect((await planMove(site, "pages/ropes.mdx", "pages/ropes/index.mdx")).unclear).toEqual([]);
  expect((await planMove(site, "pages/knots.mdx", "pages/ties.mdx")).unclear).toHaveLength(1);
});

it("moves and deletes the translations to which the language menu leads", async () => {
  const { site } = await openTexts({
    "next.config.mjs": nextra('i18n: { locales: ["en", "fr", "zh"], defaultLocale: "en" }'),
    "app/[lang]/[[...mdxPath]]/page.jsx": showsContent,
    ...{ "content/en/a.mdx": "# A\n", "content/fr/a.mdx": "# A\n", "content/en/b.mdx": "# B\n" },
    ...{ "content/zh/index.mdx": "# Z\n", "content/en/index.mdx": "# E\n" },
  });
  const french = { from: "content/fr/a.mdx", ifLeft: expect.stringMatching(/^the language menu of/) };
  const { firstMoves } = await planMove(site, "content/en/a.mdx", "content/en/more/c.mdx");
  expect(firstMoves).toEqual([{ ...french, to: "content/fr/more/c.mdx" }]);
  expect((await planDelete(site, "content/en/a.mdx")).translations).toEqual([{ ...french, to: french.from }]);
  expect((await planMove(site, "content/fr/a.mdx", "content/fr/c.mdx")).firstMoves).toMatchObject([
    { from: "content/en/a.mdx", to: null, isMain: true },
  ]);
  expect((await planDelete(site, "content/en/b.mdx")).translations).toBeUndefined();
});

it("rewrites links in several languages, with a language where they name one", async () => {
  const text = "[a](/a) [b](/en/a#x) [c](./a) [d](/fr/a)\n";
  const { site } = await openTexts({
    "next.config.mjs": nextra('i18n: { locales: ["en", "fr"], defaultLocale: "en" }'),
    "app/[lang]/[[...mdxPath]]/page.jsx": showsContent,
    ...{ "content/en/a.mdx": "# A\n", "content/en/index.mdx": text, "content/en/more/b.mdx": "[a](../a)\n" },
    ...{ "content/fr/a.mdx": "# A\n", "content/fr/index.mdx": text },
  });
  const { edits, unclear } = await planMove(site, "content/en/a.mdx", "content/en/more/c.mdx");
  expect(Object.fromEntries(edits.map((edit) => [edit.path, edit.text]))).toEqual({
    "content/en/index.mdx": "[a](/more/c) [b](/en/more/c#x) [c](./more/c) [d](/fr/a)\n",
    "content/en/more/b.mdx": "[a](c)\n",
    "content/fr/index.mdx": text.replace("/en/a", "/en/more/c"),
  });
  expect(unclear).toEqual([]);
});
