import { expect, it } from "vitest";
import { openTexts } from "../../../../test/fixtures/sites/open-fixture.ts";
import { testFindings } from "../../../../test/helpers/test-findings.ts";
import { planMove } from "../../changes/plan-move.ts";
import { checkSite } from "../../check-site.ts";
import { resolutionsOf } from "../../links/resolve-link.ts";

testFindings("Docusaurus", [
  {
    name: "where versions are computed, a file without a dot may count from its version's folder",
    files: {
      "docusaurus.config.ts":
        'import { last } from "x";\nexport default { baseUrl: "/", presets: [["classic", { docs: { lastVersion: last, versions: last }, blog: false }]] };\n',
      "versions.json": '["2.x"]',
      "versioned_docs/version-2.x/cli/add.md": "# Add\n\n[a](faq.md) [b](./faq.md) [c](none.md)\n",
      "versioned_docs/version-2.x/faq.md": "# FAQ\n",
    },
    found: [
      "internal-link versioned_docs/version-2.x/cli/add.md ./faq.md",
      "internal-link versioned_docs/version-2.x/cli/add.md none.md",
    ],
    left: 1,
  },
  {
    name: "a part of the versions, returned by a function that is called where it stands",
    files: {
      "docusaurus.config.js":
        'const versions = require("./versions.json");\n(module.exports = { baseUrl: "/", presets: [["classic", { docs: { lastVersion: undefined, onlyIncludeVersions: (() => { return ["current", ...versions.slice(0, 1)]; })() }, blog: false }]] });\n',
      "versions.json": '["2.x", "1.x"]',
      "docs/a.md": "# A\n\n[a](/docs/a) [b](/docs/next/a) [c](/docs/1.x/a) [d](/docs/2.x/a)\n",
      "versioned_docs/version-2.x/a.md": "# A\n",
      "versioned_docs/version-1.x/a.md": "# A\n",
    },
    found: ["internal-link docs/a.md /docs/1.x/a", "internal-link docs/a.md /docs/2.x/a"],
    left: 0,
  },
  ...[
    "onlyIncludeVersions: process.env.PREVIEW ? ['current', ...versions.slice(0, 1)] : undefined",
    "...(process.env.PREVIEW ? { onlyIncludeVersions: ['current'] } : {})",
  ].map((only) => ({
    name: `fewer versions in previews than in the published site, and the last one named by the list: ${only}`,
    files: {
      "docusaurus.config.js": `const versions = require("./versions.json");\n(module.exports = { baseUrl: "/", presets: [["classic", { docs: { ${only}, versions: { [versions[0]]: { badge: false } } }, blog: false }]] });\n`,
      "versions.json": '["2.x", "1.x"]',
      "docs/a.md": "# A\n\n[a](/docs/a) [b](/docs/next/a) [c](/docs/1.x/a) [d](/docs/2.x/a)\n",
      "versioned_docs/version-2.x/a.md": "# A\n",
      "versioned_docs/version-1.x/a.md": "# A\n",
    },
    found: ["internal-link docs/a.md /docs/2.x/a"],
    left: 0,
  })),
  {
    name: "where a plugin of the site's own handles links, what they lead to is not known",
    files: {
      "docusaurus.config.ts":
        'import links from "./src/links.ts";\nexport default { baseUrl: "/", presets: [["classic", { docs: { remarkPlugins: [links] }, blog: false }]] };\n',
      "src/links.ts":
        'import { visit } from "unist-util-visit";\nexport default function links() { return (tree) => visit(tree, "link", (node) => { node.url = "/x/" + node.url; }); }\n',
      "docs/a.md": "# A\n\n[a](../../SOURCE.md) [b](/none) [c](./b.md) ![d](./none.png)\n",
      "docs/b.md": "# B\n",
    },
    found: [],
    left: 2,
  },
  {
    name: "a plugin of the site's own that handles code leaves links as they are",
    files: {
      "docusaurus.config.ts":
        'import code from "./src/code.ts";\nexport default { baseUrl: "/", presets: [["classic", { docs: { remarkPlugins: [code] }, blog: false }]] };\n',
      "src/code.ts":
        'import { visit } from "unist-util-visit";\nexport default function code() { return (tree) => visit(tree, "code", (node) => { node.lang = "js"; }); }\n',
      "docs/a.md": "# A\n\n[a](./none.md)\n",
    },
    found: ["internal-link docs/a.md ./none.md"],
    left: 0,
  },
  {
    name: "pages that the docs include and leave out",
    files: {
      "website/docusaurus.config.ts":
        'export default async function config() { return { baseUrl: "/", presets: [["classic", { docs: { path: "../docs", routeBasePath: "/", include: ["{api,guide}/**/*.{md,mdx}", "FAQ.md"], exclude: ["**/drafts/**"] }, blog: false }]] }; }\n',
      "docs/FAQ.md":
        "# FAQ\n\n[a](api/store.md) [b](./guide/_part.md) [c](guide/drafts/d.md) [d](other/o.md)\n",
      "docs/api/store.md": "# Store\n\n[a](/FAQ) [b](/guide/_part)\n",
      "docs/guide/_part.md": "# Part\n\n[a](api/store.md)\n",
      "docs/guide/drafts/d.md": "# D\n",
      "docs/other/o.md": "# O\n",
    },
    found: ["internal-link docs/FAQ.md guide/drafts/d.md", "internal-link docs/FAQ.md other/o.md"],
    left: 0,
  },
  {
    name: "entries below a base that is named as the folder of the docs",
    files: {
      "docusaurus.config.js": `module.exports = {
  baseUrl: "/docs/",
  presets: [["classic", {}]],
  themeConfig: {
    navbar: { items: [{ to: "/docs/docs/warp" }, { to: "docs/warp" }, { to: "/docs/warp" }, { to: "/docs/docs/gone" }] },
  },
};
`,
      "docs/warp.md": "# Warp\n",
    },
    found: ["navigation docusaurus.config.js /docs/docs/gone", "navigation docusaurus.config.js /docs/warp"],
    left: 0,
  },
  {
    name: "entries of the navigation bar, the footer and the sidebars, and lists of categories",
    files: {
      "docusaurus.config.js": `module.exports = {
  baseUrl: "/boats/",
  presets: [["classic", { docs: { sidebarPath: "./sidebars.js" } }]],
  themeConfig: {
    navbar: {
      logo: { href: "/about" },
      items: [
        { to: "docs/start", label: "Start" },
        { type: "dropdown", items: [{ to: "/docs/gone#top", label: "Gone" }, { href: "/boats/docs/start" }] },
        { type: "docSidebar", sidebarId: "main" },
        { to: "blog" },
      ],
    },
    footer: { links: [{ title: "More", items: [{ to: "/docs/knots" }, { href: "/none" }, { href: "docs" }] }] },
  },
};
`,
      "sidebars.js": `module.exports = { main: [
  { type: "category", label: "All", link: { type: "generated-index", slug: "/all" }, items: ["start"] },
  { type: "category", label: "More & Ropes", link: { type: "generated-index" }, items: ["knots/bowline"] },
  { type: "link", label: "Old", href: "/docs/old" },
  { type: "link", label: "Bowline", href: "/boats/docs/knots/bowline" },
  { type: "link", label: "Else", href: "//h.example/docs" },
] };
`,
      "docs/start.md":
        "# Start\n\n[a](/docs/all) [b](/docs/knots) [c](/docs/category/any) [d](/docs/none) " +
        "[e](/docs/category/more--ropes) [f](/docs/category/knots) [g](/docs/tags/rope)\n",
      "docs/knots/_category_.json": '{ "link": { "type": "generated-index", "slug": "knots" } }\n',
      "docs/01-knots/_category_.yml": "link:\n  type: generated-index\n",
      "docs/knots/bowline.md": "# Bowline\n",
      "docs/01-knots/reef.md": "# Reef\n",
      "src/pages/about.tsx": "export default () => null;\n",
    },
    found: [
      "internal-link docs/start.md /docs/category/any",
      "internal-link docs/start.md /docs/none",
      "internal-link docs/start.md /docs/tags/rope",
      "navigation docusaurus.config.js /docs/gone#top",
      "navigation docusaurus.config.js /none",
      "navigation sidebars.js /docs/old",
    ],
    left: 0,
  },
]);

