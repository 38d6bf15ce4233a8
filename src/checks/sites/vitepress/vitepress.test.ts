import { expect, it } from "vitest";
import { openTexts } from "../../../../test/fixtures/sites/open-fixture.ts";
import { counts, openBefore } from "../../../../test/helpers/open-before.ts";
import { testFindings } from "../../../../test/helpers/test-findings.ts";
import { planDelete } from "../../changes/plan-delete.ts";
import { planMove } from "../../changes/plan-move.ts";

testFindings("VitePress", [
  {
    name: "a menu may name what a plugin writes, and no page that is not there",
    files: {
      "docs/.vitepress/config.ts":
        'const nav = () => [{ text: "L", link: "/llms.txt" }, { text: "N", link: "/none" }];\nexport default { themeConfig: { nav: nav() } };\n',
      "docs/index.md": "# A\n",
    },
    found: ["navigation docs/.vitepress/config.ts /none"],
    left: 0,
  },
  {
    name: "a configuration that a function gives, and one that is spread into another",
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
    name: "a page beside a folder of its name, which has a page of its own",
    files: {
      "docs/.vitepress/config.ts": "export default {};\n",
      "docs/loom.md": "# Loom\n\n## Old\n",
      "docs/loom/index.md": "# Loom\n\n## New\n",
      "docs/index.md":
        "# A\n\n[a](./loom/index.md#new) [b](/loom/#new) [c](/loom#old) [d](loom.md#old) [e](loom#new) [f](/loom/#old)\n",
    },
    found: ["anchor docs/index.md /loom/#old", "anchor docs/index.md loom#new"],
    left: 0,
  },
  {
    name: "a hash that a component reads as an address is no id",
    files: {
      "docs/.vitepress/config.ts": "export default {};\n",
      "docs/api.md": "# API\n\n<Viewer />\n",
      "docs/index.md": "# A\n\n[a](./api.md#/users/list) [b](./api.md#!/users) [c](./api.md#none)\n",
    },
    found: ["anchor docs/index.md ./api.md#none"],
    left: 0,
  },
  {
    name: "a function for Markdown may lead links from file to file, but to no file that is not there",
    files: {
      "site/.vitepress/config.ts":
        'export default { srcDir: "..", rewrites: { "docs/:path*": ":path*" }, markdown: { config: hook } };\n',
      "CHANGES.md": "# Changes\n\n[a](docs/a.md) [b](docs/none.md)\n",
      "docs/a.md": "# A\n\n[b](b.md)\n",
      "docs/b.md": "# B\n",
    },
    found: ["internal-link CHANGES.md docs/none.md"],
    left: 1,
  },
  {
    name: "without such a function, links are relative to where a page is published",
    files: {
      "site/.vitepress/config.ts":
        'export default { srcDir: "..", rewrites: { "docs/:path*": ":path*" }, markdown: { lineNumbers: true } };\n',
      "CHANGES.md": "# Changes\n\n[a](docs/a.md) [b](a.md)\n",
      "docs/a.md": "# A\n",
    },
    found: ["internal-link CHANGES.md docs/a.md"],
    left: 0,
  },
]);

testFindings("VitePress, in its menus,", [
  {
    name: "puts the base of an item before the links below it",
    files: {
      ".vitepress/config.ts": `export default { locales: { fr: { link: "/fr/" } }, themeConfig: { logoLink: "/logo", nav: [{ text: "X", activeMatch: "/x/", items: [{ text: "N", link: "g/a" }, { text: "O", link: "g/none" }, { text: "P", link: "./g/none" }] }],
        sidebar: { "/g/": { base: "/g/", items: [{ text: "A", link: "a" }, { text: "B", link: "b" }, { text: "H", base: "/h", items: [{ text: "A", link: "/a" }, { text: "C", link: "/c" }, { text: "D", base: x, items: [{ text: "E", link: "e" }] }] }] } } } };\n`,
      "index.md": "# I\n",
      "g/a.md": "# A\n",
      "h/a.md": "# A\n",
    },
    found: [
      "navigation .vitepress/config.ts /fr/",
      "navigation .vitepress/config.ts /g/b",
      "navigation .vitepress/config.ts /g/none",
      "navigation .vitepress/config.ts /h/c",
      "navigation .vitepress/config.ts /logo",
    ],
    left: 0,
  },
]);

