import { expect, it } from "vitest";
import { openTexts } from "../../../../test/fixtures/sites/open-fixture.ts";
import { testFindings } from "../../../../test/helpers/test-findings.ts";
import { planDelete } from "../../changes/plan-delete.ts";
import { planMove } from "../../changes/plan-move.ts";
import { checkSite } from "../../check-site.ts";

const languages =
  'import { defineConfig } from "@rspress/core";\nexport default defineConfig({ lang: "en", locales: [{ lang: "en", label: "English" }, { lang: "fr", label: "Français" }] });\n';
const plain = 'import { defineConfig } from "@rspress/core";\nexport default defineConfig({});\n';
const first = 'import { defineConfig } from "rspress/config";\nexport default defineConfig({});\n';

testFindings("Rspress", [
  {
    name: "menus beside the pages name files and folders, and links in their language",
    files: {
      "rspress.config.ts": languages,
      "docs/en/_nav.json": '[{ "text": "A", "link": "/guide/a" }, { "text": "B", "link": "/guide/none" }]\n',
      "docs/fr/_nav.json": '[{ "text": "A", "link": "/guide/a", "activeMatch": "/guide/none" }]\n',
      "docs/en/guide/_meta.json":
        '["a", "none", { "type": "dir", "name": "gone" }, { "type": "custom-link", "label": "B", "items": [{ "label": "C", "link": "/none" }] }]\n',
      "docs/en/guide/a.md": "# A\n",
    },
    found: [
      "navigation docs/en/_nav.json /guide/none",
      "navigation docs/en/guide/_meta.json /none",
      "navigation docs/en/guide/_meta.json docs/en/guide/gone",
      "navigation docs/en/guide/_meta.json docs/en/guide/none",
      "navigation docs/fr/_nav.json /fr/guide/a",
    ],
    left: 0,
  },
  ...(
    [
      ["markdown: { rehypePlugins: [own] }", "node.properties.target = '_blank';", 1],
      ["markdown: { rehypePlugins: [[own, { a: 1 }], 'rehype-x'] }", "node.properties.target = '_blank';", 0],
      ["markdown: { remarkPlugins: [own] }", "if (node.type === 'heading') node.depth = 2;", 0],
      ["markdown: own()", "node.properties.target = '_blank';", 0],
    ] as const
  ).map(([markdown, code, found]) => ({
    name: `ids of headings are ${found === 0 ? "not known" : "known"}: ${markdown} with ${code}`,
    files: {
      "rspress.config.ts": `import { own } from "./own.ts";\nexport default { ${markdown} };\n`,
      "own.ts": `import { visit } from "unist-util-visit";\nexport const own = () => (tree) => visit(tree, "element", (node) => { ${code} });\n`,
      "docs/a.md": "# A\n\n## Own\n\n[a](#own) [b](#none)\n",
    },
    found: found === 0 ? [] : ["anchor docs/a.md #none"],
    left: 0,
  })),
  {
    name: "menus of the configuration take the place of those beside the pages",
    files: {
      "rspress.config.ts":
        'export default { themeConfig: { nav: [{ text: "A", link: "/a", activeMatch: "/none" }], sidebar: { "/guide/": ["/guide/b", { text: "C", items: [{ link: "/guide/c" }] }] } } };\n',
      "docs/a.md": "# A\n",
      "docs/guide/b.md": "# B\n",
      "docs/guide/_meta.json": '["none"]\n',
    },
    found: ["navigation rspress.config.ts /guide/c"],
    left: 0,
  },
  {
    name: "addresses of versions and languages begin with their folders, but for the main ones",
    files: {
      "rspress.config.ts":
        'export default { lang: "en", locales: [{ lang: "en" }, { lang: "fr" }], multiVersion: { default: "v2", versions: ["v1", "v2"] } };\n',
      "docs/v2/en/a.md": "# A\n\n[a](/a) [a](/v2/en/a) [b](/b) [b](/v1/b) [c](/fr/c)\n",
      "docs/v1/en/b.md": "# B\n\n[b](/b) [a](/a)\n",
      "docs/v1/fr/b.md": "# B\n\n[b](/b) [b](/v1/b) [b](../en/b.md)\n",
    },
    found: [
      "internal-link docs/v1/en/b.md /a",
      "internal-link docs/v2/en/a.md /b",
      "internal-link docs/v2/en/a.md /fr/c",
    ],
    left: 0,
  },
  {
    name: "a link finds the page of its language only if it may be completed",
    files: {
      "rspress.config.ts": languages.replace("lang:", "markdown: { link: { autoPrefix: false } }, lang:"),
      "docs/en/a.md": "# A\n",
      "docs/fr/b.md": "# B\n\n[a](/a) [b](/b) [b](/fr/b)\n",
    },
    found: ["internal-link docs/fr/b.md /b"],
    left: 0,
  },
  {
    name: "links that the check of the build leaves out may lead elsewhere",
    files: {
      "rspress.config.ts":
        'export default { markdown: { link: { checkDeadLinks: { excludes: ["/other", "/fr/a"] } } } };\n',
      "docs/a.md": "# A\n\n[b](/other) [c](/another) [d](/a.pdf)\n",
      "docs/public/a.pdf": "",
    },
    found: ["internal-link docs/a.md /another"],
    left: 1,
  },
  {
    name: "what the configuration leaves out is no page, as far as it is written out",
    files: {
      "rspress.config.ts":
        'const isFinal = process.env.NODE_ENV === "production";\nexport default { route: { exclude: ["./parts", "**/old.md", ...(isFinal ? ["**/new.md"] : [])] } };\n',
      "docs/a.md": "# A\n\n[b](./parts/b.md) [c](./old.md) [d](./more.md) [e](./over.md#more)\n",
      "docs/parts/b.md": "# B\n",
      "docs/old.md": "# Old\n",
      "docs/more.md": "# More\n",
      "docs/over.md": "---\noverview: true\n---\n",
    },
    found: ["internal-link docs/a.md ./old.md", "internal-link docs/a.md ./parts/b.md"],
    left: 0,
  },
  {
    name: "folders of parts hold no pages, unless the configuration names what is left out instead",
    files: {
      "rspress.config.ts": plain,
      "docs/a.md": "# A\n\n[b](./_parts/b.md) [c](./_parts/more/c.md) [d](./__d.md)\n",
      "docs/_parts/b.md": "# B\n",
      "docs/_parts/more/c.md": "# C\n",
      "docs/__d.md": "# D\n",
    },
    found: ["internal-link docs/a.md ./_parts/b.md", "internal-link docs/a.md ./_parts/more/c.md"],
    left: 0,
  },
  {
    name: "a convention of the configuration's own takes the place of the usual one",
    files: {
      "rspress.config.ts": 'export default { route: { excludeConvention: ["**/*.part.md"] } };\n',
      "docs/a.md": "# A\n\n[b](./_parts/b.md) [c](./c.part.md)\n",
      "docs/_parts/b.md": "# B\n",
      "docs/c.part.md": "# C\n",
    },
    found: ["internal-link docs/a.md ./c.part.md"],
    left: 0,
  },
  {
    name: "pages from elsewhere may be at any address, and a file is missing all the same",
    files: {
      "rspress.config.ts": 'export default { route: { include: ["../notes/*.md"] } };\n',
      "docs/a.md": "# A\n\n[b](/notes/b) [c](./none.md)\n",
      "notes/b.md": "# B\n",
    },
    found: ["internal-link docs/a.md ./none.md"],
    left: 1,
  },
  {
    name: "plugins may add pages, but no file, and some add none",
    files: {
      "rspress.config.ts":
        'import { pluginChangelog } from "rspress-plugin-changelog";\nexport default { plugins: [pluginChangelog([])] };\n',
      "docs/_nav.json": '[{ "text": "Changes", "link": "/changelog" }]\n',
      "docs/a.md": "# A\n\n[b](/api/b) [c](./none.md)\n",
    },
    found: ["internal-link docs/a.md ./none.md"],
    left: 1,
  },
  {
    name: "a plugin that is a theme adds no pages",
    files: {
      "rspress.config.ts":
        'import { pluginOurTheme } from "our-theme/plugin";\nexport default { plugins: [pluginOurTheme()] };\n',
      "docs/a.md": "# A\n\n[b](/none)\n",
    },
    found: ["internal-link docs/a.md /none"],
    left: 0,
  },
  {
    name: "version 1 counts from the root unless a dot stands in front, and adds an ending to all",
    files: {
      "docs/rspress.config.ts": first.replace("{}", '{ root: "." }'),
      "docs/guide/a.md": "# A\n\n[b](b) [b](./b) [b](guide/b) [c](/files/c.pdf)\n",
      "docs/guide/b.md": "# B\n",
      "docs/public/files/c.pdf": "",
    },
    found: ["internal-link docs/guide/a.md /files/c.pdf", "internal-link docs/guide/a.md b"],
    left: 0,
  },
  {
    name: "links of a home page in version 1 stay in its language",
    files: {
      "rspress.config.ts": languages.replace("@rspress/core", "rspress/config"),
      "docs/en/index.md": "---\nhero:\n  actions:\n    - link: /guide/a\n---\n",
      "docs/fr/index.md":
        "---\nhero:\n  actions:\n    - link: /guide/a\n    - link: /fr/guide/b\n    - link: /guide/b\n---\n",
      "docs/en/guide/a.md": "# A\n",
      "docs/fr/guide/b.md": "# B\n",
    },
    found: ["internal-link docs/fr/index.md /guide/a"],
    left: 0,
  },
  {
    name: "pages without a heading have the id of their title, and marks may be anything",
    files: {
      "rspress.config.ts": plain,
      "docs/a.md": "# A\n\n[a](./b.md#b-page) [b](./b.mdx#two-words) [c](./c.mdx#new-api) [d](./c.mdx#api)\n",
      "docs/b.md": "---\ntitle: B page\n---\n\n## B {#two-words}\n",
      "docs/c.mdx": "# C\n\n## API <Tag>new</Tag>\n",
    },
    found: ["anchor docs/a.md ./c.mdx#new-api"],
    left: 0,
  },
]);