it("a sidebar's link to an address follows the page that moves", async () => {
  const { site } = await openTexts({
    "docusaurus.config.js":
      'module.exports = { baseUrl: "/", presets: [["classic", { docs: { sidebarPath: "./sidebars.js" } }]] };\n',
    "sidebars.js":
      'module.exports = { main: ["start", { type: "link", label: "Knots", href: "/docs/knots#reef" }] };\n',
    "docs/start.md": "# Start\n",
    "docs/knots.md": "# Knots\n\n## Reef\n",
  });
  const { edits } = await planMove(site, "docs/knots.md", "docs/guide/knots.md");
  const sidebars = edits.find(({ path }) => path === "sidebars.js");
  expect(sidebars?.text).toContain('href: "/docs/guide/knots#reef"');
});

const translated = {
  "docusaurus.config.js":
    'module.exports = { baseUrl: "/", i18n: { defaultLocale: "en", locales: ["en", "de"] }, presets: [["classic", { docs: {} }]] };\n',
  "docs/start.md": "# Start\n",
  "docs/knots.md": "# Knots\n",
  "i18n/de/docusaurus-plugin-content-docs/current/start.md": "# Start\n\n[a](./knots.md)\n",
  "i18n/de/docusaurus-plugin-content-docs/current/knots.md": "# Knoten\n\n[a](start.md)\n",
};

