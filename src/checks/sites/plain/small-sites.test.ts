import { type SmallSite, testSmallSites } from "../../../../test/helpers/test-small-sites.ts";

const sites: SmallSite[] = [
  {
    name: "an unknown generator: addresses may be those of templates that are pages",
    generator: "plain",
    files: {
      "source/guide/blog.liquid": "x",
      "source/guide/_parts/bar.liquid": "x",
      "source/guide/shop/index.njk": "x",
      "source/guide/a.md": `# A\n\n${"[b](/guide/b) [c](/guide/c) ".repeat(60)}[d](/guide/blog) [e](/guide/shop/) [f](/guide/_parts/bar) [g](/guide/none)\n`,
      "source/guide/b.md": "# B\n",
      "source/guide/c.md": "# C\n",
    },
    found: ["internal-link source/guide/a.md /guide/none"],
  },
  {
    name: "an unknown generator: an address may be of another site than the one that proves its folder",
    generator: "plain",
    files: {
      "one/src/content/docs/a.mdx": "# A\n\n[b](/docs/b) [c](/docs/c) [none](/docs/none)\n",
      "one/src/content/docs/b.mdx": "# B\n\n[a](/docs/a) [c](/docs/c) [b](/docs/b)\n".repeat(20),
      "one/src/content/docs/c.mdx": "# C\n",
      "two/src/content/docs/d.mdx": "# D\n\n[e](/docs/e)\n",
      "two/src/content/docs/e.mdx": "# E\n",
    },
    found: ["internal-link one/src/content/docs/a.mdx /docs/none"],
  },
  {
    name: "an unknown generator may serve a static file beside its first page",
    generator: "plain",
    files: {
      "content/index.md": "# A\n\n![a](./banner.png) ![b](gone.png) [b](b.md)\n",
      "content/b.md": "# B\n",
      "public/banner.png": "x",
    },
    found: ["image content/index.md gone.png"],
  },
  {
    name: "a number before a name is its place in the menu, and a hyphen may be `_`",
    generator: "plain",
    files: {
      "content/1.start/1.warp.md": "# The warp\n\n[weft](./weft.md) [none](./none.md) [own](#the_warp)\n",
      "content/1.start/02.weft.md": "# Weft\n",
    },
    found: ["internal-link content/1.start/1.warp.md ./none.md"],
  },
  {
    name: "an unknown generator: pages of code, and those below a folder with a parameter",
    generator: "plain",
    files: {
      "next.config.js": "module.exports = {}\n",
      "src/pages/[[...path]].js": "",
      "src/pages/errors/[code].tsx": "",
      "src/pages/team/index.tsx": "",
      "src/app/(site)/errors/all/page.tsx": "",
      "src/app/errors/table.tsx": "",
      "src/content/index.md":
        "# A\n\n[a](/team) [b](/errors/149) [c](/errors/all) [d](/errors/table) [e](/teams/none)\n",
      "src/content/errors/index.md": "# Errors\n",
      "src/content/teams/b.md": `# B\n\n${"[b](/teams/b) [c](/c) [d](/errors)\n".repeat(60)}`,
      "src/content/c.md": "# C\n",
    },
    found: ["internal-link src/content/index.md /teams/none"],
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
    name: "an unknown generator: a file that maps old names to new ones",
    generator: "plain",
    files: {
      "docs/hub/_redirects.yml": "viewer: studio\n/old/viewer: studio\n",
      "docs/hub/index.md": "# A\n\n[a](./viewer) [b](./studio) [c](./none)\n",
      "docs/hub/studio.md": "# Studio\n",
      ...Object.fromEntries(
        Array.from({ length: 60 }, (_, at) => [
          `docs/hub/p${at}.md`,
          `# P\n\n[a](./studio) [b](./p${(at + 1) % 60})\n`,
        ]),
      ),
    },
    found: ["internal-link docs/hub/index.md ./none"],
  },
  {
    name: "Pelican names files between bars or braces",
    generator: "plain",
    files: {
      "content/a.md": "Title: A\n\n[a](|filename|/gone.rst) [b]({static}../b.pdf) [c](none.md)\n",
    },
    found: ["internal-link content/a.md none.md"],
  },
  {
    name: "an unknown generator: a file with redirects in its name says which addresses lead elsewhere",
    generator: "plain",
    files: {
      "redirects-list.json": '["^/guide/old(/.*)?$  /guide/b", "^/guide/all/:name  /guide/b 303"]\n',
      "server/src/redirects.ts":
        'export default new Map([["/guide/older", "https://example.com/guide/none"]]);\n',
      "content/guide/a.md": `# A\n\n[a](/guide/old) [b](/guide/older/) [c](/guide/none) [d](/guide/all)\n\n${"[b](/guide/b) ".repeat(100)}`,
      "content/guide/b.md": "# B\n",
    },
    found: ["internal-link content/guide/a.md /guide/all", "internal-link content/guide/a.md /guide/none"],
  },
  {
    name: "an unknown generator: each site of a repository has static files of its own",
    generator: "plain",
    files: {
      "apps/loom/content/1.start/1.index.md": "# A\n\n![a](./banner.png) ![b](./none.png)\n",
      "apps/loom/public/banner.png": "x",
    },
    found: ["image apps/loom/content/1.start/1.index.md ./none.png"],
  },
  {
    name: "an unknown generator: a path may leave out the folder of the main language",
    generator: "plain",
    files: {
      "docs/en/guide/a.mdx": "# A\n\n[a](../../api/b.mdx) [b](../../api/c.mdx) [c](../../api/none.mdx)\n",
      "docs/en/api/b.mdx": "# B\n",
      "docs/en/web/api/c.mdx": "# C\n",
      "docs/zh/guide/a.mdx": "# A\n\n[a](../../api/b.mdx)\n",
    },
    found: [
      "internal-link docs/en/guide/a.mdx ../../api/c.mdx",
      "internal-link docs/en/guide/a.mdx ../../api/none.mdx",
    ],
  },
  {
    name: "an unknown generator: relative links of parts count from where these are shown",
    generator: "plain",
    files: {
      "_includes/parts/a.md": "# A\n\n[a](b.md) ![b](c.png) [c](/d.md)\n",
      "guide/a.md": "# A\n\n[a](b.md)\n",
    },
    found: ["internal-link guide/a.md b.md"],
  },
  {
    name: "input of tests and what package managers keep are no pages of the repository",
    generator: "plain",
    files: {
      "e2e/fixtures/dead/a.md": "[a](none.md)\n",
      "src/__tests__/__fixtures__/a.md": "[a](none.md)\n",
      "jsonnet/jsonnetfile.json": "{}",
      "jsonnet/vendor/a.md": "[a](none.md)\n",
      "php/composer.json": "{}",
      "php/vendor/b/a.md": "[a](none.md)\n",
      "docs/vendor/a.md": "[a](none.md)\n",
      "docs/test/a.md": "[a](none.md)\n",
      "content/fixtures/a.md": "[a](none.md)\n",
    },
    found: [
      "internal-link content/fixtures/a.md none.md",
      "internal-link docs/test/a.md none.md",
      "internal-link docs/vendor/a.md none.md",
    ],
  },
  {
    name: "the packages of a folder `vendor` that has those of a host are not the repository's own",
    generator: "plain",
    files: {
      "boards/vendor/github.com/loom/lib/a.md": "[a](none.md)\n",
      "boards/vendor/lib/a.md": "[a](none.md)\n",
      "docs/vendor/a.md": "[a](none.md)\n",
    },
    found: ["internal-link docs/vendor/a.md none.md"],
  },
  {
    name: "a vault of Obsidian: files are found by their names, and headings by their text",
    generator: "plain",
    files: {
      "notes/.obsidian/app.json": "{}",
      "notes/warp/a.md":
        "# A\n\n[a](../gone/Long%20weft.md#Odd%20ends) [b](Long%20weft) ![c](knot.png) [d](Short.md) ![e](none.png) [f](a.md#none)\n",
      "notes/weft/Long weft.md": "# Long weft\n",
      "notes/pictures/knot.png": "x",
    },
    found: [
      "anchor notes/warp/a.md a.md#none",
      "image notes/warp/a.md none.png",
      "internal-link notes/warp/a.md Short.md",
    ],
  },
  {
    name: "Quartz finds files by their names as well",
    generator: "plain",
    files: {
      "quartz.config.ts": "export default {};\n",
      "content/warp.md": "# A\n\n[a](weft.md) [b](none.md)\n",
      "content/parts/weft.md": "# Weft\n",
    },
    found: ["internal-link content/warp.md none.md"],
  },
  {
    name: "what CI copies beside the pages, or into the built site, may be there",
    generator: "plain",
    files: {
      ".github/workflows/site.yml":
        "jobs:\n  site:\n    steps:\n      - run: sudo cp ./RULES.md ./docs/more/\n      - run: mv ./build/api/html ./_site/api # The reference\n",
      "RULES.md": "# Rules\n",
      "docs/more/a.md": "# A\n\n[a](RULES.md) [b](../api/a.md) [c](../none/a.md) [d](none.md)\n",
    },
    found: ["internal-link docs/more/a.md ../none/a.md", "internal-link docs/more/a.md none.md"],
  },
  {
    name: "what is outside of the repository is not known",
    generator: "plain",
    files: { "docs/a.md": "# A\n\n[a](../../other/a.md) ![b](../../b.png) [c](../none.md)\n" },
    found: ["internal-link docs/a.md ../none.md"],
  },
  {
    name: "an unknown generator: its reader of front matter may take a value that begins with a reserved sign",
    generator: "plain",
    files: {
      "docs/a.md": "---\ntitle: @scope/loom\n---\n\n# A\n",
      "docs/b.md": "---\ntitle: b: c\n---\n\n# B\n",
    },
    found: ["front-matter docs/b.md "],
  },
  {
    name: "an unknown generator: a page's name without its ending may look like that of another file",
    generator: "plain",
    files: {
      "docs/en/a.md": "# A\n\n[a](api/build.js) [b](../api/build.js) [c](api/none.js)\n",
      "docs/en/api/build.js.md": "# B\n",
    },
    found: ["internal-link docs/en/a.md api/none.js"],
  },
];

testSmallSites(sites);