const menuSite = {
  "rspress.config.ts": plain,
  "docs/_nav.json": '[{ "text": "Guide", "link": "/guide/a" }]\n',
  "docs/index.md": "# Home\n\n[b](./guide/b.md) [b](/guide/b) [b](guide/b.html#b)\n",
  "docs/guide/_meta.json":
    '[\n  "a",\n  { "type": "file", "name": "b", "label": "About B" },\n  { "type": "dir", "name": "more" },\n  { "type": "custom-link", "label": "B", "link": "/guide/b#b" }\n]\n',
  "docs/guide/a.md": "# A\n",
  "docs/guide/b.md": "# B\n",
  "docs/guide/more/c.mdx": "# C\n\n[b](../b) [here](./)\n",
};

it("keeps the menus with the pages that move or go", async () => {
  const { site } = await openTexts(menuSite);
  const edited = (edits: { path: string; text: string }[], path: string) =>
    edits.find((one) => one.path === path)?.text;
  const renamed = await planMove(site, "docs/guide/b.md", "docs/guide/keel.md");
  expect(edited(renamed.edits, "docs/guide/_meta.json")).toBe(
    menuSite["docs/guide/_meta.json"]
      .replace('"name": "b"', '"name": "keel"')
      .replace("/guide/b#b", "/guide/keel#b"),
  );
  expect(edited(renamed.edits, "docs/index.md")).toBe(
    "# Home\n\n[b](./guide/keel.md) [b](/guide/keel) [b](guide/keel.html#b)\n",
  );
  expect(edited(renamed.edits, "docs/guide/more/c.mdx")).toBe("# C\n\n[b](../keel) [here](./)\n");
  const away = await planMove(site, "docs/guide/b.md", "docs/guide/parts/b.md");
  expect(edited(away.edits, "docs/guide/_meta.json")).toBe(
    '[\n  "a",\n  { "type": "dir", "name": "more" },\n  { "type": "custom-link", "label": "B", "link": "/guide/parts/b#b" },\n  { "type": "dir", "name": "parts", "label": "parts" }\n]\n',
  );
  const last = await planDelete(site, "docs/guide/more/c.mdx");
  expect(edited(last.edits, "docs/guide/_meta.json")).not.toContain('"more"');
});

