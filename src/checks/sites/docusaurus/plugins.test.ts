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
