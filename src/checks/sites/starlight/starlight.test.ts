import { expect, test } from "vitest";
import { openTexts } from "../../../../test/fixtures/sites/open-fixture.ts";
import { page, starlight } from "../../../../test/helpers/starlight-config.ts";
import { testFindings } from "../../../../test/helpers/test-findings.ts";
import { planMove } from "../../changes/plan-move.ts";

const starlightPages = {
  "src/content/docs/index.md": `${page}[a](/guide/none/) [b](/blog/tags/x/) [c](/rss.xml) [d](/none/) [e](/guide/a/)\n`,
  "src/content/docs/guide/a.md": `${page}[a](./b.md) [b](./none.md) [c](../none/)\n`,
  "src/content/docs/guide/b.mdx": page,
};

testFindings("Starlight", [
  {
    name: "a blog has lists in its folder, a validator has none",
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
    name: "a plugin that is not known may add a page beside others",
    files: { "astro.config.mjs": starlight("changes()"), ...starlightPages },
    found: [],
    left: 7,
  },
  {
    name: "of plugins that a condition chooses, each is looked at",
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
    name: "one of two plugins that is not known may add a page",
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
    name: "a plugin that reads marks behind headings gives them their ids",
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
    name: "where a plugin of the site's own writes targets, files are what they name",
    files: {
      "astro.config.mjs": starlight("validator()", "markdown: { remarkPlugins: [ownLinks] },"),
      ...starlightPages,
    },
    found: ["internal-link src/content/docs/guide/a.md ./none.md"],
    left: 5,
  },
  {
    name: "plugins that only give headings ids or links write no targets",
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
    name: "plugins for the tree of Markdown write targets, and leave the ids of headings as they are",
    files: {
      "astro.config.mjs": starlight(
        "validator()",
        "markdown: { processor: satteri({ features: { directive: true }, mdastPlugins: [ownLinks] }) },",
      ),
      ...starlightPages,
      "src/content/docs/guide/b.mdx": `${page}## Own\n\n[a](#own) [b](#none)\n`,
    },
    found: [
      "anchor src/content/docs/guide/b.mdx #none",
      "internal-link src/content/docs/guide/a.md ./none.md",
    ],
    left: 5,
  },
  ...["hastPlugins: [ownLinks]", "features: { headingAttributes: true }", "...own"].map((inputs) => ({
    name: `the ids of headings are not known: satteri({ ${inputs} })`,
    files: {
      "astro.config.mjs": starlight("", `markdown: { processor: satteri({ ${inputs} }) },`),
      "src/content/docs/index.md": `${page}## Own\n\n[b](#none)\n`,
    },
    found: [],
    left: 0,
  })),
  ...(
    [
      [
        "leaves headings alone: their ids are known",
        'if (node.tagName === "li") node.properties.className = ["x"];',
        1,
      ],
      ["changes texts: the ids of headings are not known", 'if (node.type === "text") node.value = "x";', 0],
      ["gives ids: they are not known", "node.properties.id = 'x';", 0],
    ] as const
  ).map(([name, code, found]) => ({
    name: `a plugin of the site's own ${name}`,
    files: {
      "astro.config.mjs": starlight("", "markdown: { processor: satteri({ hastPlugins: [ownLinks()] }) },"),
      "own-links.ts": `import { defineHastPlugin } from "satteri";\nexport function ownLinks() {\n  return defineHastPlugin({ name: "own", element(node) { ${code} } });\n}\n`,
      "src/content/docs/index.md": `${page}## Own\n\n[a](#own) [b](#none)\n`,
    },
    found: found === 0 ? [] : ["anchor src/content/docs/index.md #none"],
    left: 0,
  })),
  {
    name: "two hyphens stay in a heading where the processor sets no dashes",
    files: {
      "astro.config.mjs": starlight(
        "",
        "markdown: { processor: satteri({ features: { smartPunctuation: { dashes: false } } }) },",
      ),
      "src/content/docs/index.md": `${page}## One--two\n\n[a](#one--two) [b](#onetwo)\n`,
    },
    found: ["anchor src/content/docs/index.md #onetwo"],
    left: 0,
  },
  {
    name: "components of the site's own that pass on the attributes that they are given, and others",
    files: {
      "astro.config.mjs": starlight(""),
      "src/components/Pass.astro": "<span {...Astro.props}><slot /></span>\n",
      "src/components/Spread.astro": "<span {...loadData()}><slot /></span>\n",
      "src/components/Variable.astro": "---\nconst id = nextNumber();\n---\n<slot name={String(id)} />\n",
      "src/content/docs/a.mdx": `${page}import Pass from "../../components/Pass.astro";\nimport Variable from "../../components/Variable.astro";\n\n<Pass id="own">x</Pass> [a](#own) [b](#none) <Variable />\n`,
      "src/content/docs/b.mdx": `${page}import Spread from "../../components/Spread.astro";\n\n<Spread>x</Spread> [a](#none)\n`,
    },
    found: ["anchor src/content/docs/a.mdx #none"],
    left: 0,
  },
  {
    name: "a link of the sidebar may lead to a list of the blog, a slug names a page",
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
    name: "sidebars of topics name pages and addresses",
    files: {
      "astro.config.mjs": starlight(
        'topics([{ label: "Rig", link: "/none/", items: [{ label: "All", items: ["rig/sails", "rig/gone"] }] }, { label: "Away", link: "https://sail.test/" }])',
      ).replace(
        '"@astrojs/starlight";',
        '"@astrojs/starlight";\nimport topics from "starlight-sidebar-topics";',
      ),
      "src/content/docs/index.md": page,
      "src/content/docs/rig/sails.md": page,
    },
    found: ["navigation astro.config.mjs /none/", "navigation astro.config.mjs rig/gone"],
    left: 0,
  },
  {
    name: "a page of the main language may be written before the build",
    files: {
      ".gitignore": "src/content/docs/en/rig/news.md\n",
      "astro.config.mjs": starlight("").replace(
        'title: "T"',
        'title: "T", defaultLocale: "en", locales: { en: {}, fr: {} }, sidebar: [{ slug: "rig/news" }, "rig/gone"]',
      ),
      "src/content/docs/en/index.md": page,
    },
    found: ["navigation astro.config.mjs rig/gone"],
    left: 0,
  },
  {
    name: "redirects lead to addresses, whatever the folder's case and who stands in for a translation",
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
    name: "what the site's own check of links leaves out is not judged",
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
    name: "folders that collections without a loader leave out",
    files: {
      "src/content/config.ts": "export const collections = {};\n",
      "astro.config.mjs": starlight(""),
      "src/content/docs/index.md": `${page}[a](/_parts/a/)\n`,
      "src/content/docs/_parts/a.mdx": "Text.\n",
    },
    found: ["internal-link src/content/docs/index.md /_parts/a/"],
    left: 0,
  },
]);