it("moves what home pages link to, at the addresses that each version shows there", async () => {
  const home = "---\npageType: home\nhero:\n  actions:\n    - text: Start\n      link: /guide/\n---\n";
  for (const [configuration, language, expected] of [
    [languages.replace("@rspress/core", "rspress/config"), "en", ["/guide/start"]],
    [languages.replace("@rspress/core", "rspress/config"), "fr", ["/fr/guide/start"]],
    [languages, "en", ["/guide/start", "/guide/start"]],
  ] as const) {
    const { site } = await openTexts({
      "rspress.config.ts": configuration,
      ...{ "docs/en/index.md": home, "docs/fr/index.md": home },
      ...{ "docs/en/guide/index.md": "# Guide\n", "docs/fr/guide/index.md": "# Guide\n" },
    });
    expect((await checkSite(site)).findings).toEqual([]);
    const folder = `docs/${language}/guide`;
    const { edits } = await planMove(site, `${folder}/index.md`, `${folder}/start.md`);
    expect(edits.flatMap(({ text }) => /link: (.*)/.exec(text)?.[1] ?? [])).toEqual(expected);
  }
});

it("names the pages of other versions whose menus lead to a page, which do not follow it", async () => {
  const versions = 'multiVersion: { default: "v2", versions: ["v1", "v2"] }';
  const place = (version: string, language: string) => `docs/${version}/${language}/guide/a.md`;
  const { site } = await openTexts({
    "rspress.config.ts": languages.replace("lang:", `${versions}, lang:`),
    ...Object.fromEntries(
      ["v1", "v2"].flatMap((version) => ["en", "fr"].map((language) => [place(version, language), "# A\n"])),
    ),
    "docs/v2/en/guide/b.md": "# B\n",
  });
  const listOf = async (path: string) => {
    const { firstMoves = [] } = await planMove(site, path, path.replace(/\w\.md$/, "c.md"));
    return firstMoves.map(({ from, to }) => `${from} ${to}`);
  };
  expect(await listOf(place("v2", "en"))).toEqual([
    "docs/v2/fr/guide/a.md docs/v2/fr/guide/c.md",
    "docs/v1/en/guide/a.md null",
    "docs/v1/fr/guide/a.md null",
  ]);
  expect(await listOf(place("v1", "fr"))).toEqual([
    "docs/v1/en/guide/a.md null",
    "docs/v2/fr/guide/a.md null",
  ]);
  expect(await listOf("docs/v2/en/guide/b.md")).toEqual([]);
  const { translations = [] } = await planDelete(site, place("v2", "en"));
  expect(translations.map(({ because = "" }) => because).at(-1)).toBe(
    "menus of versions lead from there to docs/v2/en/guide/a.md",
  );
});