const hashed = (version: string | null) => ({
  ".vitepress/config.ts": "export default {};\n",
  ...(version !== null && { "package.json": `{ "devDependencies": { "vitepress": "${version}" } }\n` }),
  "index.md":
    '# I\n\n[a](/a#IDE与插件) [b](a.md#-自托管) [c](a#First-step) [d](a#MyId) [e](a#none)\n\n<a href="a#first-step">f</a>\n',
  "a.md": "# A\n\n## IDE与插件\n\n## 自托管\n\n## First step\n\n## Other {#MyId}\n",
});

testFindings("VitePress, in the hashes of links,", [
  {
    name: "keeps them as they are in version 1",
    files: hashed("^1.6.4"),
    found: ["/a#IDE与插件", "a#First-step", "a#none", "a.md#-自托管"].map((one) => `anchor index.md ${one}`),
    left: 0,
  },
  {
    name: "makes slugs of them from version 2 on, so that no link leads to an id with capitals",
    files: hashed("2.0.0-alpha.17"),
    found: ["anchor index.md a#MyId", "anchor index.md a#none"],
    left: 0,
  },
  ...[null, "catalog:", "^2.0.0-alpha.3"].map((version) => ({
    name: `reports only what both versions would break where it is not known: ${version}`,
    files: hashed(version),
    found: ["anchor index.md a#none"],
    left: 0,
  })),
]);

const anchored = (anchor: string) => ({
  ".vitepress/config.ts": `import p from "markdown-it-anchor";\nconst s = String;\nexport default { markdown: { anchor: ${anchor} } };\n`,
  "index.md": "# I\n\n## First\n\n[a](#first) [b](#none)\n",
});

testFindings("VitePress, with settings of anchors,", [
  ...["{ permalink: p.permalink.headerLink({}) }", "{ tabIndex: false, permalinkSymbol: '#' }"].map(
    (anchor) => ({
      name: `judges them if they change no id: ${anchor}`,
      files: anchored(anchor),
      found: ["anchor index.md #none"],
      left: 0,
    }),
  ),
  ...[
    "{ slugify: s }",
    "{ level: 2 }",
    "{ ...s }",
    "s",
    "{}, typographer: true",
    "{}, attrs: { left: s }",
  ].map((anchor) => ({
    name: `judges none if they may: ${anchor}`,
    files: anchored(anchor),
    found: [],
    left: 0,
  })),
]);

const home = {
  ".vitepress/config.ts": "export default {};\n",
  "index.md":
    "---\nlayout: home\nhero:\n  actions:\n    - text: Start\n      link: /guide/start#first\n    - { text: No, link: /gone }\nfeatures:\n- title: A\n  link: '/none'\n- title: B\n  details: |\n    link: /gone\n  link: other\n---\n",
  "guide/start.md": "---\nnext:\n  text: B\n  link: /guide/gone\nlink: /gone\n---\n\n# First\n\n[b](./b)\n",
  "guide/b.md": "# B\n",
};

testFindings("VitePress, of names between colons in headings,", [
  {
    name: "keeps those in code, and takes the others for emoji",
    files: {
      ".vitepress/config.ts": "export default {};\n",
      "index.md":
        "# A\n\n## `loom:warp:check`\n\n## New :rocket: `a:b`\n\n[a](#loom-warp-check) [a](#loomcheck) [b](#new-a-b)\n",
    },
    found: ["anchor index.md #loomcheck"],
    left: 0,
  },
  {
    name: "takes no numbers for emoji but the two that are",
    files: {
      ".vitepress/config.ts": "export default {};\n",
      "index.md": "# A\n\n## At 17:37:25\n\n## All :100:\n\n[a](#at-17-37-25) [a](#at-1725) [b](#all)\n",
    },
    found: ["anchor index.md #at-1725"],
    left: 0,
  },
]);

testFindings("VitePress, in links of the front matter,", [
  {
    name: "judges those of buttons, cards and of the next page that begin at the root",
    files: home,
    found: [
      "internal-link guide/start.md /guide/gone",
      "internal-link index.md /gone",
      "internal-link index.md /none",
    ],
    left: 0,
  },
  {
    name: "finds the page of a folder with and without a slash, as the client does",
    files: {
      ".vitepress/config.ts": "export default {};\n",
      "index.md":
        "---\nhero:\n  actions:\n    - text: A\n      link: /kits\n    - text: B\n      link: /yarn/\n    - text: C\n      link: /none/\n---\n\n[a](/kits)\n",
      "kits/index.md": "# K\n",
      "yarn.md": "# Y\n",
    },
    found: ["internal-link index.md /kits", "internal-link index.md /none/"],
    left: 0,
  },
]);

