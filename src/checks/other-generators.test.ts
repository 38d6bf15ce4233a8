import { expect, test } from "vitest";
import { openTexts } from "../../test/fixtures/sites/open-fixture.ts";
import { checkSite } from "./check-site.ts";

interface Case {
  name: string;
  files: Record<string, string>;
  generator: string;
  /** `rule path target` of each finding. */
  found: string[];
}

const docsify = (settings: string) =>
  `<script>\nwindow.$docsify = { ${settings} };\n</script>\n<script src="docsify.js"></script>\n`;
const mdx = (code: string) => `import type { MDXComponents } from "mdx/types";\n${code}\n`;

const cases: Case[] = [
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
    name: "a file called hugo.json may be about something else",
    generator: "plain",
    files: {
      "docs/formats/hugo.json": '[{ "title": "Options" }]\n',
      "docs/index.md": "# A\n\n[c](none.md)\n",
    },
    found: ["internal-link docs/index.md none.md"],
  },
  {
    name: "Docsify fetches the names of its aliases from elsewhere, and nothing besides",
    generator: "plain",
    files: {
      "docs/index.html": docsify('alias: { ".*?/changelog": "https://example.com/CHANGELOG.md" }'),
      "docs/_sidebar.md": "* [A](README.md)\n* [B](changelog.md)\n* [C](none.md)\n",
      "docs/README.md": "# A\n",
    },
    found: ["internal-link docs/_sidebar.md none.md"],
  },
  {
    name: "what a template keeps for later is no link",
    generator: "plain",
    files: {
      "docs/index.md":
        '# A\n\n{%- set code %}\n[a](none.md) [c][none]\n<img src="b.png">\n{%- endset %}\n{{ code | highlight("md") }}\n\n[b](other.md)\n',
    },
    found: ["internal-link docs/index.md other.md"],
  },
  {
    name: "front matter that a program fills in is not judged, that of a page is",
    generator: "plain",
    files: {
      "archetypes/post.md": '---\ntitle: "{{ replace .Name "-" " " }}"\n---\n',
      "docs/index.md": '---\ntitle: "A" b\n---\n\n# A\n',
    },
    found: ["front-matter docs/index.md "],
  },
  {
    name: "a README that was copied to a deeper folder does not name the one at the root",
    generator: "plain",
    files: {
      "CONTRIBUTING.md": "# Contributing\n",
      "content/themes/a/index.md": "# A\n\n[a](CONTRIBUTING.md#requests)\n",
    },
    found: [],
  },
  {
    name: "MDX: components that a package or other code hands to the pages",
    generator: "plain",
    files: {
      "mdx-components.tsx": mdx("export const useMDXComponents = () => ({ Note });"),
      "demos/hover/page.tsx":
        'import Content from "./content.mdx";\nexport default () => <Content components={{ Hover }} />;\n',
      "demos/hover/content.mdx": "<Hover>a</Hover> <Note /> <None />\n",
    },
    found: ["undefined-component demos/hover/content.mdx None"],
  },
  {
    name: "MDX: what a package spreads into the components is not known",
    generator: "plain",
    files: {
      "mdx-components.tsx": mdx(
        'import defaultComponents from "some-ui/mdx";\nexport const useMDXComponents = () => ({ ...defaultComponents });',
      ),
      "docs/a.mdx": "<None />\n",
    },
    found: [],
  },
  {
    name: "Nextra: an image without a dot may be found from the base of the code",
    generator: "nextra",
    files: {
      "package.json": '{ "dependencies": { "nextra": "3", "nextra-theme-docs": "3" } }\n',
      "next.config.mjs": 'import nextra from "nextra";\nexport default nextra({})({});\n',
      "src/pages/a/index.mdx": "![a](src/images/a.png) ![b](src/images/none.png)\n",
      "src/images/a.png": "x",
    },
    found: ["image src/pages/a/index.mdx src/images/none.png"],
  },
  {
    name: "Nextra: pages that git ignores may be in the navigation",
    generator: "nextra",
    files: {
      ".gitignore": "pages/reference/*\n!pages/reference/_meta.js\n",
      "package.json": '{ "dependencies": { "nextra": "3", "nextra-theme-docs": "3" } }\n',
      "next.config.mjs": 'import nextra from "nextra";\nexport default nextra({})({});\n',
      "pages/_meta.js": 'export default { index: "A", none: "None" };\n',
      "pages/index.mdx": "# A\n",
      "pages/reference/_meta.js": 'export default { core: "Core" };\n',
    },
    found: ["navigation pages/_meta.js pages/none"],
  },
  {
    name: "MkDocs: a plugin may write the page of an entry, one that makes a book writes none",
    generator: "mkdocs",
    files: {
      "mkdocs.yml": "site_name: T\nplugins:\n  - coverage\nnav:\n  - index.md\n  - cover.md\n",
      "docs/index.md": "# A\n",
    },
    found: [],
  },
  {
    name: "MkDocs: a plugin that makes a book writes no page",
    generator: "mkdocs",
    files: {
      "mkdocs.yml": "site_name: T\nplugins:\n  - with-pdf\nnav:\n  - index.md\n  - none.md\n",
      "docs/index.md": "# A\n\n[a](other.md) [b](pdf/document.pdf)\n",
    },
    found: ["internal-link docs/index.md other.md", "navigation mkdocs.yml none.md"],
  },
  {
    name: "MkDocs: plugins of a configuration that is inherited are known as well",
    generator: "mkdocs",
    files: {
      "mkdocs.yml": "INHERIT: ./base.yml\nsite_name: T\n",
      "base.yml": "plugins:\n  - search\n  - awesome-pages\n",
      "docs/index.md": "# A\n\n[a](other.md)\n",
    },
    found: ["internal-link docs/index.md other.md"],
  },
  {
    name: "MkDocs: one of them may add pages",
    generator: "mkdocs",
    files: {
      "mkdocs.yml": "INHERIT: ./base.yml\nsite_name: T\n",
      "base.yml": "plugins:\n  - search\n  - gen-files\n",
      "docs/index.md": "# A\n\n[a](other.md)\n",
    },
    found: [],
  },
  {
    name: "VitePress: the client shows an entry with or without a slash at its end",
    generator: "vitepress",
    files: {
      "docs/.vitepress/config.ts":
        'export default { themeConfig: { sidebar: [{ text: "A", link: "/a" }, { text: "B", link: "/b/" }, { text: "C", link: "/c" }] } }\n',
      "docs/index.md": "# T\n\n[a](/a)\n",
      "docs/a/index.md": "# A\n",
      "docs/b.md": "# B\n",
    },
    found: ["internal-link docs/index.md /a", "navigation docs/.vitepress/config.ts /c"],
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
    name: "Docusaurus: the name of a version may stand in brackets",
    generator: "docusaurus",
    files: {
      "docusaurus.config.js":
        'const all = ["1.x", "2.x"];\nmodule.exports = { presets: [["classic", { docs: { lastVersion: all[0], versions: { [all[0]]: { label: "One" } } } }]] };\n',
      "versions.json": '["1.x"]\n',
      "docs/a.md": "# A\n",
      "versioned_docs/version-1.x/a.md": "# A\n\n[b](/docs/a) [c](/docs/none)\n",
    },
    found: ["internal-link versioned_docs/version-1.x/a.md /docs/none"],
  },
  {
    name: "Docusaurus: another preset adds pages, and versions that are left out have none",
    generator: "docusaurus",
    files: {
      "docusaurus.config.js":
        'module.exports = { presets: [["classic", { docs: { routeBasePath: "/", onlyIncludeVersions: ["1.x"] } }], ["redocusaurus", {}]] };\n',
      "versions.json": '["2.x", "1.x"]\n',
      "docs/a.md": "# A\n",
      "versioned_docs/version-2.x/a.md": "# A\n",
      "versioned_docs/version-1.x/a.md": "# A\n\n[a](/b) [b](./none.md) [c](#none)\n",
      "versioned_docs/version-1.x/b.md": "# B\n",
    },
    found: [
      "anchor versioned_docs/version-1.x/a.md #none",
      "internal-link versioned_docs/version-1.x/a.md ./none.md",
    ],
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
    name: "VitePress: a part of other pages may link to their headings",
    generator: "vitepress",
    files: {
      "docs/.vitepress/config.ts": "export default {}\n",
      "docs/index.md": "# A\n\n<!-- @include: ./shared/part.md -->\n\n## Mutate\n",
      "docs/shared/part.md": "[a](#mutate) [b](#none)\n",
    },
    found: ["anchor docs/shared/part.md #none"],
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
    name: "names in braces are no expressions in MDX 1",
    generator: "docusaurus",
    files: {
      "package.json": '{ "dependencies": { "@docusaurus/core": "^2.4.0" } }\n',
      "docusaurus.config.js": 'module.exports = { presets: [["classic", {}]] };\n',
      "docs/a.mdx": "# A\n\n| a |\n|---|\n| Object with { value, label } |\n\n<None />\n",
    },
    found: ["undefined-component docs/a.mdx None"],
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
  {
    name: "a folder of the site's files with an index.html is at its own address",
    generator: "mkdocs",
    files: {
      "mkdocs.yml": "site_name: T\n",
      "docs/play/index.html": "<p>Play</p>\n",
      "docs/index.md": '# A\n\n<a href="play/">a</a> <a href="./none/">b</a>\n',
    },
    found: ["internal-link docs/index.md ./none/"],
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
    name: "addresses that the host leads elsewhere are open, one that takes all says nothing",
    generator: "mkdocs",
    files: {
      "mkdocs.yml": "site_name: T\n",
      "docs/_redirects": "/old/* /new/:splat\n/gone /404.html 404\n/* /index.html 200\n",
      "netlify.toml": '[[redirects]]\nfrom = "/shop"\nto = "https://example.com/"\n',
      "vercel.json":
        '{ "redirects": [{ "source": "/play/:path*", "destination": "https://example.com/" }] }\n',
      "docs/index.md":
        '# A\n\n<a href="/old/a">a</a> <a href="shop/">b</a> <a href="/play/x/">c</a> <a href="/gone">d</a> <a href="/none">e</a>\n',
    },
    found: ["internal-link docs/index.md /gone", "internal-link docs/index.md /none"],
  },
  {
    name: "VitePress follows its links itself, without asking the host",
    generator: "vitepress",
    files: {
      "docs/.vitepress/config.ts": "export default {}\n",
      "docs/public/_redirects": "/old /new\n",
      "docs/index.md": "# A\n\n[a](/old)\n",
    },
    found: ["internal-link docs/index.md /old"],
  },
  {
    name: "a space before the colon of a key",
    generator: "starlight",
    files: {
      "astro.config.mjs":
        'import starlight from "@astrojs/starlight";\nexport default defineConfig({ integrations: [starlight({ title: "T" })] });\n',
      "src/content/docs/index.md": "---\ntitle : 'A'\n---\n\nA\n",
    },
    found: [],
  },
  {
    name: "brackets in the text of a link, and those around tags, are no references",
    generator: "mkdocs",
    files: {
      "mkdocs.yml": "site_name: T\n",
      "docs/index.md":
        "# A\n\n[[one][tests] more](https://example.com) <b>[text, <i>Kind</i>][]</b> [two][none]\n\n- [BUG][SQL] Mend it\n- [Rust][Rust]\n- [Guide][the guide]\n\n| a |\n|---|\n|[BUG][Audit] b|\n",
    },
    found: [
      "undefined-reference docs/index.md Rust",
      "undefined-reference docs/index.md none",
      "undefined-reference docs/index.md the guide",
    ],
  },
  {
    name: "a tag of many lines may end in a line of its own",
    generator: "mkdocs",
    files: {
      "mkdocs.yml": "site_name: T\n",
      "docs/index.md": '# A\n\n<div>\n<a\n  class="b"\n  href="none.html"\n>\nMore\n</a>\n</div>\n\n> <a\n',
    },
    found: ["internal-link docs/index.md none.html"],
  },
];

test.each(cases)("$name", async ({ files, generator, found }) => {
  const { site } = await openTexts(files);
  expect(site.shape.generator).toBe(generator);
  const { findings } = await checkSite(site);
  const said = findings.filter(({ rule }) => rule !== "heading-order");
  expect(said.map(({ rule, path, target }) => `${rule} ${path} ${target ?? ""}`).sort()).toEqual(found);
});
