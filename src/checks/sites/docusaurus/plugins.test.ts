import { expect, it } from "vitest";
import { openTexts } from "../../../../test/fixtures/sites/open-fixture.ts";
import { counts, openBefore } from "../../../../test/helpers/open-before.ts";
import { testFindings } from "../../../../test/helpers/test-findings.ts";
import { planMove } from "../../changes/plan-move.ts";

const configuration = (text: string) => ({
  "package.json": '{ "dependencies": { "@docusaurus/core": "3.9.0" } }',
  "docusaurus.config.js": text,
});

testFindings("Docusaurus", [
  {
    name: "plugins of Docusaurus may be named without its scope",
    files: {
      ...configuration(
        'module.exports = { baseUrl: "/", presets: [["classic", { blog: false, pages: false }]], plugins: [["content-docs", { id: "school", path: "school", routeBasePath: "school" }], ["content-blog", { id: "news", path: "news", routeBasePath: "news" }], "content-pages", ["client-redirects", { redirects: [{ from: "/old", to: "/gone" }] }]] };\n',
      ),
      "docs/index.md":
        "# A\n\n[a](/school/first) [b](/school/none) [c](/news/2024/05/01/a) [d](/about) [e](/api/page)\n",
      "school/first.md": "# C\n\n[a](../docs/index.md)\n",
      "news/2024-05-01-a.md": "# A\n",
      "src/pages/about.md": "# About\n",
    },
    found: [
      "internal-link docs/index.md /api/page",
      "internal-link docs/index.md /school/none",
      "internal-link school/first.md ../docs/index.md",
      "redirect-target docusaurus.config.js /gone",
    ],
    left: 0,
  },
  {
    name: "plugins that are functions do not hide the docs of those that are named",
    files: {
      ...configuration(
        'module.exports = { baseUrl: "/", presets: [["classic", { docs: { routeBasePath: "/" }, blog: false }]], plugins: [() => ({ name: "own" }), ["@docusaurus/plugin-content-docs", { id: "school", path: "./school", routeBasePath: "school" }], ...more] };\n',
      ),
      "docs/index.md": "# A\n\n[a](/school/first) [b](/school/none) [c](/guide/none) [d](/api/page)\n",
      "docs/guide/start.md": "# B\n",
      "school/first.md": "# C\n",
    },
    found: ["internal-link docs/index.md /guide/none", "internal-link docs/index.md /school/none"],
    left: 1,
  },
  {
    name: "docs that are written before the build may have any page, and an index",
    files: {
      ...configuration(
        'module.exports = { baseUrl: "/", presets: [["classic", { docs: { path: "api", routeBasePath: "api" } }]] };\n',
      ),
      ".gitignore": "api/*\n!api/start.md\n",
      "api/start.md": "# A\n\n[a](/api) [b](/api/method) [c](/none)\n",
    },
    found: ["internal-link api/start.md /none"],
    left: 2,
  },
  {
    name: "a link component of the site's own may lead elsewhere",
    files: {
      ...configuration(
        'module.exports = { baseUrl: "/docs/", presets: [["classic", { docs: { routeBasePath: "/" } }]] };\n',
      ),
      "src/theme/MDXComponents.js": "export default { ...Original, a: OwnLink };\n",
      "docs/start.md": "# A\n\n[a](/blog/post) [b](/start#none)\n",
    },
    found: ["anchor docs/start.md /start#none"],
    left: 1,
  },
  {
    name: "other components of the site's own do not",
    files: {
      ...configuration(
        'module.exports = { baseUrl: "/docs/", presets: [["classic", { docs: { routeBasePath: "/" } }]] };\n',
      ),
      "src/theme/MDXComponents.tsx": "export default { ...Original, Figure, table: Data };\n",
      "docs/start.md": "# A\n\n[a](/blog/post)\n",
    },
    found: ["internal-link docs/start.md /blog/post"],
    left: 0,
  },
  {
    name: "components of the theme and of packages may give ids, those of the classic theme do not",
    files: {
      ...configuration('module.exports = { presets: ["classic"] };\n'),
      "src/theme/API.tsx": 'import Redoc from "@theme/Redoc"\nexport default () => <Redoc />;\n',
      "src/theme/MDXComponents.js":
        'import Api from "@site/src/Api";\nimport Note from "@site/src/Note";\nexport default { ...Original, Api, Note };\n',
      "src/Api.jsx": 'import UI from "swagger-ui-react";\nexport default () => <UI />;\n',
      "src/Note.jsx": "export default () => <p>Note</p>;\n",
      "docs/api.mdx": "# A\n\n```mdx-code-block\nimport API from '@theme/API'\n\n<API />\n```\n",
      "docs/given.mdx": "# A\n\n<Api />\n",
      "docs/package.mdx": 'import UI from "swagger-ui-react";\n\n# A\n\n<UI />\n',
      "docs/start.mdx":
        "import Tabs from '@theme/Tabs';\n\n# A\n\n<Tabs>x</Tabs>\n\n<Note />\n\n[a](api.mdx#get) [b](given.mdx#get) [c](package.mdx#get) [d](#none)\n",
    },
    found: ["anchor docs/start.mdx #none"],
    left: 0,
  },
  {
    name: "components given to all pages, by the files that they are imported from",
    files: {
      ...configuration('module.exports = { presets: ["classic"] };\n'),
      "src/theme/MDXComponents.js":
        'import Plan from "@site/src/components/plan-note";\nimport Part from "@site/docs/parts/_part.mdx";\nimport Titled from "@site/docs/parts/_titled.mdx";\nimport Wrap from "@site/src/components/wrap";\nexport default { ...Original, Plan, Part, Titled, Wrap };\n',
      "src/components/badge/index.tsx": "export default ({ children }) => <b>{children}</b>;\n",
      "src/components/plan-note/index.tsx":
        'import Badge from "../badge";\nexport default ({ name, ...other }) => <p {...other}><Badge>{name}</Badge></p>;\n',
      "src/components/id-badge/index.tsx": "export default () => <b id={makeId()} />;\n",
      "src/components/wrap/index.tsx": 'import Badge from "../id-badge";\nexport default () => <Badge />;\n',
      "docs/parts/_part.mdx": "Words.\n",
      "docs/parts/_titled.mdx": "## Title\n",
      "docs/a.mdx": "# A\n\n<Plan /> <Part />\n\n[a](#none)\n",
      "docs/b.mdx": "# B\n\n<Titled />\n\n[a](#title)\n",
      "docs/c.mdx": "# C\n\n<Wrap />\n\n[a](#none)\n",
    },
    found: ["anchor docs/a.mdx #none"],
    left: 0,
  },
  {
    name: "ids of headings keep their case where the configuration says so",
    files: {
      ...configuration(
        'module.exports = { markdown: { anchors: { maintainCase: true } }, presets: ["classic"] };\n',
      ),
      "docs/a.md": "# A\n\n## Own Word\n\n## Own Word\n\n[a](#Own-Word) [b](#Own-Word-1) [c](#own-word)\n",
    },
    found: ["anchor docs/a.md #own-word"],
    left: 0,
  },
  ...(
    [
      ["what makes the ids of headings", "-  slugs.slug(text)\n+  slugs.slug(text, true)\n", []],
      ["something else", "-  return 1;\n+  return 2;\n", ["anchor docs/a.md #none"]],
    ] as const
  ).map(([what, lines, found]) => ({
    name: `a patch of the generator that changes ${what}`,
    files: {
      ...configuration('module.exports = { presets: ["classic"] };\n'),
      "patches/@docusaurus+mdx-loader+3.10.1.patch": `--- a/lib/headings.js\n+++ b/lib/headings.js\n@@ -1 +1 @@\n${lines}`,
      "docs/a.md": "# A\n\n[a](#none)\n",
    },
    found: [...found],
    left: 0,
  })),
  {
    name: "numbers before names stay where the configuration says so, and no plugin links the files of another",
    files: {
      ...configuration(
        'module.exports = { baseUrl: "/", presets: [["classic", { docs: { numberPrefixParser: false }, blog: false }]], plugins: [["@docusaurus/plugin-content-docs", { id: "school", path: "school", routeBasePath: "school" }]] };\n',
      ),
      "docs/01-first.md":
        "# A\n\n[a](/docs/01-first) [b](/docs/first) [c](/school/one) [d](../school/01-one.md)\n",
      "school/01-one.md": "# B\n\n[a](/school/one) [b](./01-one.md)\n",
    },
    found: [
      "internal-link docs/01-first.md ../school/01-one.md",
      "internal-link docs/01-first.md /docs/first",
    ],
    left: 0,
  },
  {
    name: "Markdown in HTML is read where files named `.md` are MDX",
    files: {
      ...configuration('module.exports = { baseUrl: "/", presets: [["classic", {}]] };\n'),
      "docs/a.md": "# A\n\n<div>[a](./none.md)</div>\n",
    },
    found: ["internal-link docs/a.md ./none.md"],
    left: 0,
  },
  {
    name: "Markdown in HTML is text where they are CommonMark",
    files: {
      ...configuration(
        'module.exports = { baseUrl: "/", markdown: { format: "detect" }, presets: [["classic", {}]] };\n',
      ),
      "docs/a.md": "# A\n\n<div>[a](./none.md)</div>\n",
    },
    found: [],
    left: 0,
  },
  {
    name: "plugins that are named without the preset publish pages and docs as those of the preset do",
    files: {
      ...configuration(
        'module.exports = { baseUrl: "/", plugins: ["@docusaurus/plugin-content-docs", ["@docusaurus/plugin-content-pages", {}], ["@docusaurus/plugin-content-pages", { id: "more", path: "more", routeBasePath: "/more" }]] };\n',
      ),
      "src/pages/downloads/server.tsx": "export default Page;\n",
      "src/pages/contact.tsx": "export default Page;\n",
      "more/index.jsx": "export default Page;\n",
      "more/team.md": "# T\n",
      "docs/a.md":
        "# A\n\n[a](/contact) [b](/downloads/server/) [c](/downloads) [d](/more) [e](/more/team) [f](/team)\n",
    },
    found: ["internal-link docs/a.md /downloads", "internal-link docs/a.md /team"],
    left: 0,
  },
  {
    name: "a path that is joined to another folder than that of the configuration is not known",
    files: {
      ...configuration(
        'const path = require("path");\nmodule.exports = { baseUrl: "/", presets: [["classic", { docs: { path: path.resolve(__dirname, "./guide"), sidebarPath: path.join(__dirname, "menu.json") }, blog: { path: path.join(elsewhere, "news") } }]], plugins: [["content-docs", { id: "api", path: path.join(__dirname, "api"), routeBasePath: "api" }]] };\n',
      ),
      "menu.json": '{ "menu": ["start", "none"] }\n',
      "guide/start.md": "# A\n\n[a](/docs/none) [b](/api/one) [c](/api/none) [d](./none.md)\n",
      "api/one.md": "# B\n",
    },
    found: ["internal-link guide/start.md ./none.md"],
    left: 3,
  },
  {
    name: "paths that are joined are those of docs, with their sidebar",
    files: {
      ...configuration(
        'const path = require("path");\nmodule.exports = { baseUrl: "/", presets: [["classic", { docs: { path: path.resolve(__dirname, "./guide"), sidebarPath: path.join(__dirname, "menu.json") }, blog: false }]], plugins: [["content-docs", { id: "api", path: path.join(__dirname, "api"), routeBasePath: "api" }]] };\n',
      ),
      "menu.json": '{ "menu": ["start", "none"] }\n',
      "guide/start.md": "# A\n\n[a](/docs/none) [b](/api/one) [c](/api/none) [d](./none.md)\n",
      "api/one.md": "# B\n",
    },
    found: [
      "internal-link guide/start.md ./none.md",
      "internal-link guide/start.md /api/none",
      "internal-link guide/start.md /docs/none",
      "navigation menu.json none",
    ],
    left: 0,
  },
  {
    name: "pages are those that their plugin includes and does not exclude",
    files: {
      ...configuration(
        'module.exports = { baseUrl: "/", presets: [["classic", { blog: false, pages: { path: "src/pages", include: ["**/*.{js,tsx,md}"], exclude: ["**/_*.{js,tsx,md}", "drafts/**"] } }]] };\n',
      ),
      "src/pages/index.tsx": "export default Page;\n",
      "src/pages/about.md": "# About\n\n## About\n\n[a](#about-1) [b](#about)\n",
      "src/pages/team.mdx": "# T\n",
      "src/pages/_part.js": "export default Part;\n",
      "src/pages/drafts/later.tsx": "export default Page;\n",
      "docs/a.md":
        "# A\n\n[a](/about) [b](/) [c](/team) [d](/_part) [e](/drafts/later) [f](../src/pages/about.md)\n",
    },
    found: [
      "anchor src/pages/about.md #about",
      "internal-link docs/a.md ../src/pages/about.md",
      "internal-link docs/a.md /_part",
      "internal-link docs/a.md /drafts/later",
      "internal-link docs/a.md /team",
    ],
    left: 0,
  },
  {
    name: "what begins with a number behind an admonition gives no ids",
    files: {
      ...configuration('module.exports = { baseUrl: "/", presets: [["classic", {}]] };\n'),
      "docs/a.md": "# A\n\n[a](#none)\n\n1. One\n\n   :::note\n\n   Two\n\n   :::\n\n2. Three\n",
    },
    found: ["anchor docs/a.md #none"],
    left: 0,
  },
  {
    name: "a component of the site's own may give ids, unless its code shows that it does not",
    files: {
      ...configuration('module.exports = { baseUrl: "/", presets: [["classic", {}]] };\n'),
      "src/components/Table.jsx": "export default () => <tr id={name}></tr>;\n",
      "src/components/Frame/index.tsx": 'import Table from "../Table";\nexport default () => <Table />;\n',
      "src/components/Note.jsx": "export default ({ children }) => <p>{children}</p>;\n",
      "docs/a.mdx": "import Table from '@site/src/components/Table';\n\n[a](#none) <Table />\n",
      "docs/b.md": "import Frame from '../src/components/Frame';\n\n[a](#none) <Frame />\n",
      "docs/c.md": "import Note from '@site/src/components/Note';\n\n[a](#none) <Note>x</Note>\n",
    },
    found: ["anchor docs/c.md #none"],
    left: 0,
  },
]);

