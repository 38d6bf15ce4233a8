import { expect, it } from "vitest";
import { openTexts } from "../../test/fixtures/sites/open-fixture.ts";
import { findNavigationFiles, judgeNavigation } from "./changes/navigation-files.ts";
import { planDelete } from "./changes/plan-delete.ts";
import { planMove } from "./changes/plan-move.ts";

const config = `import { defineConfig } from "vitepress";

const guides = () => [
  {
    text: "Guides",
    items: [
      { text: "Start", link: "/guides/start" },
      { text: "Sails", link: '/guides/sails' },
      // The last one.
      { text: "Knots", link: "/guides/knots" },
    ],
  },
];

export default defineConfig({
  themeConfig: { sidebar: { "/": guides(), "/guides/": guides() } },
});
`;
const site = {
  "docs/.vitepress/config.ts": config,
  "docs/index.md": "# A\n",
  "docs/guides/start.md": "# Start\n",
  "docs/guides/sails.md": "# Sails\n",
  "docs/guides/knots.md": "# Knots\n",
};

it("a page that moves keeps its entry in a menu that two sidebars use", async () => {
  const { site: opened } = await openTexts(site);
  const plan = await planMove(opened, "docs/guides/sails.md", "docs/rig/sails.md");
  expect(plan.edits.map(({ path, what, text }) => ({ path, what, text }))).toEqual([
    {
      path: "docs/.vitepress/config.ts",
      what: "1 navigation entry",
      text: config.replace("'/guides/sails'", "'/rig/sails'"),
    },
  ]);
  expect(plan.notes).toEqual([
    "no redirect was added from /guides/sails: no file for redirects is known on this site",
  ]);
});

