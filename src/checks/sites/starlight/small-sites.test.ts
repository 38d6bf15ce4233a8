import { type SmallSite, testSmallSites } from "../../../../test/helpers/test-small-sites.ts";

const starlight =
  'import starlight from "@astrojs/starlight";\nexport default defineConfig({ integrations: [starlight({ title: "T", sidebar: [{ label: "R", link: "/releases/" }, { label: "N", link: "/none/" }] })] });\n';
const page = "---\ntitle: T\n---\n\n";

const sites: SmallSite[] = [
  {
    name: "Starlight: components that pages import from the root of the site may give ids, values do not",
    generator: "starlight",
    files: {
      "astro.config.mjs": starlight.replace(', { label: "N", link: "/none/" }', ""),
      "src/components/Options.astro": "---\n---\n<section id={Astro.props.name}></section>\n",
      "src/components/Line.astro": "<hr />\n",
      "src/versions.ts": 'export const LAST = "1";\n',
      "src/content/docs/a.mdx": `${page}import Options from "/src/components/Options.astro";\n\n<Options name="warp" />\n`,
      "src/content/docs/b.mdx": `${page}import Options from "src/components/Options.astro";\n\n<Options name="warp" />\n`,
      "src/content/docs/c.mdx": `${page}import Line from "/src/components/Line.astro";\nimport { LAST } from "/src/versions";\n\n<Line /> {LAST}\n`,
      "src/content/docs/releases.md": `${page}[a](/a/#warp) [b](/b/#warp) [c](/c/#warp)\n`,
    },
    found: ["anchor src/content/docs/releases.md /c/#warp"],
  },
  {
    name: "Starlight: ids of MDX hold expressions and the spaces beside components, in some versions not the last",
    generator: "starlight",
    files: {
      "astro.config.mjs": starlight.replace(', { label: "N", link: "/none/" }', ""),
      "src/content/docs/releases.mdx": [
        `${page}import { Badge } from "@astrojs/starlight/components";\n`,
        "## Ropes <Badge />\n\n## <Badge /> Knots\n\n## Version {frontmatter.title}\n",
        "[a](#ropes) [b](#ropes-) [c](#-knots) [d](#none)\n",
      ].join("\n"),
    },
    found: ["anchor src/content/docs/releases.mdx #none"],
  },
  {
    name: "Starlight: a page that git ignores is written before the build, a template is no page",
    generator: "starlight",
    files: {
      ".gitignore": "/docs/src/content/docs/releases.md\n",
      "docs/astro.config.mjs": starlight,
      "docs/src/content/docs/index.mdx": `\n${page}[a](/releases/) [b](/none/) <Missing /> :note[x]{index=0}\n`,
      "docs/scripts/templates/a.mdx": "<Signature />\n",
    },
    found: [
      "internal-link docs/src/content/docs/index.mdx /none/",
      "navigation docs/astro.config.mjs /none/",
      "undefined-component docs/src/content/docs/index.mdx Missing",
    ],
  },
  {
    name: "Starlight: what git ignores counts below the site's folder too, however many examples have a `.gitignore`",
    generator: "starlight",
    files: {
      ...Object.fromEntries(Array.from({ length: 220 }, (_, at) => [`a/${at}/.gitignore`, "dist\n"])),
      "docs/.gitignore": "src/content/docs/releases.md\n",
      "docs/astro.config.mjs": starlight.replace(', { label: "N", link: "/none/" }', ""),
      "docs/src/content/docs/index.md": `${page}[a](/releases/)\n`,
    },
    found: [],
  },
  {
    name: "Starlight: where its languages are computed, plugins may add pages all the same",
    generator: "starlight",
    files: {
      "astro.config.mjs":
        'import starlight from "@astrojs/starlight";\nimport starlightOpenAPI from "starlight-openapi";\nexport default defineConfig({ integrations: [starlight({ locales: Object.fromEntries(all), plugins: [starlightOpenAPI([{ base: "rest" }])] })] });\n',
      ...Object.fromEntries(
        ["a", "b", "c", "d"].map((name) => [
          `src/content/docs/guides/${name}.md`,
          "---\ntitle: T\n---\n\n[a](/guides/a/) [b](/guides/b/) [c](/guides/c/) [d](/guides/d/)\n",
        ]),
      ),
      "src/content/docs/guides/e.md": "---\ntitle: T\n---\n\n[a](/guides/rest) [b](./none.md)\n",
    },
    found: ["internal-link src/content/docs/guides/e.md ./none.md"],
  },
  {
    name: "Starlight: redirects with a status, dashes in headings, components of the site's own",
    generator: "starlight",
    files: {
      "astro.config.mjs":
        'import starlight from "@astrojs/starlight";\nexport default defineConfig({ redirects: { "/old": { status: 301, destination: "/a/" }, "/today": { status: 302, destination: "/a/" } }, integrations: [starlight({ title: "T" })] });\n',
      "src/content/docs/a.md": `${page}## The --watch flag\n\n## \`--code\` a --- b\n\n[a](/old/) [b](/today/) [c](#the-watch-flag) [d](#--code-a--b) [e](#--code-a-----b) [f](#the---watch-flag)\n`,
      "src/content/docs/b.mdx": `${page}import Own from "../../components/Own.astro";\n\n[a](#own) [b](/today/) <Own />\n`,
      "src/components/Own.astro": '<h2 id="own">O</h2>\n',
    },
    found: ["anchor src/content/docs/a.md #the---watch-flag", "redirect src/content/docs/a.md /old/"],
  },
  {
    name: "Starlight: plugins that serve the text of pages",
    generator: "starlight",
    files: {
      "astro.config.mjs":
        'import starlight from "@astrojs/starlight";\nimport md from "starlight-markdown";\nexport default defineConfig({ integrations: [starlight({ title: "T", plugins: [md()] })] });\n',
      "src/content/docs/guides/a.md": "---\ntitle: T\n---\n\n[a](/guides/a.md) [b](/guides/none)\n",
    },
    found: ["internal-link src/content/docs/guides/a.md /guides/none"],
  },
  {
    name: "a component is not looked up among the names of the browser",
    generator: "starlight",
    files: {
      "astro.config.mjs":
        'import starlight from "@astrojs/starlight";\nexport default defineConfig({ integrations: [starlight({ title: "T" })] });\n',
      "src/content/docs/a.mdx": "---\ntitle: T\n---\n\n<Image src={window.name} /> <Fragment>a</Fragment>\n",
    },
    found: ["undefined-component src/content/docs/a.mdx Image"],
  },
  {
    name: "Starlight: addresses from the root in parts that pages import from the root of the project",
    generator: "starlight",
    files: {
      "astro.config.mjs":
        'import starlight from "@astrojs/starlight";\nexport default defineConfig({ base: "/p", integrations: [starlight({ title: "T" })] });\n',
      "public/img/a.png": "",
      "src/content/docs/parts/_first.mdx": "[a](/p/guides/a) [b](/p/guides/none) ![c](/p/img/a.png)\n",
      "src/content/docs/parts/_unused.mdx": "[b](/p/guides/none)\n",
      "src/content/docs/guides/a.mdx": `${page}import First from "/src/content/docs/parts/_first.mdx";\nimport None from "/src/parts/none.mdx";\nimport logo from "/logo.svg";\n\n<First /> <None /> {logo}\n`,
    },
    found: [
      "internal-link src/content/docs/parts/_first.mdx /p/guides/none",
      "missing-import src/content/docs/guides/a.mdx /src/parts/none.mdx",
    ],
  },
  {
    name: "Starlight: such a folder of public files",
    generator: "starlight",
    files: {
      "astro.config.mjs":
        'import starlight from "@astrojs/starlight";\nexport default defineConfig({ integrations: [starlight({ title: "T" })] });\n',
      "public/play/index.html": "<p>Play</p>\n",
      "src/content/docs/guides/a.md": "---\ntitle: T\n---\n\n[a](/play/) [b](/guides/none/)\n",
    },
    found: ["internal-link src/content/docs/guides/a.md /guides/none/"],
  },
  {
    name: "Starlight: relative addresses count the folders of the base, and may leave the site",
    generator: "starlight",
    files: {
      "astro.config.mjs":
        'import starlight from "@astrojs/starlight";\nexport default defineConfig({ base: "/p", integrations: [starlight({ title: "T" })] });\n',
      "src/content/docs/a.md":
        "---\ntitle: T\n---\n\n[a](../../p/a/) [b](../../a/) [c](../../p/none/) [d](../none/)\n",
    },
    found: [
      "internal-link src/content/docs/a.md ../../p/none/",
      "internal-link src/content/docs/a.md ../none/",
    ],
  },
  ...["", "starlightAutoDrafts()"].map((plugin) => ({
    name: `Starlight: drafts are not published, plugins: [${plugin}]`,
    generator: "starlight",
    files: {
      "astro.config.mjs": `import starlight from "@astrojs/starlight";\nimport starlightAutoDrafts from "starlight-auto-drafts";\nexport default defineConfig({ integrations: [starlight({ title: "T", plugins: [${plugin}], locales: { root: {}, fr: {} } })] });\n`,
      "src/content/docs/a.md": "---\ntitle: T\n---\n\n[b](/b/) [c](/c/) [d](/fr/c/)\n",
      "src/content/docs/b.md": "---\ntitle: T\ndraft: true\n---\n",
      "src/content/docs/c.md": "---\ntitle: T\ndraft: false\n---\n",
      "src/content/docs/fr/c.md": "---\ntitle: T\ndraft: true\n---\n",
    },
    found: plugin === "" ? ["internal-link src/content/docs/a.md /b/"] : [],
  })),
  {
    name: "Starlight: pages of Markdoc are there, and a slug may end with the name of an index page",
    generator: "starlight",
    files: {
      "astro.config.mjs":
        'import starlight from "@astrojs/starlight";\nexport default defineConfig({ integrations: [starlight({ title: "T", locales: { root: {}, fr: {} } })] });\n',
      "src/content/docs/guides/a.mdoc": "---\ntitle: T\n---\n",
      "src/content/docs/guides/b.md":
        "---\ntitle: T\nslug: new/index\n---\n\n[a](/guides/a/) [b](/fr/guides/a/) [c](/new/) [d](../guides/a/) [e](/guides/none/) [f](/guides/b/)\n",
    },
    found: [
      "internal-link src/content/docs/guides/b.md /guides/b/",
      "internal-link src/content/docs/guides/b.md /guides/none/",
    ],
  },
  {
    name: "Starlight: links of the front matter count from the page's address as well",
    generator: "starlight",
    files: {
      "astro.config.mjs":
        'import starlight from "@astrojs/starlight";\nexport default defineConfig({ integrations: [starlight({ title: "T" })] });\n',
      "src/content/docs/index.md":
        "---\ntitle: T\nhero:\n  actions:\n    - link: ./guides/a/#one\n    - link: guides/a/#two\n    - link: ./a/\n    - link: https://x.test\n---\n",
      "src/content/docs/guides/a.md":
        "---\ntitle: T\nprev:\n  link: ../b/\nnext:\n  link: ../../\n---\n\n## One\n",
    },
    found: [
      "anchor src/content/docs/index.md guides/a/#two",
      "internal-link src/content/docs/guides/a.md ../b/",
      "internal-link src/content/docs/index.md ./a/",
    ],
  },
  {
    name: "Starlight: where its own loader is told how to name pages, no address is judged",
    generator: "starlight",
    files: {
      "astro.config.mjs": starlight,
      "src/content.config.ts":
        'import { docsLoader } from "@astrojs/starlight/loaders";\nconst docs = defineCollection({ loader: docsLoader({ generateId: ({ entry }) => entry }) });\nexport const collections = { docs };\n',
      "src/content/docs/Guides/A.md": `${page}[a](/Guides/A/) [b](/guides/a/)\n`,
    },
    found: [],
  },
  {
    name: "Starlight: the pages are where a loader takes them from",
    generator: "starlight",
    files: {
      "site/astro.config.mjs":
        'import starlight from "@astrojs/starlight";\nexport default defineConfig({ integrations: [starlight({ title: "T" })] });\n',
      "site/src/content.config.ts":
        'import { glob } from "astro/loaders";\nexport const collections = { docs: defineCollection({ loader: glob({ base: "../docs", pattern: "**/[^_]*.{md,mdx}" }) }) };\n',
      "docs/Guides/A.md": `${page}## One\n\n[a](/Guides/A/) [b](/guides/a/#one) [c](/guides/a/#two)\n`,
      "docs/Guides/_part.md": page,
    },
    found: ["anchor docs/Guides/A.md /guides/a/#two", "internal-link docs/Guides/A.md /Guides/A/"],
  },
  ...[
    { pattern: '"**/*.{md,mdx}"', found: ["/de/c/", "/none/"] },
    {
      pattern: '["**/[^_]*.{md,mdx}", "!{de,fr}/**"]',
      found: ["/de/b/", "/de/c/", "/guides/_part/", "/none/"],
    },
    { pattern: '"**/[!_]*.{md,mdx}"', found: [] },
  ].map(({ pattern, found }) => ({
    name: `Starlight: which files a loader takes, by the pattern ${pattern}`,
    generator: "starlight",
    files: {
      "astro.config.mjs":
        'import starlight from "@astrojs/starlight";\nexport default defineConfig({ integrations: [starlight({ title: "T" })] });\n',
      "src/content.config.ts": `import { glob } from "astro/loaders";\nexport const collections = { docs: defineCollection({ loader: glob({ base: "./src/content/docs", pattern: ${pattern} }) }) };\n`,
      "src/content/docs/Guides/_part.md": page,
      "src/content/docs/Guides/a.mdx": `${page}[a](/guides/_part/) [b](/none/) [c](/de/c/) [d](/de/b/)\n`,
      "src/content/docs/de/b.md": page,
    },
    found: found.map((target) => `internal-link src/content/docs/Guides/a.mdx ${target}`),
  })),
];

testSmallSites(sites);