const several = {
  ...configuration(
    'module.exports = { baseUrl: "/", presets: [["classic", { docs: { sidebarPath: "./sidebars.js" }, blog: false }]], plugins: [["@docusaurus/plugin-content-docs", { id: "api", path: "api", routeBasePath: "api", sidebarPath: "./sidebarsApi.js" }]] };\n',
  ),
  "versions.json": '["1"]\n',
  "sidebars.js": 'module.exports = { main: ["start", "knots"] };\n',
  "sidebarsApi.js": 'module.exports = { api: ["start", "written-before-the-build"] };\n',
  "versioned_sidebars/version-1-sidebars.json": '{ "main": ["start", "version-1/knots"] }\n',
  "docs/start.md": "# S\n",
  "docs/knots.md": "# K\n",
  "versioned_docs/version-1/start.md": "# S\n",
  "versioned_docs/version-1/knots.md": "# K\n",
  "api/start.md": "# S\n",
};

it.each([
  ["docs/start.md", "docs/rig/start.md", "sidebars.js", '"rig/start"'],
  ["api/start.md", "api/rig/start.md", "sidebarsApi.js", '"rig/start"'],
  ["versioned_docs/version-1/start.md", "versioned_docs/version-1/a.md", /-sidebars/, '"a"'],
])(
  "the sidebar of its own docs follows a page that moves, and no other: %s",
  async (from, to, path, name) => {
    const { move } = await openBefore(await openTexts(several));
    const { plan, comparison } = await move(from, to);
    expect(plan.unclear).toEqual([]);
    expect(plan.edits.map((one) => one.path)).toEqual([expect.stringMatching(path)]);
    expect(plan.edits[0]!.text).toContain(`[${name}, `);
    expect(counts(comparison)).toEqual([0, 0, 0]);
  },
);

it("a post does not move to a blog that does not know its authors", async () => {
  const { site } = await openTexts({
    ...configuration(
      'module.exports = { presets: [["classic", {}]], plugins: [["content-blog", { id: "news", path: "news", routeBasePath: "news" }]] };\n',
    ),
    "blog/authors.yml": "Ann:\n  name: Ann\nbob:\n  name: Bob\n",
    "blog/2024-05-01-a.md": "---\nauthors: [Ann]\n---\n# A\n",
    "blog/2024-05-02-b.md": "---\nauthors: bob\n---\n# B\n",
    "news/authors.yml": "Ann:\n  name: Ann\n",
    "news/2024-05-01-c.md": "# C\n",
  });
  const refusalOf = async (name: string) => (await planMove(site, `blog/${name}`, `news/${name}`)).refusal;
  expect(await refusalOf("2024-05-01-a.md")).toBeUndefined();
  expect(await refusalOf("2024-05-02-b.md")).toContain(
    "its author bob is not among those of the blog in news",
  );
});
