import { expect, test } from "vitest";
import { openTexts } from "../../../../test/fixtures/sites/open-fixture.ts";
import { type SmallSite, testSmallSites } from "../../../../test/helpers/test-small-sites.ts";
import { checkSite } from "../../check-site.ts";

const sites: SmallSite[] = [
  ...["plugins:\n  - mike\n", "extra:\n  version:\n    provider: mike\n"].map((versions) => ({
    name: `MkDocs: versions beside each other (${versions.slice(0, 7)})`,
    generator: "mkdocs",
    files: {
      "mkdocs.yml": `site_name: T\nsite_url: https://t.test/book/\n${versions}`,
      "docs/index.md": "# A\n\n[a](/book/2.1/b/) [b](../book/none/) [c](none.md)\n",
    },
    found: ["internal-link docs/index.md ../book/none/", "internal-link docs/index.md none.md"],
  })),
  {
    name: "MkDocs: plugins that change the text of pages add no page",
    generator: "mkdocs",
    files: {
      "mkdocs.yml": "site_name: T\nplugins: [gh-admonitions, code-validator]\n",
      "docs/index.md": "# A\n\n[a](none.md)\n",
    },
    found: ["internal-link docs/index.md none.md"],
  },
  {
    name: "MkDocs: docs beside the configuration take no other file of their own folder",
    generator: "mkdocs",
    files: {
      "mkdocs.yml": "site_name: T\ndocs_dir: .\nplugins: [same-dir]\n",
      "README.md": "# A\n\n[a](none.md) [b](LICENSE.txt) [c](img/a.png) [d](a.css)\n",
      "LICENSE.txt": "x",
      "a.css": "x",
      "img/a.png": "x",
    },
    found: ["internal-link README.md LICENSE.txt", "internal-link README.md none.md"],
  },
  {
    name: "MkDocs: files of the theme",
    generator: "mkdocs",
    files: {
      "mkdocs.yml": "site_name: T\n",
      "docs/index.md": "# A\n\n[a](img/favicon.ico) [b](img/none.ico)\n",
      "docs/b.md": "# B\n\n[a](img/favicon.ico) [b](../img/favicon.ico) [c](/img/favicon.ico)\n",
    },
    found: ["internal-link docs/index.md img/none.ico"],
  },
  {
    name: "MkDocs: drafts are not published, tags have ids, and names of files may have spaces",
    generator: "mkdocs",
    files: {
      "mkdocs.yml": "site_name: T\ndraft_docs: /drafts/\nplugins:\n  - tags\n",
      "docs/index.md":
        "# A\n\n[a](drafts/d.md) [b](c.md#tag:x) [c](c.md#none) [d](a b.md) [e](no b.md#x) [f](a note) ![g](a b.svg) [h](\"a\") [i]('no')\n",
      "docs/drafts/d.md": "# D\n\n[a](../index.md)\n",
      "docs/c.md": "# C\n\n[c]: none.md\n[d]: <a b.md>\n[c] [d]\n",
      "docs/a b.md": "# B\n",
    },
    found: [
      "anchor docs/index.md c.md#none",
      "internal-link docs/c.md none.md",
      "internal-link docs/index.md a b.svg",
      "internal-link docs/index.md drafts/d.md",
      "internal-link docs/index.md no b.md#x",
    ],
  },
  {
    name: "MkDocs: a redirect leads to a page that git ignores",
    generator: "mkdocs",
    files: {
      ".gitignore": "/docs/made.md\n",
      "mkdocs.yml":
        "site_name: A\nplugins:\n  - redirects:\n      redirect_maps:\n        old.md: made.md\n        older.md: none.md\n",
      "docs/index.md": "# A\n",
    },
    found: ["redirect-target mkdocs.yml none.md"],
  },
  {
    name: "MkDocs: a file that is taken in brings headings",
    generator: "mkdocs",
    files: {
      "mkdocs.yml": "site_name: T\nmarkdown_extensions:\n  - markdown_include.include\n",
      "docs/index.md": "# A\n\n[b](#brought) [c](c.md#none)\n\n{!docs/c.md!}\n",
      "docs/c.md": "# C\n\n## Brought\n",
    },
    found: ["anchor docs/index.md c.md#none"],
  },
  {
    name: "MkDocs: what the exclude plugin leaves out",
    generator: "mkdocs",
    files: {
      "mkdocs.yml":
        'site_name: T\nplugins:\n  - exclude:\n      glob:\n        - "**/_template.md"\n        - parts/*\n',
      "docs/index.md": "# A\n\n[a](parts/a.md)\n",
      "docs/parts/a.md": "[none](none.md)\n",
      "docs/loom/_template.md": "[none](none.md)\n",
    },
    found: ["internal-link docs/index.md parts/a.md"],
  },
  {
    name: "ProperDocs: a README beside an index is no page, and its ids are those of the code host",
    generator: "mkdocs",
    files: {
      "properdocs.yml": "site_name: T\n",
      "docs/index.md": "# A\n\n## One / two\n\n[a](#one-two) [b](#one--two)\n",
      "docs/README.md": "# B\n\n## One / two\n\n[a](#one--two) [b](#none)\n",
    },
    found: ["anchor docs/README.md #none", "anchor docs/index.md #one--two"],
  },
  {
    name: "MkDocs: an edition under a name of its own, and what it inherits",
    generator: "mkdocs",
    files: {
      "mkdocs-common.yml": "docs_dir: text\nplugins:\n  - mkdocstrings\n  - gen-files\n",
      "mkdocs-online.yml": "INHERIT: mkdocs-common.yml\nsite_name: T\n",
      "text/index.md": "# A\n\n[App][package.App] [made](made.md) [a](#none)\n",
    },
    found: ["anchor text/index.md #none"],
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
    name: "pages of the blog plugin are found by their files, wherever it publishes them",
    generator: "mkdocs",
    files: {
      "mkdocs.yml": "site_name: T\nplugins:\n  - blog\n",
      "docs/blog/index.md": "# Blog\n",
      "docs/blog/posts/a.md": "# A\n",
      "docs/setup/start.md":
        "# Start\n\n[a](../blog/index.md) [b](../blog/posts/a.md#a) [c](../blog/posts/a.md#b)\n",
    },
    found: ["anchor docs/setup/start.md ../blog/posts/a.md#b"],
  },
  {
    name: "posts of the blog plugin name files, as far as these are not written by it, and no drafts",
    generator: "mkdocs",
    files: {
      "mkdocs.yml": "site_name: T\nplugins:\n  - blog\n",
      "docs/setup.md": "# S\n\n[a](blog/posts/none.md) [b](blog/posts/draft.md) [c](blog/archive/2024.md)\n",
      "docs/img/a.png": "",
      "docs/blog/index.md": "# Blog\n\n[a](posts/draft.md) [b](posts/a.md)\n",
      "docs/blog/posts/a.md":
        "# A\n\n[a](../../setup.md) [b](../../none.md#x) [c](../archive/2024.md) [d](draft.md) [e](../../setup/)\n\n![f](../../img/a.png) ![g](img/none.png) ![h](../img/a.png)\n",
      "docs/blog/posts/draft.md": "---\ndraft: True\n---\n\n# D\n",
    },
    found: [
      "image docs/blog/posts/a.md img/none.png",
      "internal-link docs/blog/index.md posts/draft.md",
      "internal-link docs/blog/posts/a.md ../../none.md#x",
      "internal-link docs/blog/posts/a.md draft.md",
      "internal-link docs/setup.md blog/posts/draft.md",
      "internal-link docs/setup.md blog/posts/none.md",
    ],
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
];

testSmallSites(sites);

test("a picture in HTML is not offered its own path, which counts from the file", async () => {
  const { site } = await openTexts({
    "mkdocs.yml": "site_name: T\n",
    "docs/a.md": '<img alt="a" src="img/a.png">\n',
    "docs/img/a.png": "x",
  });
  const { findings } = await checkSite(site);
  expect(findings.map(({ target, candidates }) => ({ target, candidates }))).toEqual([
    { target: "img/a.png", candidates: undefined },
  ]);
});
