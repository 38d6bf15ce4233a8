import { expect, it } from "vitest";
import { openTexts } from "../../../../test/fixtures/sites/open-fixture.ts";
import { type SmallSite, testSmallSites } from "../../../../test/helpers/test-small-sites.ts";
import { planMove } from "../../changes/plan-move.ts";
import { checkSite } from "../../check-site.ts";

/** Both a page beside and one in the docs folder have the name. */
const ofTwoNames = (version: string) => ({
  "docusaurus.config.js": 'module.exports = { baseUrl: "/", presets: [["classic", {}]] };\n',
  "package.json": `{ "dependencies": { "@docusaurus/core": "${version}" } }\n`,
  "docs/teams.md": "# T\n\n## All\n",
  "docs/api/teams.md": "# T\n\n## Calls\n",
  "docs/api/a.md": "# A\n\n[a](teams.md#all) [b](teams.md#calls) [c](./teams.md#calls)\n",
});

const sites: SmallSite[] = [
  {
    name: "Docusaurus: before 3.9, a file's name alone leads to the docs folder first",
    generator: "docusaurus",
    files: ofTwoNames("3.8.1"),
    found: ["anchor docs/api/a.md teams.md#calls"],
  },
  {
    name: "Docusaurus: from 3.9 on, a file's name alone leads to the page beside first",
    generator: "docusaurus",
    files: ofTwoNames("^3.9.0"),
    found: ["anchor docs/api/a.md teams.md#all"],
  },
  {
    name: "Docusaurus: where a range leaves the version open, a name that two pages have is not judged",
    generator: "docusaurus",
    files: ofTwoNames("^3.8.1"),
    found: [],
  },
  {
    name: "Docusaurus: footnotes have ids of their own",
    generator: "docusaurus",
    files: {
      "docusaurus.config.js": 'module.exports = { baseUrl: "/", presets: [["classic", {}]] };\n',
      "docs/a.md":
        "# A\n\nWords[^1]. [one](#user-content-fn-1) [all](#footnote-label) [none](#user-content-none)\n\n[^1]: More.\n",
    },
    found: ["anchor docs/a.md #user-content-none"],
  },
  {
    // As Docusaurus 3.9 builds it.
    name: "Docusaurus: links to files of an old version lead to docs with whose folder the version's name begins",
    generator: "docusaurus",
    files: {
      "docusaurus.config.js":
        'import { more } from "./more";\nmodule.exports = { baseUrl: "/", presets: [["classic", { docs: false }]], plugins: [...more] };\n',
      "more.js":
        'const more = [["@docusaurus/plugin-content-docs", { id: "crew", path: "crew", routeBasePath: "crew" }]];\nmodule.exports = { more };\n',
      "crew_versions.json": '["1.0"]\n',
      "crew/cook.md": "# C\n\n## Soup\n",
      "crew_versioned_docs/version-1.0/cook.md": "# C\n\n## Bread\n",
      "crew_versioned_docs/version-1.0/mate.md": "# M\n",
      "crew_versioned_docs/version-1.0/rig/jib.md":
        "# J\n\n[a](/cook.md#soup) [b](/cook.md#bread) [c](../cook.md#bread) [d](/mate.md)\n",
    },
    found: [
      "anchor crew_versioned_docs/version-1.0/rig/jib.md /cook.md#bread",
      "internal-link crew_versioned_docs/version-1.0/rig/jib.md /mate.md",
    ],
  },
  {
    // As Docusaurus 3.10 builds it.
    name: "Docusaurus: of files beside a page, only those are published that are no HTML and that a link itself names",
    generator: "docusaurus",
    files: {
      "docusaurus.config.js": 'module.exports = { baseUrl: "/", presets: [["classic", {}]] };\n',
      "docs/a.md":
        "# A\n\n[a](plan.zip) [b](./plan.html) [c](plan.htm) [d][zip] [e][page] [f][static] ![g][picture]\n\n[zip]: ./plan.zip\n[page]: b.md\n[static]: /plan.txt\n[picture]: ./plan.png\n",
      ...{ "docs/b.md": "# B\n", "docs/plan.zip": "", "docs/plan.html": "", "docs/plan.htm": "" },
      ...{ "docs/plan.png": "", "static/plan.txt": "" },
    },
    found: [
      "internal-link docs/a.md ./plan.html",
      "internal-link docs/a.md ./plan.png",
      "internal-link docs/a.md ./plan.zip",
    ],
  },
  {
    name: "Docusaurus: a file beside the folders of languages is read on the code host",
    generator: "docusaurus",
    files: {
      "docusaurus.config.js":
        'module.exports = { url: "https://t.example", baseUrl: "/", presets: [["classic", {}]] };\n',
      "docs/a.md": "# A\n",
      "i18n/README.md": "# I\n\n[a](../translating.md) [b](../none.md) [c](fr/notes.md)\n",
      "i18n/fr/notes.md": "# N\n",
      "translating.md": "# T\n",
    },
    found: ["internal-link i18n/README.md ../none.md"],
  },
  {
    name: "Docusaurus: ids hold the expressions of headings and the spaces beside components",
    generator: "docusaurus",
    files: {
      "docusaurus.config.js": 'module.exports = { baseUrl: "/base/", presets: [["classic", {}]] };\n',
      "docs/a.mdx": [
        'export const version = "1";\n',
        "# A\n\n## Ropes <i />\n\n## <i /> Knots\n\n## Version {version}\n\n## `<Loom>` & more\n",
        "[a](#ropes) [b](#ropes-) [c](#-knots) [d](#knots) [e](#version-version) [f](#version) [g](#loom--more)\n",
      ].join("\n"),
    },
    found: ["anchor docs/a.mdx #knots", "anchor docs/a.mdx #ropes", "anchor docs/a.mdx #version"],
  },
  {
    name: "Docusaurus: components of the theme add the base to an address",
    generator: "docusaurus",
    files: {
      "docusaurus.config.js": 'module.exports = { baseUrl: "/base/", presets: [["classic", {}]] };\n',
      "docs/a.mdx":
        'import Link from "@docusaurus/Link";\n\n# A\n\n<Link to="/docs/b#none">a</Link> <Link to="/base/docs/b#none">b</Link> <Link to="/none">c</Link>\n',
      "docs/b.md": "# B\n",
    },
    found: ["anchor docs/a.mdx /base/docs/b#none", "anchor docs/a.mdx /docs/b#none"],
  },
  {
    name: "Docusaurus: pages that are input of tests are none of the site, imports that git ignores are written",
    generator: "docusaurus",
    files: {
      ".gitignore": "made/\n",
      "docusaurus.config.js":
        'module.exports = { title: "T", url: "https://t.example", baseUrl: "/", presets: [["classic", {}]] };\n',
      "package.json": '{ "dependencies": { "@docusaurus/core": "3.1.0" } }',
      "docs/index.mdx": "import A from './made/a.md';\nimport B from './no.md';\n\n# A\n",
      "tests/cases/a.mdx": "---\n- a\n---\n\nimport C from './c.md'\n\n[a][b] ![](c.png)\n",
      "tests/README.md": "[none](none.md)\n",
    },
    found: ["internal-link tests/README.md none.md", "missing-import docs/index.mdx ./no.md"],
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
    name: "names in braces are no expressions in MDX 1",
    generator: "docusaurus",
    files: {
      "package.json": '{ "dependencies": { "@docusaurus/core": "^2.4.0" } }\n',
      "docusaurus.config.js": 'module.exports = { presets: [["classic", {}]] };\n',
      "docs/a.mdx": "# A\n\n| a |\n|---|\n| Object with { value, label } |\n\n<None />\n",
    },
    found: ["undefined-component docs/a.mdx None"],
  },
  ...[
    { version: "^2.0.1", found: ["internal-link docs/a.md c.md"] },
    { version: "3.9.0", found: ["internal-link docs/a.md b.md/#b", "internal-link docs/a.md c.md"] },
  ].map(({ version, found }) => ({
    name: `Docusaurus ${version}: what follows a file's name`,
    generator: "docusaurus",
    files: {
      "docusaurus.config.js": 'module.exports = { presets: [["classic", { docs: {}, blog: false }]] };\n',
      "package.json": JSON.stringify({ dependencies: { "@docusaurus/core": version } }),
      "docs/a.md": "# A\n\n[b](b.md/#b) [b](b.md#b) [c](c.md)\n",
      "docs/b.md": "# T\n\n## B\n",
    },
    found,
  })),
  {
    name: "a path that a component of the site's own may read in its own way",
    generator: "docusaurus",
    files: {
      "docusaurus.config.js": 'module.exports = { baseUrl: "/", presets: [["classic", {}]] };\n',
      "src/RepoLink.tsx": "export default ({ href }) => <a href={root + href} />;\n",
      "docs/_part.md": [
        'import RepoLink from "@site/src/RepoLink";\nimport Box from "some-ui";\n',
        '<RepoLink href="template/a.json">a</RepoLink> <Box href="template/a.json">b</Box>',
      ].join("\n"),
      "docs/a.md":
        '# A\n\nimport Part from "./_part.md";\nimport RepoLink from "@site/src/RepoLink";\n\n<Part /> <RepoLink to="/docs/none">c</RepoLink>\n',
    },
    found: ["internal-link docs/_part.md template/a.json", "internal-link docs/a.md /docs/none"],
  },
  {
    name: "pages of other plugins, where their options say so",
    generator: "docusaurus",
    files: {
      "docusaurus.config.js": `module.exports = {
  baseUrl: "/",
  presets: [["classic", { docs: { routeBasePath: "/", sidebarPath: "sidebars.js" } }], ["redocusaurus", { specs: [{ route: "/api/old/" }] }]],
  plugins: [["@scalar/docusaurus", { route: "/api/rest" }]],
};\n`,
      "sidebars.js":
        'module.exports = { a: ["api/a", { type: "link", href: "/api/rest" }, { type: "link", href: "/api/none" }] };\n',
      "docs/api/a.md": "# A\n\n[a](/api/rest) [b](/api/old/x) [c](/api/none)\n",
    },
    found: ["internal-link docs/api/a.md /api/none", "navigation sidebars.js /api/none"],
  },
  {
    name: "an id in escaped braces",
    generator: "docusaurus",
    files: {
      "docusaurus.config.js": 'module.exports = { presets: [["classic", {}]] };\n',
      "docs/a.mdx": "# A\n\n## What \\{#what-it-is\\}\n\n[a](#what-it-is) [b](#what)\n",
    },
    found: ["anchor docs/a.mdx #what"],
  },
  {
    name: "Docusaurus: relative addresses count the folders of baseUrl, and may leave the site",
    generator: "docusaurus",
    files: {
      "docusaurus.config.js":
        'module.exports = { baseUrl: "/base/", trailingSlash: false, presets: [["classic", { docs: { routeBasePath: "/" } }]] };\n',
      "docs/index.md": "---\nslug: /\n---\n# A\n",
      "docs/old/index.md": "# B\n\n[a](../../base) [b](../../base/old) [c](../../old) [d](./old/none)\n",
    },
    found: ["internal-link docs/old/index.md ./old/none"],
  },
  {
    // As Docusaurus 3.9 builds it: the text directive is in what is shown, not in the id.
    name: "Docusaurus: a word behind a colon is missing in the id, and what is wrapped as code is text",
    generator: "docusaurus",
    files: {
      "docusaurus.config.js": 'module.exports = { baseUrl: "/", presets: [["classic", {}]] };\n',
      "docs/a.md":
        "# A\n\n## Step 3:Then go\n\n## Use `a:b` at 10:30, :c: too\n\n````mdx-code-block\n\n### In\n\n[x](none.md)\n\n````\n\n[a](#step-3-go) [b](#step-3then-go) [c](#use-ab-at-1030-c-too) [d](#in)\n",
    },
    found: ["anchor docs/a.md #step-3then-go", "internal-link docs/a.md none.md"],
  },
  {
    name: "Docusaurus: drafts are not published, and sidebars may name them",
    generator: "docusaurus",
    files: {
      "docusaurus.config.js":
        'module.exports = { presets: [["classic", { docs: { sidebarPath: "sidebars.js" } }]] };\n',
      "sidebars.js": 'module.exports = { a: ["a", "b", "c"] };\n',
      "docs/a.md": "# A\n\n[b](./b.md) [b](/docs/b) [c](./c.md)\n",
      "docs/b.md": "---\ndraft: true\n---\n# B\n\n[a](./a.md)\n",
      "docs/c.md": "---\nunlisted: true\n---\n# C\n",
    },
    found: ["internal-link docs/a.md ./b.md", "internal-link docs/a.md /docs/b"],
  },
  {
    name: "Docusaurus: files beside a page are published for links in Markdown, not for those in HTML",
    generator: "docusaurus",
    files: {
      "docusaurus.config.js": 'module.exports = { baseUrl: "/", presets: [["classic", {}]] };\n',
      "docs/a.md": '# A\n\n[a](./plan.zip) <a href="./plan.zip">b</a> <a href="./b.md">c</a>\n',
      "docs/b.md": "# B\n",
      "docs/plan.zip": "",
    },
    found: ["internal-link docs/a.md ./b.md", "internal-link docs/a.md ./plan.zip"],
  },
  ...["^3.9.2", "3.5.0"].map((version) => ({
    name: `Docusaurus ${version}: the slug of a page beside the docs`,
    generator: "docusaurus",
    files: {
      "package.json": JSON.stringify({ dependencies: { "@docusaurus/core": version } }),
      "docusaurus.config.js": 'module.exports = { baseUrl: "/", presets: [["classic", {}]] };\n',
      "src/pages/terms.md": "---\nslug: /law\n---\n# T\n\n[a](/law) [b](/terms) [c](/none)\n",
    },
    found: [
      "internal-link src/pages/terms.md /none",
      ...(version.startsWith("^") ? ["internal-link src/pages/terms.md /terms"] : []),
    ],
  })),
];

