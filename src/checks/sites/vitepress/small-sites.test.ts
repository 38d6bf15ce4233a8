import { type SmallSite, testSmallSites } from "../../../../test/helpers/test-small-sites.ts";

const vitepress = (options: string) => `export default { title: "T", ${options} }\n`;

const sites: SmallSite[] = [
  {
    name: "VitePress: relative links of the front matter count from the page's address",
    generator: "vitepress",
    files: {
      ".vitepress/config.ts": vitepress(""),
      "guide/a.md":
        "---\nprev:\n  text: B\n  link: ./b\nnext:\n  text: N\n  link: ./none\nhero:\n  actions:\n    - text: C\n      link: ../../c\n    - text: D\n      link: d\n    - text: E\n      link: ../guide/b#none\n---\n\n# A\n",
      "guide/b.md": "# B\n",
    },
    found: ["anchor guide/a.md ../guide/b#none", "internal-link guide/a.md ./none"],
  },
  {
    name: "VitePress: what the script of a page imports must be there",
    generator: "vitepress",
    files: {
      ".vitepress/config.ts": vitepress(""),
      ".vitepress/theme/Box.vue": "<template />\n",
      "index.md":
        '<script setup>\nimport Box from "./.vitepress/theme/Box.vue"\nimport { data } from "./all.data"\nimport Gone from "./Gone.vue"\n// import Old from "./Old.vue"\nimport { ref } from "vue"\n</script>\n\n# A\n',
      "all.data.mts": "export default {}\n",
      "part.md": '```vue\n<script setup>\nimport X from "./X.vue"\n</script>\n```\n',
    },
    found: ["missing-import index.md ./Gone.vue"],
  },
  {
    name: "VitePress: a package around the configuration may change ids",
    generator: "vitepress",
    files: {
      "docs/.vitepress/config.ts":
        'import { defineConfig } from "@boats/vitepress"\nexport default async () => defineConfig({ title: "T" })\n',
      "docs/index.md": "# A\n\n[a](#none) [b](./none)\n",
    },
    found: ["internal-link docs/index.md ./none"],
  },
  {
    name: "VitePress: a configuration that is computed may change ids",
    generator: "vitepress",
    files: {
      ".vitepress/config.ts": "export default async () => { for (const one of []) await one; return {} }\n",
      "index.md": "# A\n\n[a](#none)\n",
    },
    found: [],
  },
  {
    name: "VitePress: packages around the configuration that are known change no ids",
    generator: "vitepress",
    files: {
      ".vitepress/config.ts":
        'import { defineConfig } from "vitepress"\nimport { withMermaid } from "vitepress-plugin-mermaid"\nexport default withMermaid(defineConfig({ title: "T" }))\n',
      "index.md": "# A\n\n[a](#none)\n",
    },
    found: ["anchor index.md #none"],
  },
  {
    name: "VitePress: what a configuration extends counts below it",
    generator: "vitepress",
    files: {
      "base/shared.ts":
        'export default { cleanUrls: true, srcDir: "pages", rewrites: { "b.md": "c.md" }, themeConfig: { nav: [{ text: "N", link: "/no" }] } }\n',
      "docs/.vitepress/config.ts":
        'import { defineConfig } from "vitepress"\nimport base from "../../base/shared"\nexport default defineConfig({ extends: base, themeConfig: { nav: [{ text: "M", link: "/nor" }] } })\n',
      "docs/pages/index.md": "# A\n\n[a](./c) [b](./b) [c](#none)\n",
      "docs/pages/b.md": "# B\n",
    },
    found: [
      "anchor docs/pages/index.md #none",
      "internal-link docs/pages/index.md ./b",
      "navigation base/shared.ts /no",
      "navigation docs/.vitepress/config.ts /nor",
    ],
  },
  {
    name: "VitePress: what ignoreDeadLinks names is served by something else, and nothing besides",
    generator: "vitepress",
    files: {
      "docs/.vitepress/config.ts": vitepress(
        'ignoreDeadLinks: [/^\\/play/, "/shop", /localhost/], themeConfig: { sidebar: [{ text: "P", link: "/play/" }, { text: "N", link: "/no" }] }',
      ),
      "docs/index.md": "# A\n\n[a](/play/x) [b](/shop) [c](/display) [d](/other)\n",
    },
    found: [
      "internal-link docs/index.md /display",
      "internal-link docs/index.md /other",
      "navigation docs/.vitepress/config.ts /no",
    ],
  },
  {
    name: "VitePress: a host leads from a folder's address to the one with the slash, and plugins write files",
    generator: "vitepress",
    files: {
      "docs/.vitepress/config.ts": vitepress(""),
      "docs/index.md":
        '# A\n\n<a href="/learn/rig">a</a> <a href="/llms.txt">b</a> <a href="/list.txt">c</a> [d](/learn/rig)\n',
      "docs/learn/rig/index.md": "# Rig\n",
    },
    found: ["internal-link docs/index.md /learn/rig", "internal-link docs/index.md /list.txt"],
  },
  {
    name: "VitePress: a component that the page imports may have the id, one in its code may not",
    generator: "vitepress",
    files: {
      "docs/.vitepress/config.ts": vitepress(""),
      "docs/index.md": "# A\n\n[a](./shows#x) [b](./code#x)\n",
      "docs/Index.vue": "<template><slot /></template>\n",
      "docs/shows.md": "<script setup>\nimport Index from './Index.vue'\n</script>\n\n<Index />\n",
      "docs/code.md": "# Code\n\n```js\nimport Index from './Index.vue'\n```\n",
    },
    found: ["anchor docs/index.md ./code#x"],
  },
  {
    name: "VitePress: a plugin of the site's own may write headings",
    generator: "vitepress",
    files: {
      "docs/.vitepress/config.ts": vitepress(""),
      "docs/.vitepress/plugins/types.ts":
        'export const types = () => ({ enforce: "pre", transform(code, id) { if (id.endsWith(".md")) return code + "## Types"; } });\n',
      "docs/index.md": "# A\n\n[a](#types) [b](./none)\n",
    },
    found: ["internal-link docs/index.md ./none"],
  },
  {
    name: "VitePress: an entry names no folder without a page of its own, and pages may have dots in their names",
    generator: "vitepress",
    files: {
      "docs/.vitepress/config.ts":
        'export default { themeConfig: { nav: [{ text: "A", link: "/learn/" }, { text: "B", link: "/learn/rig.mdx" }, { text: "C", link: "/learn/v.one" }, { text: "D", link: "/plan.pdf" }] } }\n',
      "docs/index.md": "# A\n",
      "docs/learn/v.one.md": "# V\n",
    },
    found: [
      "navigation docs/.vitepress/config.ts /learn/",
      "navigation docs/.vitepress/config.ts /learn/rig.mdx",
    ],
  },
  {
    name: "VitePress: the client shows an entry with or without a slash at its end",
    generator: "vitepress",
    files: {
      "docs/.vitepress/config.ts":
        'export default { themeConfig: { sidebar: [{ text: "A", link: "/a" }, { text: "B", link: "/b/" }, { text: "C", link: "/c" }] } }\n',
      "docs/index.md": "# T\n\n[a](/a)\n",
      "docs/a/index.md": "# A\n",
      "docs/b.md": "# B\n",
    },
    found: ["internal-link docs/index.md /a", "navigation docs/.vitepress/config.ts /c"],
  },
  {
    name: "VitePress: links of pages with parameters are judged, except relative ones for which nothing is found",
    generator: "vitepress",
    files: {
      "docs/.vitepress/config.ts": "export default {}\n",
      "docs/index.md": "# A\n\n[a](/learn/any) [b](/learn/[id])\n",
      "docs/learn/[id].md": "# B\n\n[a](../index#no) [b](/gone) [c](../gone) [d](/learn/{{ $params.id }})\n",
    },
    found: ["anchor docs/learn/[id].md ../index#no", "internal-link docs/learn/[id].md /gone"],
  },
  {
    name: "VitePress: a part of other pages may link to their headings",
    generator: "vitepress",
    files: {
      "docs/.vitepress/config.ts": "export default {}\n",
      "docs/index.md": "# A\n\n<!-- @include: ./shared/part.md -->\n\n## Mutate\n",
      "docs/shared/part.md": "[a](#mutate) [b](#none)\n",
    },
    found: ["anchor docs/shared/part.md #none"],
  },
  {
    name: "VitePress follows its links itself, without asking the host",
    generator: "vitepress",
    files: {
      "docs/.vitepress/config.ts": "export default {}\n",
      "docs/public/_redirects": "/old /new\n",
      "docs/index.md": "# A\n\n[a](/old)\n",
    },
    found: ["internal-link docs/index.md /old"],
  },
  ...[
    { version: "1.6.4", names: ["leftDelimiter", "rightDelimiter"] },
    { version: "2.0.0-alpha.18", names: ["leftDelimiter", "rightDelimiter"] },
    { version: "2.0.0-alpha.19", names: ["left", "right"] },
  ].map(({ version, names }) => ({
    name: `VitePress ${version}: a slugify that is a chain of replacements, and other marks around attributes`,
    generator: "vitepress",
    files: {
      "package.json": JSON.stringify({ devDependencies: { vitepress: version } }),
      "docs/.vitepress/config.ts":
        'import { shared } from "./shared";\nexport default { ...shared, title: "T" };\n',
      "docs/.vitepress/shared.ts": `const special = /[\\s~()\\-_.?/]+/g;
export function slugify(text: string): string {
  return text.normalize("NFKD").replace(/[\\u0300-\\u036f]/g, "").replace(special, "-").replace(/^(\\d)/, "_$1");
}
export const shared = {
  markdown: { attrs: { ${names[0]}: "%{", ${names[1]}: "}%" }, anchor: { slugify } },
};\n`,
      "docs/index.md": [
        "# Déjà Vu\n\n## Keys (key factories)\n\n## Named %{#own-Id .wide}%\n\n## Cache <Badge text='>=1' />\n",
        "## Shown {#id}\n\n## Named\n\n## Named\n",
        "[a](#Deja-Vu) [b](#Keys-key-factories-) [c](#own-Id) [d](#Cache-) [e](#Named) [f](#Named-1)\n",
        "[g](#deja-vu) [h](#id) [i](#Cache) [j](./other.md#Out-) [k](./other.md#out) [l](#Shown-{#id})\n",
        ...Array.from({ length: 80 }, (_, at) => `[${at}](#Named)`),
      ].join("\n"),
      "docs/other.md": "# O\n\n## Out?\n",
    },
    found: [
      "anchor docs/index.md #Cache",
      "anchor docs/index.md #deja-vu",
      "anchor docs/index.md #id",
      "anchor docs/index.md ./other.md#out",
    ],
  })),
];

testSmallSites(sites);
