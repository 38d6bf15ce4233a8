import { expect, test } from "vitest";
import { openTexts } from "../../../../test/fixtures/sites/open-fixture.ts";
import { testFindings } from "../../../../test/helpers/test-findings.ts";
import { findNavigationFiles, isNavigationData, judgeNavigation } from "../../changes/navigation-files.ts";
import { planMove } from "../../changes/plan-move.ts";
import { checkSite } from "../../check-site.ts";
import { openOtherSites } from "../../model/open-sites.ts";
import { createScanCache } from "../../model/scan-cache.ts";

testFindings("MkDocs", [
  {
    name: "a configuration under another name makes a site",
    files: {
      "mkdocs-blog.yml": "site_name: T\ndocs_dir: blog\n",
      "blog/a.md": "# A\n\n[b](b.md#one_1) [c](none.md)\n",
      "blog/b.md": "# B\n\n## One\n\n## One\n",
    },
    found: ["internal-link blog/a.md none.md"],
    left: 0,
  },
  {
    name: "of several editions the one that is not for offline use, with what is inherited",
    files: {
      "mkdocs-common.yml": "site_name: T\nplugins:\n  exclude:\n    glob:\n      - parts/*\n",
      "mkdocs-offline.yml": "INHERIT: mkdocs-common.yml\nplugins:\n  exclude:\n    glob:\n      - guide.md\n",
      "mkdocs-online.yml": "INHERIT: mkdocs-common.yml\n",
      "docs/index.md": "# A\n\n[a](guide.md) [b](parts/a.md)\n",
      "docs/guide.md": "# B\n",
      "docs/parts/a.md": "[none](none.md)\n",
    },
    found: ["internal-link docs/index.md parts/a.md"],
    left: 0,
  },
  {
    name: "maps of a configuration that is inherited are merged, lists replace it, and feeds are written",
    files: {
      "mkdocs.yml":
        "INHERIT: conf/site.yml\nplugins:\n  redirects:\n    redirect_maps:\n      old.md: index.md\n",
      "conf/site.yml":
        "INHERIT: base.yml\nplugins:\n  rss:\n    feeds_filenames:\n      rss_created: feeds/new.xml\n",
      "conf/base.yml":
        "plugins:\n  redirects:\n    redirect_maps:\n      older.md: gone.md\nnav:\n  - index.md\n  - none.md\n",
      "docs/index.md":
        "# A\n\n[a](older/) [b](old/) [c](none/) [d](feeds/new.xml) [e](feed_rss_updated.xml) [f](feed_rss_created.xml)\n",
    },
    found: [
      "internal-link docs/index.md feed_rss_created.xml",
      "internal-link docs/index.md none/",
      "internal-link docs/index.md older/",
      "navigation conf/base.yml none.md",
      "redirect-target conf/base.yml gone.md",
    ],
    left: 0,
  },
  {
    name: "a list of plugins replaces the inherited one",
    files: {
      "mkdocs.yml": "INHERIT: base.yml\nplugins:\n  - search\n",
      "base.yml": "plugins:\n  - gen-files\n",
      "docs/index.md": "# A\n\n[a](none.md)\n",
    },
    found: ["internal-link docs/index.md none.md"],
    left: 0,
  },
  {
    name: "a value from the environment is its default",
    files: {
      "mkdocs.yml":
        'docs_dir: !ENV [DOCS, "pages"]\nsite_url: !ENV SITE\nnav:\n  - !ENV [HOME_TITLE, "Home"]: index.md\n  - More: !ENV [A, B, "/more/"]\n  - Gone: !ENV [GONE, "gone.md"]\n  - Unset: !ENV UNSET\n',
      "pages/index.md": "# A\n\n[a](none.md)\n",
    },
    found: ["internal-link pages/index.md none.md", "navigation mkdocs.yml gone.md"],
    left: 0,
  },
  {
    name: "an entry that names no file is an address of the site, or one above it",
    files: {
      "mkdocs.yml":
        "nav:\n  - index.md\n  - A: guide/#setup\n  - B: guide/\n  - C: ../../api/\n  - D: none/\n  - '!include other/mkdocs.yml'\n  - ... | *.md\n",
      "docs/index.md": "# A\n",
      "docs/guide.md": "# B\n\n## Setup\n",
    },
    found: ["navigation mkdocs.yml none/"],
    left: 0,
  },
  {
    name: "hidden files and templates are not published unless a line takes them back",
    files: {
      "mkdocs.yml": "exclude_docs: |\n  !.known/\n",
      "docs/index.md":
        "# A\n\n[a](.hidden/a.md) [b](templates/b.md) [c](more/templates/c.md) [d](.known/d.md)\n",
      "docs/.hidden/a.md": "# B\n",
      "docs/templates/b.md": "# C\n",
      "docs/more/templates/c.md": "# D\n",
      "docs/.known/d.md": "# E\n",
    },
    found: ["internal-link docs/index.md .hidden/a.md", "internal-link docs/index.md templates/b.md"],
    left: 0,
  },
  {
    name: "files of the theme are published where the site has none, its pages and templates are not",
    files: {
      "mkdocs.yml": "theme:\n  name: material\n  custom_dir: theme\n",
      ".gitmodules": '[submodule "brand"]\n  path = theme/img/brand\n',
      "docs/about/index.md":
        "# A\n\n[a](../img/a.png) [b](../img/brand/b.png) [c](../img/none.png) [d](../main.html)\n",
      "theme/img/a.png": "",
      "theme/main.html": "",
    },
    found: [
      "internal-link docs/about/index.md ../img/none.png",
      "internal-link docs/about/index.md ../main.html",
    ],
    left: 1,
  },
  {
    name: "slugs are those of `toc`, not of another extension",
    files: {
      "mkdocs.yml":
        "markdown_extensions:\n  - pymdownx.tabbed:\n      slugify: !!python/object/apply:pymdownx.slugs.slugify\n        kwds:\n          case: lower\n  - toc:\n      permalink: true\n",
      "docs/index.md": "# A\n\n## Net (`--net`)\n\n[a](#net-net) [b](#net---net)\n",
    },
    found: ["anchor docs/index.md #net---net"],
    left: 0,
  },
  {
    name: "titles of tabs may be ids",
    files: {
      "mkdocs.yml":
        "markdown_extensions:\n  - pymdownx.tabbed:\n      slugify: !!python/object/apply:pymdownx.slugs.slugify\n        kwds:\n          case: lower\n",
      "docs/index.md": '# A\n\n=== "One"\n\n    x\n\n[a](#one) [b](b.md#none) [c](c.md#two)\n',
      "docs/b.md": "# B\n",
      "docs/c.md": "# C\n\n/// tab | Two\nx\n///\n",
    },
    found: ["anchor docs/index.md b.md#none"],
    left: 0,
  },
  {
    name: "what looks like a tag has no part in the id, except in code",
    files: {
      "mkdocs.yml": "site_name: T\n",
      "docs/index.md": "# A\n\n## Of <T, U>\n\n## In `<T, U>`\n\n[a](#of) [b](#of-t-u) [c](#in-t-u)\n",
    },
    found: ["anchor docs/index.md #of-t-u"],
    left: 0,
  },
  {
    name: "slugs of `toc` by pymdownx",
    files: {
      "mkdocs.yml":
        "markdown_extensions:\n  toc:\n    slugify: !!python/object/apply:pymdownx.slugs.slugify\n      kwds: {case: lower}\n",
      "docs/index.md": "# A\n\n## Net (`--net`)\n\n[a](#net-net) [b](#net---net)\n",
    },
    found: ["anchor docs/index.md #net-net"],
    left: 0,
  },
  {
    name: "a name that becomes a picture has no part in the id",
    files: {
      "mkdocs.yml":
        "markdown_extensions:\n  - pymdownx.emoji:\n      emoji_index: !!python/name:material.extensions.emoji.twemoji\n",
      "docs/index.md":
        "# A\n\n## :material-email: Write to us :rocket:\n\n[a](#write-to-us) [b](#material-email-write-to-us)\n",
    },
    found: ["anchor docs/index.md #material-email-write-to-us"],
    left: 0,
  },
  {
    name: "the configuration that joins others is the site's",
    files: {
      "docs/mkdocs.yml": "site_name: docs/next\nnav:\n  - none.md\n",
      "docs/docs/index.md": "# A\n\n[a](../../terms.md)\n",
      "site/mkdocs.yml": "plugins:\n  - search\n  - monorepo\nnav:\n  - index.md\n  - none.md\n",
      "site/docs/index.md": "# A\n",
    },
    found: ["navigation site/mkdocs.yml none.md"],
    left: 0,
  },
]);