it("translations have to move first, with the links between them", async () => {
  const { site } = await openTexts(translated);
  const { firstMoves } = await planMove(site, "docs/knots.md", "docs/guide/knots.md");
  const folder = "i18n/de/docusaurus-plugin-content-docs/current";
  expect(firstMoves).toEqual([{ from: `${folder}/knots.md`, to: `${folder}/guide/knots.md` }]);
  const { edits, unclear } = await planMove(site, firstMoves![0]!.from, firstMoves![0]!.to!);
  expect(unclear).toEqual([]);
  expect(Object.fromEntries(edits.map(({ path, text }) => [path, text]))).toEqual({
    [`${folder}/start.md`]: "# Start\n\n[a](./guide/knots.md)\n",
    [`${folder}/guide/knots.md`]: "# Knoten\n\n[a](../start.md)\n",
  });
  expect(await planMove(site, "docs/knots.md", "other/knots.md")).not.toHaveProperty("first");
});

it("a translation goes with the page that it replaces, and links to it are dead", async () => {
  const fixture = await openTexts(translated);
  await fixture.set({ "docs/knots.md": null });
  const { findings } = await checkSite(fixture.site);
  expect(findings.map(({ rule, path, target }) => `${rule} ${path} ${target}`)).toEqual([
    "internal-link i18n/de/docusaurus-plugin-content-docs/current/start.md ./knots.md",
  ]);
});

const french = "i18n/fr/docusaurus-plugin-content-docs/current";
const withAddresses = {
  "docusaurus.config.js":
    'module.exports = function create() { return { baseUrl: "/p/", i18n: { defaultLocale: "en", locales: ["en", "fr", "nl"], localeConfigs: { nl: { baseUrl: "/nl/" } } }, presets: [["classic", {}]] }; };\n',
  "docs/start.md": "# Start\n\n[a](/docs/knots#reef)\n",
  "docs/knots.md": "# Knots\n\n## Reef\n",
  "docs/rig.md": "# Rig\n\n## Sails\n",
  "docs/old.md": "# Old\n",
  "blog/2026-01-02-news.md": "# News\n",
  [`${french}/start.md`]:
    "# Start\n\n[a](/docs/knots#ris) [b](/p/fr/docs/knots#ris) [c](knots#ris) [d](/docs/rig/#sails) [e](/docs/old) [f](/p/fr/blog/2026/01/02/news)\n",
  [`${french}/knots.md`]: "# Noeuds\n\n## Ris\n",
  [`${french}/old.md`]: "---\nslug: /vieux\n---\n\n# Vieux\n",
  "i18n/fr/docusaurus-plugin-content-blog/2026-01-02-news.md": "# Nouvelles\n",
};

