import { expect, test } from "vitest";
import { openTexts } from "../../../test/fixtures/sites/open-fixture.ts";
import { checkSite } from "../check-site.ts";
import { openSite } from "../open-site.ts";
import { planMove } from "../plan-move.ts";

interface Case {
  name: string;
  files: Record<string, string>;
  /** `rule path target` of each finding. */
  found: string[];
  /** Links that are not judged. */
  left: number;
}

const nextra = (members: string) =>
  `import nextra from "nextra";\nconst old = [{ source: "/old", destination: "/guide", permanent: true }];\nexport default nextra({})({ ${members} });\n`;
const showsContent = 'import { importPage } from "nextra/pages";\n';

const starlight = (plugins: string, markdown = "") => `import starlight from "@astrojs/starlight";
import blog from "starlight-blog";
import validator from "starlight-links-validator";
import changes from "starlight-changes";
import rehypeSlug from "rehype-slug";
import { ownLinks } from "./own-links.ts";
export default defineConfig({ ${markdown} integrations: [starlight({ title: "T", plugins: [${plugins}] })] });
`;
const page = "---\ntitle: T\n---\n\n";
const starlightPages = {
  "src/content/docs/index.md": `${page}[a](/guide/none/) [b](/blog/tags/x/) [c](/rss.xml) [d](/none/) [e](/guide/a/)\n`,
  "src/content/docs/guide/a.md": `${page}[a](./b.md) [b](./none.md) [c](../none/)\n`,
  "src/content/docs/guide/b.mdx": page,
};