test("a definition right behind a paragraph or a list counts for MkDocs, and not elsewhere", async () => {
  const page = "# A\n\n1. One [x][first]\n[first]: https://example.org/\n\nSee [y][gone].\n";
  const find = async (files: Record<string, string>) => {
    const { findings } = await checkSite((await openTexts(files)).site);
    return findings.filter(({ rule }) => rule === "undefined-reference").map(({ target }) => target);
  };
  expect(await find({ "mkdocs.yml": "site_name: A\n", "docs/index.md": page })).toEqual(["gone"]);
  expect(await find({ "docs/index.md": page })).toEqual(["first", "gone"]);
});

test("a redirect with an anchor follows the page to which it leads", async () => {
  const maps = "plugins:\n  - redirects:\n      redirect_maps:\n        old.md: a.md#b\n";
  const { site } = await openTexts({ "mkdocs.yml": maps, "docs/a.md": "# A\n\n## B\n" });
  const { edits } = await planMove(site, "docs/a.md", "docs/c.md");
  expect(edits.find(({ path }) => path === "mkdocs.yml")?.text).toContain("old.md: c.md#b");
});

test("redirects that are inherited follow the page to which they lead, and get further ones", async () => {
  const { site } = await openTexts({
    "mkdocs.yml": "INHERIT: base.yml\nplugins:\n  search: {}\n",
    "base.yml": "plugins:\n  redirects:\n    redirect_maps:\n      old.md: a.md\n",
    "docs/a.md": "# A\n",
  });
  const { edits } = await planMove(site, "docs/a.md", "docs/c.md");
  const text = edits.find(({ path }) => path === "base.yml")?.text ?? "";
  expect(text).toContain("      a.md: c.md\n      old.md: c.md\n");
  const files = await findNavigationFiles(site);
  const judge = (one: string) => judgeNavigation(files, { path: "base.yml", text: one });
  expect(isNavigationData(files.data, "base.yml")).toBe(false);
  expect(judge(text)).toBe(null);
  expect(judge(`${text}hooks: [run.py]\n`)).toContain("hooks");
});