it("addresses in code elsewhere hold a page back only with all of its names", async () => {
  const { site } = await openTexts({
    "docs/.vitepress/config.ts": "export default {};\n",
    "docs/index.md": "# A\n",
    "docs/kits/looms.md": "# L\n",
    "docs/looms.md": "# O\n",
    "app/src/routes.ts": 'export default [{ path: "/looms" }, { path: "/manual/kits/looms" }];\n',
    "app/src/other.ts": 'export default "/looms";\n',
  });
  const { unclear } = await planMove(site, "docs/kits/looms.md", "docs/kits/frames.md");
  expect(unclear.map(({ path, target }) => `${path} ${target}`)).toEqual([
    "app/src/routes.ts /manual/kits/looms",
  ]);
});

it("lets a button of the home page follow its page", async () => {
  const { move } = await openBefore(await openTexts(home));
  const { plan, comparison } = await move("guide/start.md", "docs/begin.md");
  expect(plan.unclear).toEqual([]);
  expect(plan.edits.find(({ path }) => path === "index.md")?.text).toContain("link: /docs/begin#first\n");
  expect(counts(comparison)).toEqual([0, 0, 3]);
});

const menus = `export const own = defineConfig({
  themeConfig: {
    nav: [{ text: "Guide", link: "/guide/index", activeMatch: "/guide/" }],
    sidebar: { "/guide": [{ text: "Guide", link: "/guide/index" }] },
  },
});
`;
const shown = {
  ".vitepress/config.ts":
    'import { own } from "./own";\nexport default { ...own, themeConfig: { logo: "/l.svg", ...own.themeConfig } };\n',
  "index.md": "# A\n",
  "guide/index.md": "# G\n",
  "guide/b.md": "# B\n",
};

it("moves a section's page with its entries in a part of the configuration that another one takes in", async () => {
  const { move } = await openBefore(await openTexts({ ...shown, ".vitepress/own.ts": menus }));
  const { plan } = await move("guide/index.md", "guide/start.md");
  expect(plan.unclear).toEqual([]);
  expect(plan.edits.map(({ text }) => text)).toEqual([menus.replaceAll("/guide/index", "/guide/start")]);
});

const languages = (more = "") => ({
  ".vitepress/config.ts": `export default { locales: { root: {}, fr: {}, zh: {} }${more} };\n`,
  ...{ "a.md": "# A\n\n[b](./b)\n", "b.md": "# B\n", "fr/a.md": "# A\n", "zh/a.md": "# A\n" },
  ...{ "zh/b.md": "# B\n", "zh/rig/b.md": "# B\n" },
});
const menuOf = (path: string) => `the language menu of ${path} leads to the address that the page had`;

it.each([
  [
    "of the main language",
    languages(),
    "a.md",
    [
      ["fr/a.md", "fr/rig/a.md"],
      ["zh/a.md", "zh/rig/a.md"],
    ],
  ],
  ["where one is in the way", languages(), "b.md", [["zh/b.md", "zh/rig/b.md"]]],
  [
    "of another language",
    languages(),
    "fr/a.md",
    [
      ["a.md", null],
      ["zh/a.md", null],
    ],
  ],
  ["without paths in the menus", languages(", themeConfig: { i18nRouting: false }"), "a.md", []],
  ["with menus of the site's own", languages(", themeConfig: { i18nRouting: () => '/' }"), "a.md", []],
  [
    "with other starts, and one language without paths",
    {
      ...{ "book/a.md": "# A\n", "fr/livre/a.md": "# A\n", "zh/a.md": "# A\n", "de/a.md": "# A\n" },
      ".vitepress/config.ts": `export default { locales: {
        root: { link: "/book/" }, fr: { link: "/fr/livre" }, zh: { themeConfig: { i18nRouting: false } },
        de: { themeConfig: { nav: [] } },
      } };\n`,
    },
    "book/a.md",
    [
      ["fr/livre/a.md", "fr/livre/rig/a.md"],
      ["de/a.md", "de/rig/a.md"],
    ],
  ],
])(
  "names the pages that the language menu of a page that moves leads to: %s",
  async (_, files, from, moves) => {
    const { site } = await openTexts(files);
    const { firstMoves = [] } = await planMove(site, from, from.replace(/(?=[ab]\.md)/, "rig/"));
    const isMain = (path: string) => path === "a.md";
    const listed = moves.map(([one, to]) => ({
      ...{ from: one, to, ifLeft: menuOf(one!) },
      ...(isMain(one!) && { isMain: true }),
    }));
    expect(firstMoves).toEqual(listed);
    const { translations = [] } = await planDelete(site, from);
    const stays = moves.some(([one]) => isMain(one!));
    expect(translations).toEqual(listed.map((one) => ({ ...one, to: stays ? null : one.from })));
  },
);