const cases: Case[] = [
  {
    name: "Starlight: a blog has lists in its folder, a validator has none",
    files: { "astro.config.mjs": starlight("blog(), validator()"), ...starlightPages },
    found: [
      "internal-link src/content/docs/guide/a.md ../none/",
      "internal-link src/content/docs/guide/a.md ./b.md",
      "internal-link src/content/docs/guide/a.md ./none.md",
      "internal-link src/content/docs/index.md /guide/none/",
      "internal-link src/content/docs/index.md /none/",
    ],
    left: 2,
  },
  {
    name: "Starlight: a plugin that is not known may add a page beside others",
    files: { "astro.config.mjs": starlight("changes()"), ...starlightPages },
    found: [],
    left: 7,
  },
  {
    name: "Starlight: of plugins that a condition chooses, each is looked at",
    files: {
      "astro.config.mjs": starlight("validator()").replace(
        "[validator()]",
        "process.env.CHECK ? [validator()] : []",
      ),
      "src/content/docs/index.md": `${page}[a](/none/)\n`,
    },
    found: ["internal-link src/content/docs/index.md /none/"],
    left: 0,
  },
  {
    name: "Starlight: one of two plugins that is not known may add a page",
    files: {
      "astro.config.mjs": starlight("validator()").replace(
        "[validator()]",
        "process.env.CHECK ? [validator()] : [changes()]",
      ),
      "src/content/docs/index.md": `${page}[a](/none/)\n`,
    },
    found: [],
    left: 1,
  },
  {
    name: "Starlight: a plugin that reads marks behind headings gives them their ids",
    files: {
      "astro.config.mjs": starlight("", "markdown: { remarkPlugins: [marks] },").replace(
        "import rehypeSlug",
        'import marks from "remark-custom-header-id";\nimport rehypeSlug',
      ),
      "src/content/docs/index.md": `${page}## Word {#own}\n\n[a](#own) [b](#word-own)\n`,
    },
    found: ["anchor src/content/docs/index.md #word-own"],
    left: 0,
  },
  {
    name: "Starlight: where a plugin of the site's own writes targets, files are what they name",
    files: {
      "astro.config.mjs": starlight("validator()", "markdown: { remarkPlugins: [ownLinks] },"),
      ...starlightPages,
    },
    found: ["internal-link src/content/docs/guide/a.md ./none.md"],
    left: 5,
  },
  {
    name: "Starlight: plugins that only give headings ids or links write no targets",
    files: {
      "astro.config.mjs": starlight(
        "validator()",
        "markdown: { processor: unified({ rehypePlugins: [rehypeSlug] }) },",
      ),
      "src/content/docs/index.md": `${page}[a](./b.md)\n`,
      "src/content/docs/b.md": page,
    },
    found: ["internal-link src/content/docs/index.md ./b.md"],
    left: 0,
  },
  {
    name: "Nextra: redirects that a function gives, folders with a parameter, groups and handlers",
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
    name: "Nextra: only what may be redirected or rewritten is open",
    files: {
      "next.config.mjs": nextra(
        'redirects: () => [...old, { source: "/for-some/:id", destination: "/guide", permanent: true, has: [] }, { source: "/today", destination: "/guide", permanent: false }], rewrites: async () => ({ beforeFiles: [{ source: "/play/:path*", destination: "https://play.test/:path*" }] })',
      ),
      "pages/errors/[id].jsx": "export default () => null;\n",
      "pages/guide.mdx": "# Guide\n",
      "pages/index.mdx":
        "# A\n\n[a](/none) [b](/for-some/1) [c](/today) [d](/play/x) [e](/errors/149) [f](/playing)\n",
    },
    found: ["internal-link pages/index.mdx /none", "internal-link pages/index.mdx /playing"],
    left: 4,
  },
  {
    name: "Nextra: redirects that are computed may be of any address",
    files: {
      "next.config.mjs": nextra("redirects: () => readOld()"),
      "pages/guide.mdx": "# Guide\n",
      "pages/index.mdx": "# A\n\n[a](/none) [b](/guide)\n",
    },
    found: [],
    left: 1,
  },
  {
    name: "Nextra: relative links of what others show count from those",
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
    name: "Starlight: a link of the sidebar may lead to a list of the blog, a slug names a page",
    files: {
      "astro.config.mjs": starlight("blog()").replace(
        'title: "T"',
        'title: "T", sidebar: [{ link: "blog" }, { link: "/none/" }, { slug: "blog/gone" }, { link: "/shop" }]',
      ),
      "src/content/docs/index.md": page,
      "src/pages/shop.astro": "",
    },
    found: ["navigation astro.config.mjs /none/", "navigation astro.config.mjs blog/gone"],
    left: 0,
  },
  {
    name: "Starlight: redirects lead to addresses, whatever the folder's case and who stands in for a translation",
    files: {
      "astro.config.mjs": starlight("")
        .replace(
          "export default defineConfig({",
          'export default defineConfig({ redirects: { "/a": "/zh-cn/guide/own", "/b": "/zh-cn/guide/other#x", "/c": "/zh-cn/none" },',
        )
        .replace('title: "T"', 'title: "T", locales: { root: {}, "zh-cn": {} }'),
      "src/content/docs/index.md": page,
      "src/content/docs/zh-CN/guide/own.md": page,
      "src/content/docs/guide/other.md": page,
    },
    found: ["redirect-target astro.config.mjs /zh-cn/none"],
    left: 0,
  },
  {
    name: "Docusaurus: a configuration that publishes nothing is none of the site",
    files: {
      "next.config.mjs": nextra(""),
      "pages/index.mdx": "# A\n\n[a](/none)\n",
      "packages/plugin/docusaurus.config.js": 'module.exports = { plugins: [require("./dist")] };\n',
      "packages/plugin/README.md": "# Plugin\n",
    },
    found: ["internal-link pages/index.mdx /none"],
    left: 0,
  },
  {
    name: "Starlight: what the site's own check of links leaves out is not judged",
    files: {
      "astro.config.mjs": starlight('validator({ exclude: ["/guide/*/#made", "/made/**"] })'),
      "src/content/docs/index.md": `${page}[a](/guide/a/#made) [b](/made/x/y) [c](/guide/a/#none) [d](/none)\n`,
      "src/content/docs/guide/a.md": page,
    },
    found: [
      "anchor src/content/docs/index.md /guide/a/#none",
      "internal-link src/content/docs/index.md /none",
    ],
    left: 2,
  },
  {
    name: "VitePress: a menu may name what a plugin writes, and no page that is not there",
    files: {
      "docs/.vitepress/config.ts":
        'const nav = () => [{ text: "L", link: "/llms.txt" }, { text: "N", link: "/none" }];\nexport default { themeConfig: { nav: nav() } };\n',
      "docs/index.md": "# A\n",
    },
    found: ["navigation docs/.vitepress/config.ts /none"],
    left: 0,
  },
  {
    name: "Starlight: folders that collections without a loader leave out",
    files: {
      "src/content/config.ts": "export const collections = {};\n",
      "astro.config.mjs": starlight(""),
      "src/content/docs/index.md": `${page}[a](/_parts/a/)\n`,
      "src/content/docs/_parts/a.mdx": "Text.\n",
    },
    found: ["internal-link src/content/docs/index.md /_parts/a/"],
    left: 0,
  },
  {
    name: "a redirect whose wildcard also stands for nothing ends at the page that it leads to",
    files: {
      "docs.json":
        '{ "navigation": { "pages": ["index", "sdk"] }, "redirects": [{ "source": "/sdk/:path*", "destination": "/sdk" }] }',
      "index.mdx": "# A\n\n[a](/sdk/old) [b](/sdk) [c](/other/old)\n",
      "sdk.mdx": "# SDK\n",
    },
    found: ["internal-link index.mdx /other/old", "redirect index.mdx /sdk/old"],
    left: 0,
  },
  {
    name: "Mintlify: its host leads from a folder to the first page below it that the navigation has",
    files: {
      "docs/docs.json": '{ "navigation": { "pages": ["index", "cli/auth/login"] } }',
      "docs/index.mdx": "# A\n\n[a](/cli) [b](/cli/auth/) [c](/sdk) [d](/cli/none)\n",
      "docs/cli/auth/login.mdx": "# Login\n",
      "docs/sdk/hidden.mdx": "# Hidden\n",
    },
    found: ["internal-link docs/index.mdx /cli/none", "internal-link docs/index.mdx /sdk"],
    left: 2,
  },
  {
    name: "Mintlify: a navigation whose pages are not there is another site's",
    files: {
      "docs.json": JSON.stringify({
        navigation: { pages: Array.from({ length: 12 }, (_, at) => `guide/page-${at}`) },
      }),
      "content/guide/page-1.mdx": "# A\n\n[a](/none)\n",
    },
    found: ["internal-link content/guide/page-1.mdx /none"],
    left: 0,
  },
  {
    name: "Docusaurus: where versions are computed, a file without a dot may count from its version's folder",
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
    name: "Docusaurus: where a plugin of the site's own handles links, what they lead to is not known",
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
    name: "Docusaurus: a plugin of the site's own that handles code leaves links as they are",
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
    name: "VitePress: a configuration that a function gives, and one that is spread into another",
    files: {
      "docs/.vitepress/config.ts":
        'import { shared } from "./shared";\nexport default defineConfig(() => extendConfig({ ...shared, title: "T" }));\n',
      "docs/.vitepress/shared.ts": 'export const shared = defineConfig({ srcDir: "pages" });\n',
      "docs/pages/index.md": "# A\n\n[a](/none) [b](/b)\n",
      "docs/pages/b.md": "# B\n",
    },
    found: ["internal-link docs/pages/index.md /none"],
    left: 0,
  },
  {
    name: "Docusaurus: pages that the docs include and leave out",
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
    name: "Docusaurus: entries of the navigation bar and the footer, and lists of categories",
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
      "sidebars.js":
        'module.exports = { main: [{ type: "category", label: "All", link: { type: "generated-index", slug: "/all" }, items: ["start"] }] };\n',
      "docs/start.md": "# Start\n\n[a](/docs/all) [b](/docs/knots) [c](/docs/category/any) [d](/docs/none)\n",
      "docs/knots/_category_.json": '{ "link": { "type": "generated-index", "slug": "knots" } }\n',
      "docs/knots/bowline.md": "# Bowline\n",
      "src/pages/about.tsx": "export default () => null;\n",
    },
    found: [
      "internal-link docs/start.md /docs/none",
      "navigation docusaurus.config.js /docs/gone#top",
      "navigation docusaurus.config.js /none",
    ],
    left: 0,
  },
];

