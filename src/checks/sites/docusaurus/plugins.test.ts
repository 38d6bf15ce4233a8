import { expect, it } from "vitest";
import { openTexts } from "../../../../test/fixtures/sites/open-fixture.ts";
import { counts, openBefore } from "../../../../test/helpers/open-before.ts";
import { testFindings } from "../../../../test/helpers/test-findings.ts";

const configuration = (text: string) => ({
  "package.json": '{ "dependencies": { "@docusaurus/core": "3.9.0" } }',
  "docusaurus.config.js": text,
});

testFindings("Docusaurus", [
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
