import { expect, it } from "vitest";
import { openTexts } from "../../../../test/fixtures/sites/open-fixture.ts";
import { testFindings } from "../../../../test/helpers/test-findings.ts";
import { planDelete } from "../../changes/plan-delete.ts";
import { planMove } from "../../changes/plan-move.ts";
import { checkSite } from "../../check-site.ts";

const second = "export default defineUserConfig({ theme: defaultTheme({}) });\n";

testFindings("VuePress", [
  {
    name: "menus of version 1 count from their folder and name pages with their titles",
    files: {
      "docs/.vuepress/config.js":
        'module.exports = { themeConfig: { nav: [{ text: "A", link: "/none/" }], sidebar: { "/guide/": ["", "a", ["b", "B"], { title: "C", path: "c", children: ["/guide/a.html", "#top"] }] } } };\n',
      "docs/README.md": "# A\n",
      "docs/guide/README.md": "# Guide\n",
      "docs/guide/a.md": "# A\n",
    },
    found: [
      "navigation docs/.vuepress/config.js /guide/b",
      "navigation docs/.vuepress/config.js /guide/c",
      "navigation docs/.vuepress/config.js /none/",
    ],
    left: 0,
  },
  {
    name: "menus of version 2 count from their prefixes, also those of languages",
    files: {
      "docs/.vuepress/config.ts":
        'import { defaultTheme } from "@vuepress/theme-default";\nexport default defineUserConfig({ theme: defaultTheme({ locales: { "/fr/": { sidebar: [{ text: "A", prefix: "/guide/", children: ["a.md", { text: "B", prefix: "in", children: ["b", "none.md"] }] }] } } }) });\n',
      "docs/guide/a.md": "# A\n",
      "docs/guide/in/b.md": "# B\n",
    },
    found: ["navigation docs/.vuepress/config.ts /guide/in/none.md"],
    left: 0,
  },
  {
    name: "names between colons are emoji, but not in code, and numbers are none",
    files: {
      "docs/.vuepress/config.ts": second,
      "docs/README.md":
        "# A\n\n## At 17:37:25 :tada:\n\n## `loom:warp:check`\n\n[a](#at-17-37-25) [b](#at-1725) [c](#loom-warp-check) [d](#loomcheck)\n",
    },
    found: ["anchor docs/README.md #at-1725", "anchor docs/README.md #loomcheck"],
    left: 0,
  },
  {
    name: "a theme that is not known may add pages, but no file",
    files: {
      "src/.vuepress/config.ts":
        'import theme from "./theme.js";\nexport default defineUserConfig({ theme });\n',
      "src/.vuepress/theme.ts":
        'import { hopeTheme } from "vuepress-theme-hope";\nexport default hopeTheme({});\n',
      "src/README.md":
        "# A\n\n[a](/tag/) [b](./none.md) [c](none/README.md) [d](/none.html) [e](./none.mdx)\n",
    },
    found: ["internal-link src/README.md ./none.md", "internal-link src/README.md ./none.mdx"],
    left: 3,
  },
  {
    name: "a plugin for redirects may lead on from a file that is not there",
    files: {
      "docs/.vuepress/config.ts":
        'export default defineUserConfig({ plugins: [redirectPlugin({ config: { "/old/keel.html": "/keel/" } })] });\n',
      "docs/README.md": "# A\n\n[a](/old/keel.md#one) [b](./none.html)\n",
    },
    found: [],
    left: 2,
  },
  {
    name: "other plugins lead on from no file",
    files: {
      "docs/.vuepress/config.ts":
        'export default defineUserConfig({ plugins: [blogPlugin({ config: { "/old/keel.html": "/keel/" } })] });\n',
      "docs/README.md": "# A\n\n[a](/old/keel.md#one) [b](./none.html)\n",
    },
    found: ["internal-link docs/README.md /old/keel.md#one"],
    left: 1,
  },
  {
    name: "an id behind a heading counts where a plugin reads attributes, beside the default theme as well",
    files: {
      "docs/.vuepress/config.ts":
        "export default defineUserConfig({ theme: defaultTheme({}), plugins: [mdEnhancePlugin({ attrs: true })] });\n",
      "docs/README.md": "# A\n\n## Keels {#keel}\n\n[a](#keel) [b](#keels-keel) [c](#keels)\n",
    },
    found: ["anchor docs/README.md #keels", "anchor docs/README.md #keels-keel"],
    left: 0,
  },
  {
    name: "with computed options of such a plugin, ids of headings with marks are not judged",
    files: {
      "docs/.vuepress/config.ts":
        'export default defineUserConfig({ theme: defaultTheme({}), plugins: [mdEnhancePlugin({ attrs: process.env.ATTRS === "1" })] });\n',
      "docs/README.md": "# A\n\n## Keels {#keel}\n\n[a](#keel) [b](#keels-keel)\n",
    },
    found: [],
    left: 0,
  },
  {
    name: "plugins that only add to pages make none",
    files: {
      "docs/.vuepress/config.js":
        'module.exports = { plugins: ["@vuepress/back-to-top", ["@vuepress/google-analytics", { ga: "x" }]] };\n',
      "docs/README.md": "# A\n\n[a](/tag/)\n",
    },
    found: ["internal-link docs/README.md /tag/"],
    left: 0,
  },
  {
    name: "code that is taken in, and names that stand for folders, are no links",
    files: {
      "docs/.vuepress/config.ts": second,
      "docs/README.md":
        "# A\n\n@[code](./a.js)\n\n@[code{1-2} ts](@src/b.ts)\n\n![c](~@images/c.png)\n\n[d](./d.js)\n",
      "docs/a.js": "1;\n",
    },
    found: ["internal-link docs/README.md ./d.js"],
    left: 2,
  },
  {
    name: "buttons of the start page lead to pages by their address or their file",
    files: {
      "docs/.vuepress/config.ts": second,
      "docs/README.md":
        "---\nhome: true\nactions:\n  - text: A\n    link: /a.html\n  - text: B\n    link: /a.md\n  - text: C\n    link: /c/\n---\n",
      "docs/a.md": "# A\n",
    },
    found: ["internal-link docs/README.md /c/"],
    left: 0,
  },
  {
    name: "an id behind a heading is text, unless the theme reads it",
    files: {
      "docs/.vuepress/config.ts": second,
      "docs/README.md": "# A\n\n[a](#own) [b](#b-own) [c](./c.md#_1-c)\n\n## B {#own}\n",
      "docs/c.md": "# C\n\n## 1. C\n",
    },
    found: ["anchor docs/README.md #own"],
    left: 0,
  },
]);