test("a link that the site's own plugin writes keeps the dot at its beginning when its page moves", async () => {
  const { site } = await openTexts({
    "astro.config.mjs": starlight("validator()", "markdown: { remarkPlugins: [ownLinks] },"),
    "src/content/docs/blog/new.md": `${page}[a](../blog/old.md)\n`,
    "src/content/docs/blog/old.md": page,
  });
  const { edits } = await planMove(site, "src/content/docs/blog/old.md", "src/content/docs/blog/older.mdx");
  expect(edits.map(({ text }) => text)).toEqual([`${page}[a](./older.mdx)\n`]);
});

test("a target from the root that the site's own plugin takes for the file of a page follows it", async () => {
  const files = (base: string) => ({
    "astro.config.mjs": starlight("validator()", `${base}markdown: { remarkPlugins: [ownLinks] },`),
    "src/content/docs/index.md": `${page}[a](/blog/old.md#x) [b](/blog/part.mdx) [c](/blog/none.md)\n`,
    "src/content/docs/blog/old.md": page,
    "src/content/docs/blog/part/index.mdx": page,
    "src/content/docs/blog/own.md": page.replace("---\n", "---\nslug: other\n"),
  });
  const { site } = await openTexts(files(""));
  const move = async (from: string, to: string, whole = site) => {
    const { edits, unclear } = await planMove(whole, `src/content/docs/${from}`, `src/content/docs/${to}`);
    return { texts: edits.map(({ text }) => text.split("\n").at(-2)), unclear: unclear.length };
  };
  expect(await move("blog/old.md", "news/new.mdx")).toEqual({
    texts: ["[a](/news/new.mdx#x) [b](/blog/part.mdx) [c](/blog/none.md)"],
    unclear: 0,
  });
  expect(await move("blog/part/index.mdx", "part.mdx")).toEqual({
    texts: ["[a](/blog/old.md#x) [b](/part.mdx) [c](/blog/none.md)"],
    unclear: 0,
  });
  const { site: below } = await openTexts(files('base: "/docs", '));
  expect(await move("blog/old.md", "news/new.mdx", below)).toEqual({ texts: [], unclear: 1 });
});
