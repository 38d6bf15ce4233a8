import { testFindings } from "../../../../test/helpers/test-findings.ts";

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