it("holds a page back where the configuration computes the versions", async () => {
  const { site } = await openTexts({
    "rspress.config.ts": "export default { multiVersion: { default: versions[0], versions } };\n",
    "docs/v1/a.md": "# A\n",
  });
  const { firstMoves } = await planMove(site, "docs/v1/a.md", "docs/v1/b.md");
  expect(firstMoves).toEqual([expect.objectContaining({ from: "rspress.config.ts", to: null })]);
});

it("writes addresses of a folder's own page so that each is a file of the build", async () => {
  for (const [configuration, links] of [
    [plain, "[b](/guide/b/) [b](./guide/b/index) [b](./guide/b/index.md)"],
    [first, "[b](/guide/b/) [b](./guide/b/) [b](./guide/b/index.md)"],
  ] as const) {
    const { site } = await openTexts({
      "rspress.config.ts": configuration,
      "docs/index.md": "# Home\n\n[b](/guide/b) [b](./guide/b) [b](./guide/b.md)\n",
      "docs/guide/b.md": "# B\n",
    });
    const { edits } = await planMove(site, "docs/guide/b.md", "docs/guide/b/index.md");
    expect(edits.map(({ text }) => text)).toEqual([`# Home\n\n${links}\n`]);
  }
});

it("moves a page that menus name which the configuration takes the place of", async () => {
  const { site } = await openTexts({
    "rspress.config.ts": 'export default { themeConfig: { sidebar: { "/": ["/guide/b"] } } };\n',
    "docs/guide/_meta.json": '["a", "b"]\n',
    "docs/guide/a.md": "# A\n",
    "docs/guide/b.md": "# B\n",
    "docs/old/_meta.json": '[{ "type": "file", "name": "b", "label": "B" }]\n',
  });
  const { edits, unclear } = await planMove(site, "docs/guide/b.md", "docs/guide/keel.md");
  expect(edits.map(({ path }) => path)).toEqual(["rspress.config.ts"]);
  expect(unclear).toEqual([]);
});

it("moves no page out of a menu that other languages link to", async () => {
  const { site } = await openTexts({
    "rspress.config.ts": languages,
    "docs/en/guide/_meta.json": '["a", "b"]\n',
    "docs/fr/guide/_meta.json": "../../en/guide/_meta.json",
    "docs/en/_nav.json": '[{ "text": "A", "link": "/guide/a" }]\n',
    "docs/fr/_nav.json": "../en/_nav.json",
    ...Object.fromEntries(
      ["en", "fr"].flatMap((one) => ["a", "b"].map((name) => [`docs/${one}/guide/${name}.md`, "# A\n"])),
    ),
  });
  expect((await checkSite(site)).findings).toEqual([]);
  expect(site.configuration.entries.map(({ target }) => target).filter((one) => one.startsWith("/"))).toEqual(
    ["/guide/a", "/fr/guide/a"],
  );
  const { refusal } = await planMove(site, "docs/fr/guide/b.md", "docs/fr/guide/c.md");
  expect(refusal).toContain("names other pages as well");
});

it("says of a picture beside the page that the build does not take it in", async () => {
  const { site } = await openTexts({
    "rspress.config.ts": plain,
    "docs/guide/a.md": '# A\n\n![p](./p.png) ![n](./none.png) <img src="./p.png" alt="p">\n',
    "docs/guide/b.mdx": '# B\n\n<img src="./p.png" alt="p" />\n',
    "docs/guide/p.png": "",
  });
  expect((await checkSite(site)).findings.map(({ path, message }) => `${path}: ${message}`)).toEqual([
    "docs/guide/a.md: ./none.png does not exist",
    "docs/guide/a.md: ./p.png is in the repository, but not at this address of the built site",
  ]);
});
