import { describe, expect, it } from "vitest";
import { openTexts } from "../../../../test/fixtures/sites/open-fixture.ts";
import { nextra } from "../../../../test/helpers/nextra-config.ts";
import { testFindings } from "../../../../test/helpers/test-findings.ts";
import { planDelete } from "../../changes/plan-delete.ts";
import { planMove } from "../../changes/plan-move.ts";

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
  const { unclear, edits } = await planMove(site, "pages/knots.mdx", "pages/ties.mdx");
  expect(unclear).toEqual([]);
  expect(edits.map(({ text }) => text)).toEqual([expect.stringContaining('"old": { "href": "/ties" }')]);
});

it("the name of a folder leaves the menu with the folder's pages, one after the other", async () => {
  const files = {
    ...{ "next.config.mjs": nextra(""), "pages/_meta.json": '{ "knots": "K", "ropes": "R" }\n' },
    ...{ "pages/ropes/a.mdx": "# A\n", "pages/ropes/b.mdx": "# B\n", "pages/knots.mdx": "# K\n" },
  };
  const fixture = await openTexts(files);
  expect((await planDelete(fixture.site, "pages/ropes/a.mdx")).edits).toEqual([]);
  await fixture.set({ "pages/ropes/a.mdx": null });
  expect((await planDelete(fixture.site, "pages/ropes/b.mdx")).edits).toMatchObject([
    { path: "pages/_meta.json", text: '{ "knots": "K" }\n' },
  ]);
});

it("the name of a folder leaves the menu with the folder's last page", async () => {
  const files = {
    "next.config.mjs": nextra(""),
    "pages/_meta.json": '{ "knots": "Knots", "ropes": "Ropes" }\n',
    "pages/ropes/_meta.json": '{ "a": "A" }\n',
    ...{ "pages/ropes/a.mdx": "# A\n", "pages/ropes/a.png": "", "pages/knots.mdx": "# K\n" },
  };
  const menuOf = async (to: string | null, more: Record<string, string> = {}) => {
    const { site } = await openTexts({ ...files, ...more });
    const from = "pages/ropes/a.mdx";
    const { edits } = to === null ? await planDelete(site, from) : await planMove(site, from, to);
    return edits.find(({ path }) => path === "pages/_meta.json")?.text;
  };
  for (const to of ["pages/more/a.mdx", null]) {
    expect(await menuOf(to)).toBe('{ "knots": "Knots" }\n');
    expect(await menuOf(to, { "pages/ropes/more/b.mdx": "# B\n" })).toBeUndefined();
  }
  expect(await menuOf("pages/ropes/more/a.mdx")).toBeUndefined();
  expect(await menuOf("pages/b.mdx")).toBe('{ "knots": "Knots", "b": "Ropes" }\n');
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

describe("a page in a folder of the app", () => {
  const meta = (...keys: string[]) =>
    `const meta = {\n${keys.map((key) => `  ${key}: "T",\n`).join("")}};\n\nexport default meta;\n`;
  const open = async () => {
    const { site } = await openTexts({
      "next.config.mjs": 'import nextra from "nextra";\nexport default nextra({})({});\n',
      "app/page.mdx": "# A\n",
      "app/boats/_meta.js": meta("sails", "ropes", "rig"),
      "app/boats/sails/page.mdx": "# Sails\n",
      "app/boats/ropes/page.mdx": "# Ropes\n",
      "app/boats/ropes/knots/page.mdx": "# Knots\n",
      "app/boats/rig/page.jsx": "export default () => null;\n",
      "app/more/sails/page.mdx": "# More\n",
    });
    return site;
  };
  const metaOf = (edits: readonly { path: string; text: string }[]) =>
    edits.find(({ path }) => path === "app/boats/_meta.js")?.text;

  it.each([
    ["app/boats/sails/page.mdx", "app/boats/jibs/page.mdx", meta("jibs", "ropes", "rig")],
    ["app/boats/sails/page.mdx", "app/old/sails/page.mdx", meta("ropes", "rig")],
    ["app/boats/ropes/page.mdx", "app/old/ropes/page.mdx", undefined],
    ["app/more/sails/page.mdx", "app/old/sails/page.mdx", undefined],
  ])("takes its entry of the menu with it: %s to %s", async (from, to, expected) => {
    expect(metaOf((await planMove(await open(), from, to)).edits)).toBe(expected);
  });

  it("loses its entry of the menu when it is deleted", async () => {
    const { edits } = await planDelete(await open(), "app/boats/sails/page.mdx");
    expect(metaOf(edits)).toBe(meta("ropes", "rig"));
  });
});