test.each(cases)("$name", async ({ files, found, left }) => {
  const read = async (path: string) => Buffer.from(files[path] ?? "");
  const site = await openSite({ files: Object.keys(files), read, cache: new Map() });
  const { findings, notJudged } = await checkSite(site);
  const said = findings.filter(({ rule }) =>
    /^(?:internal-link|anchor|navigation|redirect(?:-target)?|frontmatter-schema)$/.test(rule),
  );
  expect(said.map(({ rule, path, target }) => `${rule} ${path} ${target}`).sort()).toEqual(found);
  expect(notJudged.find(({ rule }) => rule === "internal-link")?.links ?? 0).toBe(left);
});

test("the page of a folder is missed when it goes, though Mintlify would lead to a page below it", async () => {
  const fixture = await openTexts({
    "docs.json": '{ "navigation": { "pages": ["index", "cli/index", "cli/login"] } }',
    "index.mdx": "# A\n\n[a](/cli)\n",
    "cli/index.mdx": "# CLI\n",
    "cli/login.mdx": "# Login\n",
  });
  await fixture.set({ "cli/index.mdx": null });
  const { findings } = await checkSite(fixture.site);
  expect(findings.map(({ rule, path }) => `${rule} ${path}`)).toContain("internal-link index.mdx");
});

test("a link that the site's own plugin writes keeps the dot at its beginning when its page moves", async () => {
  const { site } = await openTexts({
    "astro.config.mjs": starlight("validator()", "markdown: { remarkPlugins: [ownLinks] },"),
    "src/content/docs/blog/new.md": `${page}[a](../blog/old.md)\n`,
    "src/content/docs/blog/old.md": page,
  });
  const { edits } = await planMove(site, "src/content/docs/blog/old.md", "src/content/docs/blog/older.mdx");
  expect(edits.map(({ text }) => text)).toEqual([`${page}[a](./older.mdx)\n`]);
});