it("a removed page takes its item with it, except for one with a comment", async () => {
  const { site: opened } = await openTexts(site);
  const plan = await planDelete(opened, "docs/guides/sails.md");
  expect(plan.inbound).toEqual([{ path: "docs/.vitepress/config.ts", line: 8, target: "/guides/sails" }]);
  expect(plan.edits.map(({ text }) => text)).toEqual([config.replace(/\n {6}\{ text: "Sails".*/, "")]);
  expect(plan.notes).toEqual([]);
  const other = await planDelete(opened, "docs/guides/knots.md");
  expect(other.edits).toEqual([]);
  expect(other.notes).toEqual(["remove /guides/knots from docs/.vitepress/config.ts line 10 by hand"]);
});

it("a removed page takes its item with the titles in other languages", async () => {
  const titled = (...names: string[]) =>
    `import starlight from "@astrojs/starlight";
export default { integrations: [starlight({ title: "T", sidebar: [
${names.map((name) => `  {\n    label: "A",\n    translations: { fr: "B", de: "C" },\n    link: "${name}",\n    badge: { text: "New" },\n  },\n`).join("")}] })] };
`;
  const path = "astro.config.mjs";
  const texts = { [path]: titled("start", "sails"), "src/content/docs/index.md": "# H\n" };
  const pages = { "src/content/docs/start.md": "# S\n", "src/content/docs/sails.md": "# S\n" };
  const { site: opened } = await openTexts({ ...texts, ...pages });
  const [edit] = (await planDelete(opened, "src/content/docs/sails.md")).edits;
  expect(edit?.text.replace(/\s+/g, "")).toBe(titled("start").replace(/\s+/g, ""));
  expect(judgeNavigation(await findNavigationFiles(opened), { path, text: edit!.text })).toBeNull();
});

const docusaurus = `module.exports = {
  baseUrl: "/boats/",
  presets: [["classic", { docs: {}, blog: false }]],
  themeConfig: {
    navbar: { items: [{ to: "docs/sails", label: "Sails" }] },
    footer: {
      links: [
        { label: "Sails", to: "/boats/docs/sails/#rig" },
        { label: "Knots", to: "/docs/knots" },
      ],
    },
  },
};
`;

it("menus of Docusaurus follow a page that moves, and lose the items of one that goes", async () => {
  const texts = { "docusaurus.config.js": docusaurus, "docs/sails.md": "# S\n", "docs/knots.md": "# K\n" };
  const { site: opened } = await openTexts(texts);
  const move = await planMove(opened, "docs/sails.md", "docs/rig/sails.md");
  expect(move.edits.map(({ text }) => text)).toEqual([docusaurus.replaceAll("docs/sails", "docs/rig/sails")]);
  const remove = await planDelete(opened, "docs/knots.md");
  expect(remove.edits.map(({ text }) => text)).toEqual([docusaurus.replace(/\n {8}\{ label: "Knots".*/, "")]);
});

const astro = `import starlight from "@astrojs/starlight";
import { defineConfig } from "astro/config";

export default defineConfig({
  base: "/boats",
  redirects: { "/start": "/sails/", "/rigging": "/boats/sails", "/away": "https://example.com/sails" },
  integrations: [starlight({ title: "Boats", sidebar: [] })],
});
`;
const next = `import nextra from "nextra";

export default nextra({})({
  async redirects() {
    return [
      { source: "/start", destination: "/sails?from=start#rig", permanent: true },
      { source: "/rigging", destination: "/sails", permanent: false },
      { source: "/away", destination: "https://example.com/sails", permanent: true },
    ];
  },
});
`;
const vercel = '{ "redirects": [{ "source": "/mast", "destination": "/sails", "permanent": true }] }\n';

it.each([
  ["astro.config.mjs", { "astro.config.mjs": astro }, "src/content/docs/"],
  ["next.config.mjs", { "next.config.mjs": next, "vercel.json": vercel }, "pages/"],
])(
  "redirects that %s writes out follow a page that moves, and nothing else in it may change",
  async (_, files, root) => {
    const page = "---\ntitle: Sails\n---\n\n## Rig\n";
    const { site: opened } = await openTexts({
      ...files,
      [`${root}sails.md`]: page,
      [`${root}index.md`]: page,
    });
    const { edits, notes } = await planMove(opened, `${root}sails.md`, `${root}rig/sails.md`);
    // Not all targets of the first have the base in front.
    const isAdded = root === "pages/";
    expect(notes).toEqual(isAdded ? [] : [expect.stringContaining("no redirect was added from /")]);
    const added = '\n      { source: "/sails", destination: "/rig/sails", permanent: true },';
    const expected = Object.entries(files).map(([path, text]) => [
      path,
      text
        .replaceAll(/(?<="\/(?:boats\/)?)sails(?=["/?])/g, "rig/sails")
        .replace(/(?<=return \[)/, isAdded ? added : ""),
    ]);
    expect(edits.map(({ path, text }) => [path, text])).toEqual(expected);
    const navigation = await findNavigationFiles(opened);
    for (const { path, text } of edits) {
      expect(judgeNavigation(navigation, { path, text })).toBeNull();
      const more =
        path === "vercel.json"
          ? [text.replace("{", '{ "cleanUrls": true,')]
          : [text.replace("/rig/sails", "https://example.org/"), text.replace('"/start"', '"/begin"')];
      for (const one of more) expect(judgeNavigation(navigation, { path, text: one }), one).not.toBeNull();
    }
  },
);

const redirected = `module.exports = {
  baseUrl: "/boats/",
  presets: [["classic", { docs: {}, blog: false }]],
  plugins: [
    [
      "@docusaurus/plugin-client-redirects",
      { redirects: [{ from: ["/start", "/begin"], to: "/docs/sails" }, { from: "/a", to: "/boats/docs/sails/#rig" }] },
    ],
  ],
};
`;

it("redirects of Docusaurus follow a page that moves", async () => {
  const { site: opened } = await openTexts({
    ...{ "docusaurus.config.js": redirected, "docs/sails.md": "# S\n", "docs/knots.md": "# K\n" },
  });
  const { edits, notes } = await planMove(opened, "docs/sails.md", "docs/rig/sails.md");
  const added = '{ from: "/docs/sails", to: "/docs/rig/sails" }, ';
  const followed = redirected.replaceAll("docs/sails", "docs/rig/sails");
  expect(edits.map(({ text }) => text)).toEqual([followed.replace(/(?<=redirects: \[)/, added)]);
  expect(notes.filter((note) => note.includes("by hand"))).toEqual([]);
});

it.each([
  ["with endings and quotes", '"old.md" "sails.md"\n"older.rst" "knots.md"', '"sails.md" "rig/sails.md"\n'],
  ["without", "old sails\nolder knots\n", "sails rig/sails\n"],
  ["none yet", "", '"sails.md" "rig/sails.md"\n'],
])("the redirects of a Sphinx site follow a page that moves: %s", async (_, before, added) => {
  const conf = 'extensions = ["myst_parser", "sphinxext.rediraffe"]\nrediraffe_redirects = "redirects.txt"\n';
  const files = { "docs/conf.py": conf, "docs/redirects.txt": before, "docs/index.md": "# I\n" };
  const { site: opened } = await openTexts({ ...files, "docs/sails.md": "# S\n", "docs/knots.md": "# K\n" });
  const { edits } = await planMove(opened, "docs/sails.md", "docs/rig/sails.md");
  const lines = before.replace(/(?<=old(?:\.md)?"? "?)sails/, "rig/sails").split(/(?<=\n)/);
  const last = before === "" || before.endsWith("\n") ? lines.length : lines.length - 1;
  expect(edits.map(({ path, text }) => [path, text])).toEqual([
    ["docs/redirects.txt", lines.toSpliced(last, 0, added).join("")],
  ]);
});

const conf = (...lines: string[]) =>
  `extensions = ["myst_parser", "sphinxext.rediraffe", "sphinx_reredirects"]\n${lines.join("\n")}\n}\nhtml_theme = "basic"\n`;

it.each([
  [
    "rediraffe, without endings",
    conf(
      "rediraffe_redirects = {",
      "    # moved",
      '    "old": "sails",  # since spring',
      '    "older": "knots"',
    ),
    conf(
      ...["rediraffe_redirects = {", '    "sails": "rig/sails",', "    # moved"],
      ...['    "old": "rig/sails",  # since spring', '    "older": "knots"'],
    ),
  ],
  [
    "rediraffe, with endings and the new name among the old ones",
    conf("rediraffe_redirects = {", "    'rig/sails.rst': 'sails.md',", "    'older': 'knots.md',"),
    conf("rediraffe_redirects = {", "    'sails.md': 'rig/sails.md',", "    'older': 'knots.md',"),
  ],
  [
    "sphinx_reredirects, built as files",
    conf("redirects = {", '  "a/old": "../sails.html#jib",', '  "out": "https://a.test/",'),
    conf(
      ...["redirects = {", '  "sails": "rig/sails.html",', '  "a/old": "../rig/sails.html#jib",'],
      '  "out": "https://a.test/",',
    ),
  ],
  [
    "sphinx_reredirects, built as folders",
    conf("redirects = {", '  "old/": "../sails/",'),
    conf("redirects = {", '  "sails": "../rig/sails/",', '  "old/": "../rig/sails/",'),
  ],
])("a dictionary of redirects in conf.py follows a page that moves: %s", async (_, before, after) => {
  const { site: opened } = await openTexts({
    ...{ "docs/conf.py": before, "docs/index.md": "# I\n" },
    ...{ "docs/sails.md": "# S\n", "docs/knots.md": "# K\n" },
  });
  const { edits, notes } = await planMove(opened, "docs/sails.md", "docs/rig/sails.md");
  expect(edits.map(({ path, text }) => [path, text])).toEqual([["docs/conf.py", after]]);
  expect(notes).toEqual([]);
  const navigation = await findNavigationFiles(opened);
  expect(judgeNavigation(navigation, { path: "docs/conf.py", text: after })).toBeNull();
  const other = after.replace('html_theme = "basic"', 'html_theme = "other"');
  expect(judgeNavigation(navigation, { path: "docs/conf.py", text: other })).toContain(
    "more than the redirects",
  );
});

it.each([
  ["a value that is computed", conf("rediraffe_redirects = {", '    "old": target,')],
  ["two in a line", conf("rediraffe_redirects = {", '    "old": "sails", "older": "knots",')],
  [
    "a change later on",
    `${conf("rediraffe_redirects = {", '    "old": "sails",')}rediraffe_redirects["a"] = "b"\n`,
  ],
  ["wildcards", conf("redirects = {", '    "old/*": "../$source.html",', '    "b": "c.html",')],
  ["addresses of both builders", conf("redirects = {", '    "a": "b.html",', '    "c": "../d/",')],
])("a dictionary of redirects with %s is left alone", async (_, before) => {
  const { site: opened } = await openTexts({
    ...{ "docs/conf.py": before, "docs/index.md": "# I\n", "docs/sails.md": "# S\n" },
  });
  expect(opened.configuration.redirectTable).toBeNull();
});

const based = `import { defineConfig } from "vitepress";

var guides = "/guides";

const items = () => [
  { text: "Start", link: "start" },
  { text: "Sails", link: "/sails", activeMatch: "^/guides/" },
  { text: "More", base: "/rig/", items: [{ text: "Mast", link: "mast" }] },
];

export default defineConfig({
  themeConfig: {
    nav: [{ text: "All", items: [{ text: "Knots", link: guides + "/knots" }, { text: "Mast", link: "rig/mast" }] }],
    sidebar: { "/guides/": { base: "/guides/", items: items() }, "/rig/": [{ base: "/rig", items: [{ text: "Boom", link: "/boom" }] }] },
  },
});
`;
const basedSite = {
  "docs/.vitepress/config.ts": based,
  ...Object.fromEntries(
    "index guides/start guides/sails guides/knots rig/mast rig/boom"
      .split(" ")
      .map((name) => [`docs/${name}.md`, `# ${name}\n`]),
  ),
};

it.each([
  ["guides/start", "guides/a/begin", ['"start"', '"a/begin"']],
  ["guides/sails", "guides/jib", ['"/sails"', '"/jib"']],
  ["guides/knots", "guides/a/knots", ['"/knots"', '"/a/knots"']],
  ["rig/boom", "rig/a/boom", ['"/boom"', '"/a/boom"']],
])("an entry below a base follows its page from %s to %s", async (from, to, [before, after]) => {
  const { site: opened } = await openTexts(basedSite);
  const { edits, notes } = await planMove(opened, `docs/${from}.md`, `docs/${to}.md`);
  expect(edits.map(({ text }) => text)).toEqual([based.replace(before!, after!)]);
  expect(notes).toEqual([expect.stringContaining("no redirect was added")]);
  const navigation = await findNavigationFiles(opened);
  for (const { path, text } of edits) expect(judgeNavigation(navigation, { path, text })).toBeNull();
});

it("a page that leaves the base of its entry does not move", async () => {
  const { site: opened } = await openTexts(basedSite);
  const { edits, refusal } = await planMove(opened, "docs/guides/start.md", "docs/rig/start.md");
  expect(edits).toEqual([]);
  expect(refusal).toBe(
    "docs/.vitepress/config.ts line 6 names the page below /guides/, and docs/rig/start.md is not below it; change the entry first",
  );
});

it.each([
  ["guides/start", /\n {2}\{ text: "Start".*/],
  ["guides/sails", /\n {2}\{ text: "Sails".*/],
  ["guides/knots", /\{ text: "Knots".*?\}, /],
])("an entry below a base goes with its page %s", async (name, removed) => {
  const { site: opened } = await openTexts(basedSite);
  const { edits, notes } = await planDelete(opened, `docs/${name}.md`);
  expect(edits.map(({ text }) => text.replace(/\[ \{/, "[{"))).toEqual([based.replace(removed, "")]);
  expect(notes).toEqual([]);
  const navigation = await findNavigationFiles(opened);
  for (const { path, text } of edits) expect(judgeNavigation(navigation, { path, text })).toBeNull();
});

it("a menu that two bases share is neither rewritten nor cut", async () => {
  const config =
    'const items = () => [{ text: "A", link: "a" }, { text: "B", link: "b" }];\nexport default { themeConfig: { sidebar: { "/x/": { base: "/x/", items: items() }, "/y/": { base: "/y/", items: items() } } } };\n';
  const pages = { "x/a.md": "# A\n", "x/b.md": "# B\n", "y/a.md": "# A\n", "y/b.md": "# B\n" };
  const { site: opened } = await openTexts({ ".vitepress/config.ts": config, ...pages });
  const { edits, refusal } = await planMove(opened, "x/a.md", "x/c.md");
  expect(edits).toEqual([]);
  expect(refusal).toContain("names other pages as well");
  const remove = await planDelete(opened, "y/b.md");
  expect(remove.edits).toEqual([]);
  expect(remove.notes).toEqual(["remove /y/b from .vitepress/config.ts line 1 by hand"]);
});
