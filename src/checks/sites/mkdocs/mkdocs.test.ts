import { describe, expect, test } from "vitest";
import { openTexts } from "../../../../test/fixtures/sites/open-fixture.ts";
import { testFindings } from "../../../../test/helpers/test-findings.ts";
import { planDelete } from "../../changes/plan-delete.ts";
import { planMove } from "../../changes/plan-move.ts";
import { checkSite } from "../../check-site.ts";
import type { MovePlan } from "../../types.ts";

testFindings("MkDocs", [
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

const inLanguages = (structure: string, more = "") =>
  `site_name: T\nplugins:\n  - i18n:\n      docs_structure: ${structure}\n      languages:\n        - locale: en\n          default: true\n        - locale: fr\n${more}        - locale: de\n`;
const menu = (names: string[]) => ["nav:", ...names.map((name) => `  - ${name}`)];
const withMenus = (structure: string) => {
  const ofFrench = menu(["index.md", "only.md", "a.md", "none.md"]).map((line) => `          ${line}\n`);
  const ofSite = menu(["index.md", "a.md", "gone.md"]).map((line) => `${line}\n`);
  return inLanguages(structure, ofFrench.join("")) + ofSite.join("");
};

testFindings("MkDocs in several languages", [
  {
    name: "entries name files without their language, also those of a language's own navigation",
    files: {
      "mkdocs.yml": withMenus("folder"),
      ...{ "docs/en/index.md": "# I\n", "docs/en/a.md": "# A\n", "docs/fr/only.md": "# O\n" },
    },
    found: ["navigation mkdocs.yml gone.md", "navigation mkdocs.yml none.md"],
    left: 0,
  },
  {
    name: "languages of the plugin before version 1 are keys, and the main one has a folder as well",
    files: {
      "mkdocs.yml":
        "site_name: T\nplugins:\n  - i18n:\n      default_language: en\n      languages:\n        default: {name: E}\n        en: English\n        fr: {name: F}\n",
      "docs/index.md": "# I\n[a](a.md) [b](/en/a/) [c](/a/) [d](/fr/a/) [e](b.md) [f](a.fr.md)\n",
      ...{ "docs/a.en.md": "# A\n", "docs/a.fr.md": "# A\n[b](b.md)\n", "docs/b.fr.md": "# B\n" },
    },
    found: ["internal-link docs/index.md a.fr.md", "internal-link docs/index.md b.md"],
    left: 0,
  },
  {
    name: "the main language need not be among them",
    files: {
      "mkdocs.yml":
        "site_name: T\nplugins:\n  - i18n:\n      default_language: en\n      languages:\n        fr: French\n",
      "docs/index.md": "# I\n[a](a.md) [b](/fr/a/) [c](/en/a/)\n",
      "docs/a.md": "# A\n",
    },
    found: ["internal-link docs/index.md /en/a/"],
    left: 0,
  },
  {
    name: "a page that a language lacks is shown there in the main language, unless the site says otherwise",
    files: {
      "mkdocs.yml": inLanguages("folder").replace(
        "      languages:",
        "      fallback_to_default: false\n      languages:",
      ),
      ...{ "docs/en/index.md": "# I\n[a](a.md)\n", "docs/en/a.md": "# A\n" },
      "docs/fr/index.md": "# I\n[a](a.md) [b](/fr/a/) [c](/a/)\n",
    },
    found: ["internal-link docs/fr/index.md /fr/a/", "internal-link docs/fr/index.md a.md"],
    left: 0,
  },
]);

test.each([
  ["suffix", "docs/a.md", "docs/more/c.md", "docs/a.fr.md", "docs/more/c.fr.md"],
  ["suffix", "docs/a.en.md", "docs/c.en.md", "docs/a.fr.md", "docs/c.fr.md"],
  ["folder", "docs/en/a.md", "docs/en/more/c.md", "docs/fr/a.md", "docs/fr/more/c.md"],
])("translations of the i18n plugin (%s) follow %s", async (structure, from, to, translation, moved) => {
  const { site } = await openTexts({
    "mkdocs.yml": inLanguages(structure),
    ...{ [from]: "# A\n", [translation]: "# A\n", "docs/index.md": "# I\n" },
  });
  expect((await planMove(site, from, to)).firstMoves).toEqual([
    { from: translation, to: moved, mayStay: true },
  ]);
  expect((await planDelete(site, from)).translations).toEqual([
    { from: translation, to: translation, mayStay: true },
  ]);
  expect((await planMove(site, translation, moved)).firstMoves).toBeUndefined();
  expect((await planDelete(site, "docs/index.md")).translations).toBeUndefined();
});

test.each([
  ["suffix", "docs/b.md", "docs/sub/c.md", "docs/a.fr.md", "docs/sub/d.fr.md", "docs/b.fr.md"],
  ["folder", "docs/en/b.md", "docs/en/sub/c.md", "docs/fr/a.md", "docs/fr/sub/d.md", "docs/fr/b.md"],
])("links keep naming pages without their language (%s)", async (structure, main, to, french, moved, own) => {
  const texts = {
    "mkdocs.yml": `${inLanguages(structure)}nav:\n  - b.md\n`,
    ...{ [main]: "# B\n", [french]: "[b](b.md)\n" },
  };
  const { site } = await openTexts(texts);
  const textOf = (plan: MovePlan, path: string) => plan.edits.find((edit) => edit.path === path)?.text;
  const plan = await planMove(site, main, to);
  expect(textOf(plan, french)).toBe("[b](sub/c.md)\n");
  expect(textOf(plan, "mkdocs.yml")).toMatch(/- sub\/c\.md\n$/);
  const { site: translated } = await openTexts({ ...texts, [own]: "# B\n" });
  expect(textOf(await planMove(translated, french, moved), moved)).toBe("[b](../b.md)\n");
});

describe("menus of folders", () => {
  const files = {
    "mkdocs.yml": "site_name: T\nplugins:\n  - awesome-nav\n",
    "docs/.nav.yml":
      "nav:\n  - index.md\n  - A: a.md\n  - guide\n  - '*'\n  - gone.md\n  - https://x.example/y.md\n",
    "docs/guide/.nav.yml":
      "title: G\nnav:\n  - x.md\n  - Deep:\n      - 'y.md'\n      - z.md\n  - glob: '**/*.md'\n",
    ...{ "docs/index.md": "# I\n", "docs/a.md": "# A\n", "docs/guide/x.md": "# X\n" },
    ...{ "docs/guide/y.md": "# Y\n", "docs/guide/z.md": "# Z\n" },
  };
  const changed = async (from: string, to: string | null) => {
    const { site } = await openTexts(files);
    const plan = to === null ? await planDelete(site, from) : await planMove(site, from, to);
    return Object.fromEntries(plan.edits.map(({ path, text }) => [path, text]));
  };

  test("are judged", async () => {
    const { site } = await openTexts(files);
    const { findings } = await checkSite(site);
    expect(findings.map(({ rule, path, target }) => `${rule} ${path} ${target}`)).toEqual([
      "navigation docs/.nav.yml gone.md",
    ]);
  });

  test("follow a page within its folder, and lose one that leaves it or is deleted", async () => {
    const menu = files["docs/guide/.nav.yml"];
    expect(await changed("docs/guide/y.md", "docs/guide/w.md")).toEqual({
      "docs/guide/.nav.yml": menu.replace("y.md", "w.md"),
    });
    const without = menu.replace("      - 'y.md'\n", "");
    expect(await changed("docs/guide/y.md", "docs/y.md")).toEqual({ "docs/guide/.nav.yml": without });
    expect(await changed("docs/guide/y.md", null)).toEqual({ "docs/guide/.nav.yml": without });
    expect(await changed("docs/a.md", "docs/guide/a.md")).toEqual({
      "docs/.nav.yml": files["docs/.nav.yml"].replace("A: a.md", "A: guide/a.md"),
    });
  });

  test("of awesome-pages name only pages directly in their folder", async () => {
    const { site } = await openTexts({
      "mkdocs.yml": "site_name: T\nplugins:\n  - awesome-pages:\n      filename: .order\n",
      "docs/.order": "nav:\n  - a.md\n  - b.md\n",
      ...{ "docs/a.md": "# A\n", "docs/b.md": "# B\n" },
    });
    const menuAfter = async (to: string) =>
      (await planMove(site, "docs/a.md", to)).edits.find(({ path }) => path === "docs/.order")?.text;
    expect(await menuAfter("docs/c.md")).toBe("nav:\n  - c.md\n  - b.md\n");
    expect(await menuAfter("docs/guide/a.md")).toBe("nav:\n  - b.md\n");
  });
});

test("a page goes with its item in a menu of literate-nav, unless a title would be left alone", async () => {
  const files = {
    "mkdocs.yml": "site_name: T\nplugins:\n  - literate-nav:\n      nav_file: MENU.md\n",
    "docs/MENU.md":
      "# Menu\n\n* [Home](index.md)\n* [A](a.md)\n* Other\n    * [B](b.md)\n* More\n    * [C](c.md)\n    * [D](d.md)\n",
    ...{ "docs/a.md": "# A\n", "docs/b.md": "# B\n", "docs/c.md": "# C\n", "docs/d.md": "# D\n" },
    "docs/index.md": "# I\n",
  };
  const { site } = await openTexts(files);
  for (const [path, item] of Object.entries({ a: "* [A](a.md)\n", c: "    * [C](c.md)\n" })) {
    const { edits, inbound } = await planDelete(site, `docs/${path}.md`);
    expect(edits.map(({ text }) => text)).toEqual([files["docs/MENU.md"].replace(item, "")]);
    expect(inbound).toMatchObject([{ path: "docs/MENU.md", target: `${path}.md` }]);
  }
  const alone = await planDelete(site, "docs/b.md");
  expect(alone).toMatchObject({ edits: [], inbound: [{ path: "docs/MENU.md", line: 6, stays: true }] });
});