test("names of files with spaces follow their page", async () => {
  const { site } = await openTexts({
    "mkdocs.yml": "site_name: T\n",
    "docs/a b.md": "# A\n\n[c](c.md)\n",
    "docs/c.md": "[a](a b.md#a) [b](<a b.md>) [c](a%20b.md)\n",
  });
  const { edits } = await planMove(site, "docs/a b.md", "docs/d/e f.md");
  expect(edits.find(({ path }) => path === "docs/c.md")?.text).toBe(
    "[a](d/e f.md#a) [b](<d/e f.md>) [c](d/e%20f.md)\n",
  );
});

test.each([
  ["docs/a.md", "docs/a/index.md", "    x.md: a/index.md\n"],
  ["docs/a.md", "docs/b.md", "    a.md: b.md\n    x.md: b.md\n"],
])("no redirect is written over a page that keeps its address: %s to %s", async (from, to, redirects) => {
  const { site } = await openTexts({
    "mkdocs.yml": "plugins:\n  redirects:\n    redirect_maps:\n      x.md: a.md\n",
    "docs/index.md": "# A\n",
    "docs/a.md": "# B\n",
  });
  const { edits } = await planMove(site, from, to);
  const text = edits.find(({ path }) => path === "mkdocs.yml")?.text ?? "";
  expect(text.split("redirect_maps:\n")[1]?.replaceAll("      ", "    ")).toBe(redirects);
});

test("configurations beside each other make a site each", async () => {
  const files = {
    "docs/mkdocs-blog.yml": "site_name: A\ndocs_dir: blog\n",
    "docs/mkdocs-user.yml": "site_name: B\ndocs_dir: user\n",
    "docs/blog/a.md": "# A\n",
    "docs/user/b.md": "# B\n",
  };
  const { site } = await openTexts(files);
  const options = { files: Object.keys(files), read: site.read, cache: createScanCache() };
  const others = await openOtherSites(options, site);
  expect([site, ...others.map((one) => one.site)].map((one) => one.configuration.docsRoot)).toEqual([
    "docs/blog",
    "docs/user",
  ]);
});
