import { type SmallSite, testSmallSites } from "../../../../test/helpers/test-small-sites.ts";

const sites: SmallSite[] = [
  {
    name: "Nextra: an image without a dot may be found from the base of the code",
    generator: "nextra",
    files: {
      "package.json": '{ "dependencies": { "nextra": "3", "nextra-theme-docs": "3" } }\n',
      "next.config.mjs": 'import nextra from "nextra";\nexport default nextra({})({});\n',
      "src/pages/a/index.mdx": "![a](src/images/a.png) ![b](src/images/none.png)\n",
      "src/images/a.png": "x",
    },
    found: ["image src/pages/a/index.mdx src/images/none.png"],
  },
  {
    name: "Nextra: pages that git ignores may be in the navigation",
    generator: "nextra",
    files: {
      ".gitignore": "pages/reference/*\n!pages/reference/_meta.js\n",
      "package.json": '{ "dependencies": { "nextra": "3", "nextra-theme-docs": "3" } }\n',
      "next.config.mjs": 'import nextra from "nextra";\nexport default nextra({})({});\n',
      "pages/_meta.js": 'export default { index: "A", none: "None" };\n',
      "pages/index.mdx": "# A\n",
      "pages/reference/_meta.js": 'export default { core: "Core" };\n',
    },
    found: ["navigation pages/_meta.js pages/none"],
  },
];

testSmallSites(sites);
