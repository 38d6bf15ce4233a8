import { nextra } from "../../../../test/helpers/nextra-config.ts";
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
  {
    name: "Nextra: links in menus lead to pages, files and redirects, and a folder that a menu names has a page",
    generator: "nextra",
    files: {
      "next.config.mjs": nextra("redirects: () => old"),
      "app/[[...mdxPath]]/page.jsx": 'import { importPage } from "nextra/pages";\n',
      "public/a.pdf": "",
      "content/_meta.js":
        'export default { guide: { title: "G" }, a: { href: "/guide#x" }, b: { href: "/none" }, c: { href: "https://x.test" }, more: { type: "menu", items: { d: { href: "/a.pdf" }, e: { href: "/old" }, f: { href: "/gone" } } }, pictures: "P", parts: "P" };\n',
      "content/guide.mdx": "# G\n\n## X\n",
      "content/parts/one/a.mdx": "# A\n",
      "content/pictures/a.png": "",
    },
    found: [
      "navigation content/_meta.js /gone",
      "navigation content/_meta.js /none",
      "navigation content/_meta.js content/pictures",
    ],
  },
  {
    name: "Nextra: a menu in TypeScript may hold JSX",
    generator: "nextra",
    files: {
      "next.config.mjs": nextra(""),
      "app/[[...mdxPath]]/page.jsx": 'import { importPage } from "nextra/pages";\n',
      "content/_meta.tsx":
        'const Line = ({ text }: { text: string }) => <b>{text}</b>;\nexport default { _: { title: <Line text="A" />, type: "separator" }, a: "", none: "" };\n',
      "content/a.mdx": "# A\n",
    },
    found: ["navigation content/_meta.tsx content/none"],
  },
  {
    name: "Nextra: all menus in one file",
    generator: "nextra",
    files: {
      "next.config.mjs": nextra(""),
      "app/[[...mdxPath]]/page.jsx": 'import { importPage } from "nextra/pages";\n',
      "app/about/page.jsx": "",
      "app/(wide)/guide/page.jsx": "",
      "app/_meta.global.js":
        'export default { index: "I", about: "A", guide: { title: "G", items: { index: "G", a: "A", b: { title: "B", href: "/none" }, c: "C", more: { items: { index: "M", d: "D", e: "E" } } } } };\n',
      "content/index.mdx": "# I\n",
      "content/guide/a.mdx": "# A\n",
      "content/guide/more/d.mdx": "# D\n",
    },
    found: [
      "navigation app/_meta.global.js /none",
      "navigation app/_meta.global.js content/guide/c",
      "navigation app/_meta.global.js content/guide/more/e",
      "navigation app/_meta.global.js content/guide/more/index",
    ],
  },
];

testSmallSites(sites);
