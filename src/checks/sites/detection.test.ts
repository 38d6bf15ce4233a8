import { type SmallSite, testSmallSites } from "../../../test/helpers/test-small-sites.ts";

const vitepress = (options: string) => `export default { title: "T", ${options} }\n`;
const starlight =
  'import starlight from "@astrojs/starlight";\nexport default defineConfig({ integrations: [starlight({ title: "T", sidebar: [{ label: "R", link: "/releases/" }, { label: "N", link: "/none/" }] })] });\n';
const page = "---\ntitle: T\n---\n\n";

/** A site that changed from VitePress to Fumadocs, and kept its configuration. */
const changed = (packages: string): Record<string, string> => ({
  ".vitepress/config.mts": vitepress(""),
  "package.json": `{ "dependencies": { ${packages} } }\n`,
  "source.config.ts":
    'import { defineConfig, defineDocs } from "fumadocs-mdx/config";\nexport const docs = defineDocs({ dir: "content" });\nexport default defineConfig();\n',
  "src/lib/source.ts":
    'import { docs } from "@/.source";\nimport { loader } from "fumadocs-core/source";\nexport const source = loader({ baseUrl: "/", source: docs.toFumadocsSource() });\n',
  "next.config.mjs":
    'import { createMDX } from "fumadocs-mdx/next";\nexport default createMDX()({ output: "export" });\n',
  "src/app/[...slug]/page.tsx": "const a = <MDX components={getMDXComponents({})} />;\n",
  "content/a.md": `${page}[b](./b) [none](/none) [old](/content/b)\n`,
  "content/b.md": page,
});

const sites: SmallSite[] = [
  {
    name: "a configuration that remains from before the site changed its generator is none",
    generator: "fumadocs",
    files: changed('"fumadocs-core": "15", "next": "15"'),
    found: ["internal-link content/a.md /content/b", "internal-link content/a.md /none"],
  },
  {
    name: "a generator that the package still asks for is not left over",
    generator: "vitepress",
    files: changed('"fumadocs-core": "15", "vitepress": "1"'),
    found: ["internal-link content/a.md /none"],
  },
  {
    name: "a smaller site of Sphinx beside one of mystmd is not the repository's",
    generator: "plain",
    files: {
      "docs/myst.yml": "version: 1\n",
      "docs/a.md": "# A\n\n[b](./b.md) [none](./none.md)\n",
      "docs/b.md": "# B\n",
      "packages/a/docs/conf.py": 'extensions = ["myst_parser"]\n',
      "packages/a/docs/index.md": "# C\n",
      ...{
        "packages/b/_config.yml": "title: B\n",
        "packages/b/_toc.yml": "root: b\n",
        "packages/b/b.md": "# B\n",
      },
    },
    found: ["internal-link docs/a.md ./none.md"],
  },
  {
    name: "where a build writes all pages, the Markdown that it is made of is checked",
    generator: "plain",
    files: {
      "book.toml": '[book]\ntitle = "T"\n',
      "text/a.md": "# A\n\n[b](b.md) [none](none.md)\n",
      "text/b.md": "# B\n",
    },
    found: ["internal-link text/a.md none.md"],
  },
  {
    name: "the site of vendored code is not the repository's, even when it is the only one",
    generator: "plain",
    files: {
      "vendor/github.com/a/b/mkdocs.yml": "site_name: B\nnav:\n  - index.md\n",
      "vendor/modules.txt": "# github.com/a/b v1.0.0\n",
      "vendor/github.com/a/b/README.md": "# B\n\n[c](c.md) [d](#d)\n",
      "docs/a.md": "# A\n\n[b](b.md) [none](none.md)\n",
      "docs/b.md": "# T\n\n## B\n",
    },
    found: ["internal-link docs/a.md none.md"],
  },
  {
    name: "the site of a test is not the repository's",
    generator: "starlight",
    files: {
      "packages/a/fixtures/b/.vitepress/config.ts": vitepress(""),
      "packages/docs/astro.config.mjs": starlight.replace(/, sidebar: .*\] \}\)\]/, " })]"),
      "packages/docs/src/content/docs/index.md": `${page}Text.\n`,
    },
    found: [],
  },
  {
    name: "Hexo has a _config.yml as well",
    generator: "plain",
    files: {
      "_config.yml": "title: T\npermalink: news/:title/\nnew_post_name: :title.md\ntheme: navy\n",
      "source/docs/index.md": "# A\n\n[a](b.md) [c](none.md)\n",
      "source/docs/b.md": "# B\n",
    },
    found: ["internal-link source/docs/index.md none.md"],
  },
  {
    name: "docfx builds the pages beside a theme for GitHub's pages",
    generator: "plain",
    files: {
      "docs/_config.yml": "theme: jekyll-theme-cayman\n",
      "docs/docfx.json": "{}\n",
      "docs/a.md":
        "# A\n\n## [One](#tab/one)\n\n## [Two](#tab/two)\n\n[b](b.md) [none](none.md) [c](#none)\n",
      "docs/b.md": "# B\n\n[a](a.md#a)\n",
    },
    found: ["anchor docs/a.md #none", "internal-link docs/a.md none.md"],
  },
  {
    name: "settings of Jekyll alone make no site of a package's folder beside more pages elsewhere",
    generator: "plain",
    files: {
      "packages/a/docs/_config.yml": "remote_theme: a/b\n",
      "packages/a/docs/a.md": "# A\n",
      "docs/content/a.mdx": "# A\n\n[b](./b.mdx) [none](./none.mdx)\n",
      "docs/content/b.mdx": "# B\n",
    },
    found: ["internal-link docs/content/a.mdx ./none.mdx"],
  },
  {
    name: "a file called hugo.json may be about something else",
    generator: "plain",
    files: {
      "docs/formats/hugo.json": '[{ "title": "Options" }]\n',
      "docs/index.md": "# A\n\n[c](none.md)\n",
    },
    found: ["internal-link docs/index.md none.md"],
  },
  {
    name: "of two sites in folders of their own, the one with nearly all pages counts",
    generator: "sphinx",
    files: {
      "source/conf.py": 'extensions = ["myst_parser"]\n',
      ...Object.fromEntries(
        ["a", "b", "c", "d", "e", "f"].map((name) => [`source/${name}.md`, `# ${name}\n\n[a](a.md)\n`]),
      ),
      "source/index.md": "# A\n\n[a](none.md)\n",
      "site/astro.config.mjs":
        'import starlight from "@astrojs/starlight";\nexport default defineConfig({ integrations: [starlight({ title: "T" })] });\n',
      "site/src/content/docs/index.md": "---\ntitle: T\n---\n\nA\n",
    },
    found: ["internal-link source/index.md none.md"],
  },
];

testSmallSites(sites);