it("addresses on a translation lead to the pages of its language, if its base and their addresses are known", async () => {
  const dutch = "i18n/nl/docusaurus-plugin-content-docs/current/start.md";
  const { site } = await openTexts({ ...withAddresses, [dutch]: "# Start\n\n[a](/docs/knots#reef)\n" });
  const resolved = resolutionsOf(site, `${french}/start.md`).map((one) =>
    one.kind === "page" ? one.path : one.kind,
  );
  const news = "i18n/fr/docusaurus-plugin-content-blog/2026-01-02-news.md";
  const knots = `${french}/knots.md`;
  expect(resolved).toEqual([knots, knots, knots, "docs/rig.md", "unjudged", news]);
  expect(resolutionsOf(site, dutch).map(({ kind }) => kind)).toEqual(["unjudged"]);
  expect((await checkSite(site)).findings).toEqual([]);
});

it("addresses on a translation follow a page that moves, and are dead without it", async () => {
  const fixture = await openTexts({ ...withAddresses, [`${french}/old.md`]: "# Vieux\n" });
  const { firstMoves } = await planMove(fixture.site, "docs/knots.md", "docs/guide/knots.md");
  expect(firstMoves).toEqual([{ from: `${french}/knots.md`, to: `${french}/guide/knots.md` }]);
  const { edits, unclear } = await planMove(fixture.site, `${french}/knots.md`, `${french}/guide/knots.md`);
  expect(unclear).toEqual([]);
  expect(edits.find(({ path }) => path === `${french}/start.md`)?.text).toContain(
    "[a](/docs/guide/knots#ris) [b](/p/fr/docs/guide/knots#ris) [c](guide/knots#ris) [d](/docs/rig/#sails)",
  );
  const blog = await planMove(fixture.site, "blog/2026-01-02-news.md", "blog/2026-01-02-report.md");
  expect(blog.firstMoves?.map(({ to }) => to)).toEqual([
    "i18n/fr/docusaurus-plugin-content-blog/2026-01-02-report.md",
  ]);
  await fixture.set({ "docs/old.md": null, [`${french}/old.md`]: null });
  const { findings } = await checkSite(fixture.site);
  expect(findings.map(({ rule, path, target }) => `${rule} ${path} ${target}`)).toEqual([
    `internal-link ${french}/start.md /docs/old`,
  ]);
});

it("addresses from the root in a part follow a page that moves", async () => {
  const part = "docs/install/_server.md";
  const { site } = await openTexts({
    "docusaurus.config.js": 'module.exports = { baseUrl: "/", presets: [["classic", {}]] };\n',
    "docs/install/index.mdx": "import Server from './\\_server.md';\n\n# I\n\n<Server />\n",
    [part]: "[a](/docs/knots#reef) [b](/docs/none)\n",
    "docs/knots.md": "# Knots\n\n## Reef\n",
  });
  const { findings } = await checkSite(site);
  expect(findings.map(({ path, target }) => `${path} ${target}`)).toEqual([`${part} /docs/none`]);
  const { edits, unclear } = await planMove(site, "docs/knots.md", "docs/guide/knots.md");
  expect(unclear).toEqual([]);
  expect(edits).toMatchObject([{ path: part, text: "[a](/docs/guide/knots#reef) [b](/docs/none)\n" }]);
});

it("moves a page although files of versions that are not published name one like it", async () => {
  const old = "versioned_docs/version-1.x";
  const { site } = await openTexts({
    "docusaurus.config.js":
      'module.exports = { baseUrl: "/", presets: [["classic", { docs: { onlyIncludeVersions: ["current", "2.x"] }, blog: false }]] };\n',
    "versions.json": '["2.x", "1.x"]',
    ...{ "docs/knots.md": "# K\n", "versioned_docs/version-2.x/knots.md": "# K\n" },
    [`${old}/a.md`]: "# A\n\n[k](./knots)\n",
    [`${old}/knots.md`]: "# K\n",
    "versioned_sidebars/version-1.x-sidebars.json": '{ "docs": ["a", "knots"] }',
    "i18n/fr/docusaurus-plugin-content-docs/version-1.x/a.md": "# A\n\n[k](./knots)\n",
  });
  const { unclear } = await planMove(site, "docs/knots.md", "docs/guide/knots.md");
  expect(unclear).toEqual([]);
});