it("reads the menus of the theme Hope, and judges what a page had before", async () => {
  const { site, set } = await openTexts({
    "src/.vuepress/config.ts":
      'import { hopeTheme, sidebar } from "vuepress-theme-hope";\nexport default defineUserConfig({ theme: hopeTheme({ sidebar: sidebar({ "/": ["a", "tag/", { text: "B", prefix: "b/", children: "structure" }] }) }) });\n',
    "src/README.md": "# Home\n",
    "src/a.md": "# A\n",
  });
  const found = async () =>
    (await checkSite(site)).findings.flatMap(({ rule, target }) => (rule === "navigation" ? [target] : []));
  expect(await found()).toEqual([]);
  const { edits } = await planMove(site, "src/a.md", "src/b/a.md");
  expect(edits[0]?.text).toContain('["b/a", "tag/", {');
  await set({ "src/a.md": null });
  expect(await found()).toEqual(["/a"]);
});

it("keeps the entries of menus with their pages", async () => {
  const { site } = await openTexts({
    "docs/.vuepress/config.js":
      'module.exports = { themeConfig: { sidebar: { "/guide/": ["", "a", ["b", "All about B"], "../c"] } } };\n',
    "docs/README.md": "# Home\n",
    "docs/c.md": "# C\n",
    "docs/guide/README.md": "# Guide\n\n[b](b.md) [b](/guide/b.html)\n",
    "docs/guide/a.md": "# A\n",
    "docs/guide/b.md": "# B\n",
  });
  const menuOf = (edits: { path: string; text: string }[]) =>
    edits
      .find(({ path }) => path === "docs/.vuepress/config.js")
      ?.text.match(/\/guide\/": (.*) \} \} \};/)?.[1];
  const inside = await planMove(site, "docs/guide/b.md", "docs/guide/more/b.md");
  expect(menuOf(inside.edits)).toBe('["", "a", ["more/b", "All about B"], "../c"]');
  const away = await planMove(site, "docs/guide/b.md", "docs/b.md");
  expect(menuOf(away.edits)).toBe('["", "a", ["/b", "All about B"], "../c"]');
  expect(away.edits.find(({ path }) => path === "docs/guide/README.md")?.text).toBe(
    "# Guide\n\n[b](../b.md) [b](/b.html)\n",
  );
  expect(menuOf((await planDelete(site, "docs/guide/b.md")).edits)).toBe('["", "a", "../c"]');
  expect(menuOf((await planDelete(site, "docs/guide/a.md")).edits)).toBe(
    '["", ["b", "All about B"], "../c"]',
  );
});

it("leads to the address that the front matter gives, and to that of the file", async () => {
  const { site } = await openTexts({
    "docs/.vuepress/config.js": "module.exports = {};\n",
    "docs/README.md": "# Home\n\n[a](/pages/1f/) [a](notes/01.a.md) [b](/pages/2f/)\n",
    "docs/notes/01.a.md": "---\npermalink: /pages/1f\n---\n\n# A\n",
  });
  const { routing } = site.configuration;
  const page = { path: "docs/notes/01.a.md", facts: site.pages.get("docs/notes/01.a.md") };
  expect(routing!.addressesOf(page, site.files)).toEqual(["/pages/1f/", "/notes/01.a"]);
  const { edits } = await planMove(site, "docs/notes/01.a.md", "docs/notes/02.a.md");
  expect(edits.map(({ path, text }) => `${path} ${text}`)).toEqual([
    "docs/README.md # Home\n\n[a](/pages/1f/) [a](notes/02.a.md) [b](/pages/2f/)\n",
  ]);
});

it("misses what scripts of pages import, from where version 2 compiles them", async () => {
  const { site } = await openTexts({
    "package.json": '{ "devDependencies": { "vuepress": "2.0.0-rc.30" } }\n',
    "docs/.vuepress/config.js": "export default {};\n",
    "docs/guide/a.md":
      '# A\n\n<script setup>\nimport Box from "./Box.vue";\nimport Same from "../../../../guide/Box.vue";\nimport Other from "@source/guide/Box.vue";\n</script>\n',
    "docs/guide/Box.vue": "<template />\n",
  });
  expect((await checkSite(site)).findings.map(({ rule, target }) => `${rule} ${target}`)).toEqual([
    "missing-import ./Box.vue",
  ]);
});

it("does not judge addresses with a name that the site's own code leads elsewhere", async () => {
  const { site } = await openTexts({
    "docs/.vuepress/config.js": "module.exports = {};\n",
    "docs/.vuepress/enhanceApp.js":
      'export default ({ router }) => router.beforeEach((to, _, next) => (to.path.split("/")[1] === "latest" ? next("/v2/a") : next()));\n',
    "docs/README.md": "# Home\n\n[a](./latest/a.md) [b](/latest/b/) [c](./older/a.md)\n",
    "docs/v2/a.md": "# A\n",
  });
  expect((await checkSite(site)).findings.map(({ rule, target }) => `${rule} ${target}`)).toEqual([
    "internal-link ./older/a.md",
  ]);
});

it("does not judge a picture without a dot beside a page of version 2, where releases differ", async () => {
  const { site } = await openTexts({
    "docs/.vuepress/config.ts": second,
    "docs/README.md": "# A\n\n![a](img/keel.png) ![b](img/none.png)\n",
    "docs/img/keel.png": "",
  });
  const { findings, notJudged } = await checkSite(site);
  expect(findings.flatMap(({ rule, target }) => (rule === "image" ? target : []))).toEqual(["img/none.png"]);
  expect(notJudged).toMatchObject([{ rule: "image", links: 1 }]);
});