testSmallSites(sites);

it("files that a page requires are there, and follow its move", async () => {
  const { site } = await openTexts({
    "docusaurus.config.js": 'module.exports = { baseUrl: "/", presets: [["classic", {}]] };\n',
    "docs/a.md": '# A\n\n<img src={require("./mast.svg").default} /> {require("./gone.svg")}\n',
    "docs/mast.svg": "",
  });
  const { findings } = await checkSite(site);
  const missing = findings.filter(({ rule }) => rule === "missing-import");
  expect(missing.map(({ target }) => target)).toEqual(["./gone.svg"]);
  const { edits } = await planMove(site, "docs/a.md", "docs/rig/a.md");
  expect(edits.map(({ text }) => text).join()).toContain('src={require("../mast.svg").default}');
});

it("before 3.9, a link that a move would make a file's name alone is marked as one beside the page", async () => {
  const { site } = await openTexts({
    ...ofTwoNames("3.8.1"),
    "docs/more/b.md": "# B\n\n[a](../api/teams.md#calls) [b](../api/a.md)\n",
  });
  const { edits } = await planMove(site, "docs/more/b.md", "docs/api/b.md");
  const [edit] = edits.filter(({ path }) => path === "docs/api/b.md");
  expect(edit!.text).toBe("# B\n\n[a](./teams.md#calls) [b](a.md)\n");
});
