import { expect, test } from "vitest";
import { checkSite } from "./check-site.ts";
import { openSite } from "./model/open-site.ts";

interface Case {
  name: string;
  files: Record<string, string>;
  generator: string;
  /** `rule path target` of each finding. */
  found: string[];
}

const vitepress = (options: string) => `export default { title: "T", ${options} }\n`;
const starlight =
  'import starlight from "@astrojs/starlight";\nexport default defineConfig({ integrations: [starlight({ title: "T", sidebar: [{ label: "R", link: "/releases/" }, { label: "N", link: "/none/" }] })] });\n';
const page = "---\ntitle: T\n---\n\n";

const cases: Case[] = [
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
    name: "VitePress: a component that the page imports may have the id, one in its code may not",
    generator: "vitepress",
    files: {
      "docs/.vitepress/config.ts": vitepress(""),
      "docs/index.md": "# A\n\n[a](./shows#x) [b](./code#x)\n",
      "docs/shows.md": "<script setup>\nimport Index from './Index.vue'\n</script>\n\n<Index />\n",
      "docs/code.md": "# Code\n\n```js\nimport Index from './Index.vue'\n```\n",
    },
    found: ["anchor docs/index.md ./code#x"],
  },
  {
    name: "Starlight: a page that git ignores is written before the build, a template is no page",
    generator: "starlight",
    files: {
      ".gitignore": "/docs/src/content/docs/releases.md\n",
      "docs/astro.config.mjs": starlight,
      "docs/src/content/docs/index.mdx": `\n${page}[a](/releases/) [b](/none/) <Missing /> :note[x]{index=0}\n`,
      "docs/scripts/templates/a.mdx": "<Signature />\n",
    },
    found: [
      "internal-link docs/src/content/docs/index.mdx /none/",
      "navigation docs/astro.config.mjs /none/",
      "undefined-component docs/src/content/docs/index.mdx Missing",
    ],
  },
  {
    name: "an unknown generator may serve a static file beside its first page",
    generator: "plain",
    files: {
      "content/index.md": "# A\n\n![a](./banner.png) ![b](gone.png) [b](b.md)\n",
      "content/b.md": "# B\n",
      "public/banner.png": "x",
    },
    found: ["image content/index.md gone.png"],
  },
  {
    name: "the site of vendored code is not the repository's, even when it is the only one",
    generator: "plain",
    files: {
      "vendor/github.com/a/b/mkdocs.yml": "site_name: B\nnav:\n  - index.md\n",
      "vendor/modules.txt": "# github.com/a/b v1.0.0\n",
      "vendor/github.com/a/b/README.md": "# B\n\n[c](c.md) [d](#d)\n",
      "docs/a.md": "# A\n\n[b](b.md) [none](none.md)\n",
      "docs/b.md": "# T\n\n## B\n",
    },
    found: ["internal-link docs/a.md none.md"],
  },
  {
    name: "MkDocs: a redirect leads to a page that git ignores",
    generator: "mkdocs",
    files: {
      ".gitignore": "/docs/made.md\n",
      "mkdocs.yml":
        "site_name: A\nplugins:\n  - redirects:\n      redirect_maps:\n        old.md: made.md\n        older.md: none.md\n",
      "docs/index.md": "# A\n",
    },
    found: ["redirect-target mkdocs.yml none.md"],
  },
  {
    name: "Sphinx: where conf.py writes files, a label of them may have any name",
    generator: "sphinx",
    files: {
      "doc/conf.py":
        'extensions = ["myst_parser"]\nwith open("made/a.md", "w") as page:\n    page.write("(a_made.md)=\\n# A\\n")\n',
      "doc/index.md": "# A\n\n[made](a_made.md) [folder](made/b.md) [none](guide/none.md)\n",
      "doc/guide/a.md": "# B\n",
    },
    found: ["internal-link doc/index.md guide/none.md"],
  },
  {
    name: "Starlight: what git ignores counts below the site's folder too, however many examples have a `.gitignore`",
    generator: "starlight",
    files: {
      ...Object.fromEntries(Array.from({ length: 220 }, (_, at) => [`a/${at}/.gitignore`, "dist\n"])),
      "docs/.gitignore": "src/content/docs/releases.md\n",
      "docs/astro.config.mjs": starlight.replace(', { label: "N", link: "/none/" }', ""),
      "docs/src/content/docs/index.md": `${page}[a](/releases/)\n`,
    },
    found: [],
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
    name: "the site of a test is not the repository's",
    generator: "starlight",
    files: {
      "packages/a/fixtures/b/.vitepress/config.ts": vitepress(""),
      "packages/docs/astro.config.mjs": starlight.replace(/, sidebar: .*\] \}\)\]/, " })]"),
      "packages/docs/src/content/docs/index.md": `${page}Text.\n`,
    },
    found: [],
  },
  {
    name: "mdBook: the root of the host shows the first chapter, and may show more",
    generator: "mdbook",
    files: {
      "book.toml": '[book]\ntitle = "T"\n',
      "src/SUMMARY.md": "# Summary\n\n- [A](a.md)\n",
      "src/a.md": "# A\n\n[a](/) [b](/master/) [c](b.md) [d](index.html)\n",
    },
    found: ["internal-link src/a.md b.md"],
  },
  {
    name: "MkDocs: a file that is taken in brings headings",
    generator: "mkdocs",
    files: {
      "mkdocs.yml": "site_name: T\nmarkdown_extensions:\n  - markdown_include.include\n",
      "docs/index.md": "# A\n\n[b](#brought) [c](c.md#none)\n\n{!docs/c.md!}\n",
      "docs/c.md": "# C\n\n## Brought\n",
    },
    found: ["anchor docs/index.md c.md#none"],
  },
  {
    name: "Sphinx: an include within a directive may be an example",
    generator: "sphinx",
    files: {
      "conf.py": 'extensions = ["myst_parser"]\nexclude_patterns = []\n',
      "index.md":
        "# A\n\n`````{tip}\n````\n```{include} ../README.md\n```\n````\n`````\n\n```{include} no.md\n```\n",
    },
    found: ["internal-link index.md no.md"],
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
    name: "Hugo: a folder of pages that is in another repository",
    generator: "hugo",
    files: {
      "hugo.toml":
        'theme = ["docsy"]\n[module]\n[[module.mounts]]\nsource = "content"\ntarget = "content"\n[[module.mounts]]\nsource = "sdk/content"\ntarget = "content/sdk"\n',
      "content/_index.md": '# A\n\n[a]({{< ref loom >}}) [b]({{< ref "warp.md" >}})\n',
      "content/weft.md": "# B\n",
    },
    found: [],
  },
  {
    name: "MkDocs: what the exclude plugin leaves out",
    generator: "mkdocs",
    files: {
      "mkdocs.yml":
        'site_name: T\nplugins:\n  - exclude:\n      glob:\n        - "**/_template.md"\n        - parts/*\n',
      "docs/index.md": "# A\n\n[a](parts/a.md)\n",
      "docs/parts/a.md": "[none](none.md)\n",
      "docs/loom/_template.md": "[none](none.md)\n",
    },
    found: ["internal-link docs/index.md parts/a.md"],
  },
  {
    name: "a number before a name is its place in the menu, and a hyphen may be `_`",
    generator: "plain",
    files: {
      "content/1.start/1.warp.md": "# The warp\n\n[weft](./weft.md) [none](./none.md) [own](#the_warp)\n",
      "content/1.start/02.weft.md": "# Weft\n",
    },
    found: ["internal-link content/1.start/1.warp.md ./none.md"],
  },
  {
    name: "marks behind the part that an entry is about, and in an address, are no reference",
    generator: "mkdocs",
    files: {
      "mkdocs.yml": "site_name: T\n",
      "docs/index.md":
        "# A\n\n- **loom:** [no-warp][no-weft] mend it\n- keys://[VAULT][NAME]/[KEY]\n- see [warp][none]\n\n^†^{#\\_note_1} [†](#_note_1)\n",
    },
    found: ["undefined-reference docs/index.md none"],
  },
  {
    name: "Sphinx: of a page and its notebook, one is built",
    generator: "sphinx",
    files: {
      "conf.py": 'extensions = ["myst_nb"]\nexclude_patterns = ["loom.md", "card.md"]\n',
      "index.md": "# A\n\n```{toctree}\nloom\ncard\n```\n\n[loom](./loom.md) [card](./card.md)\n",
      ...{ "loom.md": "# Loom\n", "loom.ipynb": "{}", "card.md": "# Card\n" },
    },
    found: ["internal-link index.md ./card.md", "internal-link index.md card"],
  },
  {
    name: "Sphinx: what conf.py copies, and what an extension reads",
    generator: "sphinx",
    files: {
      "docs/conf.py":
        'extensions = ["myst_parser"]\nexclude_patterns = []\nshutil.copy("../CHANGELOG.md", "changelog.md")\n',
      "docs/index.md": "# A\n\n```{toctree}\nchangelog\nformats\nnone\n```\n",
      "docs/formats.Rmd": "# Formats\n",
    },
    found: ["internal-link docs/index.md none"],
  },
  {
    name: "a definition below a comment is one",
    generator: "mkdocs",
    files: {
      "mkdocs.yml": "site_name: T\n",
      "docs/index.md":
        "# A\n\n[first][one] [second][two] [third][three]\n\n<!-- 1.0 -->\n[one]: https://a.test\n<!-- 1.1\n-->\n[two]: https://b.test\n",
    },
    found: ["undefined-reference docs/index.md three"],
  },
  {
    name: "Hugo: pages that are no Markdown have addresses too",
    generator: "hugo",
    files: {
      "hugo.toml": 'baseURL = "https://t.test/"\n',
      "content/_index.md": `${page}[a](/donate) [b](/help/) [c](/none/)\n`,
      "layouts/single.html": "{{ .Content }}\n",
      "content/help/_index.adoc": "= Help\n",
      "content/donate.html": `${page}<p>Give</p>\n`,
    },
    found: ["internal-link content/_index.md /none/"],
  },
  {
    name: "ProperDocs: a README beside an index is no page, and its ids are those of the code host",
    generator: "mkdocs",
    files: {
      "properdocs.yml": "site_name: T\n",
      "docs/index.md": "# A\n\n## One / two\n\n[a](#one-two) [b](#one--two)\n",
      "docs/README.md": "# B\n\n## One / two\n\n[a](#one--two) [b](#none)\n",
    },
    found: ["anchor docs/README.md #none", "anchor docs/index.md #one--two"],
  },
  {
    name: "MkDocs: an edition under a name of its own, and what it inherits",
    generator: "mkdocs",
    files: {
      "mkdocs-common.yml": "docs_dir: text\nplugins:\n  - mkdocstrings\n  - gen-files\n",
      "mkdocs-online.yml": "INHERIT: mkdocs-common.yml\nsite_name: T\n",
      "text/index.md": "# A\n\n[App][package.App] [made](made.md) [a](#none)\n",
    },
    found: ["anchor text/index.md #none"],
  },
  {
    name: "definitions that nothing on the page uses",
    generator: "mkdocs",
    files: {
      "mkdocs.yml": "site_name: T\n",
      "docs/index.md":
        "# A\n\n[text][One\n two] [three][] [four] ![five]\n\n[one two]: a.md\n[three]: b.md\n[FOUR]: #c\n[five]: d.md\n[six]: e.md\n[seven]: #f\n",
    },
    found: [
      ...["anchor docs/index.md #c", "internal-link docs/index.md a.md", "internal-link docs/index.md b.md"],
      "internal-link docs/index.md d.md",
    ],
  },
  {
    name: "Hugo: shortcodes of the site that write no ids, and others",
    generator: "hugo",
    files: {
      "hugo.toml": 'baseURL = "https://t.test/"\n',
      "layouts/single.html": '<main id="body"><p id="note-{{ .Name }}">{{ .Content }}</main>\n',
      "layouts/_shortcodes/row.html": "<tr>{{ .Inner }}</tr>\n",
      "layouts/_shortcodes/shown.html": "{{ .Inner | markdownify }}\n",
      "content/_index.md": `${page}{{< row >}}x{{< /row >}}\n\n[a](#body) [b](#note-1) [c](#none)\n`,
      "content/marked.md": `${page}{{% row %}}\n\n[a](#none-either)\n`,
      "content/shown.md": `${page}{{< row >}}{{< shown >}}\n\n[a](#none)\n`,
      "content/foreign.md": `${page}{{< gone >}}\n\n[a](#none)\n`,
      "content/own.md": `${page}{{< youtube 1 >}}\n\n[a](#none-here)\n`,
    },
    found: [
      "anchor content/_index.md #none",
      "anchor content/marked.md #none-either",
      "anchor content/own.md #none-here",
    ],
  },
  {
    name: "Hugo: layouts that write any id, on pages without headings, of their section, and with a layout",
    generator: "hugo",
    files: {
      "hugo.toml": 'baseURL = "https://t.test/"\n',
      "layouts/list.html": '{{ range .Pages }}<p id="{{ .Name }}">{{ end }}{{ .Content }}\n',
      "layouts/terms/single.html": '{{ range .Params.terms }}<dt id="{{ . }}">{{ end }}\n',
      "content/_index.md": `${page}## A\n\n[a](#none) [b](/bare/#x) [c](/terms/a/#x) [d](/laid/#x)\n`,
      "content/bare.md": page,
      "content/laid.md": "---\ntitle: L\nlayout: other\n---\n\n## A\n",
      "content/terms/a.md": `${page}## A\n`,
    },
    found: ["anchor content/_index.md #none"],
  },
  {
    name: "Hugo: a configuration in JSON by the old name",
    generator: "hugo",
    files: {
      "docs/config.json": '{ "baseurl": "https://t.test/", "disableKinds": ["taxonomy"] }\n',
      "docs/content/_index.md": `${page}[a](/help/) [b](/none/)\n`,
      "docs/content/help.md": page,
      "docs/layouts/single.html": "{{ .Content }}\n",
    },
    found: ["internal-link docs/content/_index.md /none/"],
  },
  {
    name: "Hugo: each language's file, and definitions with shortcodes or on two lines",
    generator: "hugo",
    files: {
      "config/_default/hugo.toml": 'baseURL = "https://t.test/"\n',
      "config/_default/languages.de.toml": 'contentDir = "content/de"\n',
      "config/_default/languages.en.toml": 'contentDir = "content/en"\n',
      "content/de/_index.md": page,
      "content/en/_index.md": `${page}[a][one] [b][two] [c][three] [d](/help/) [e](/de/) [f](/none/)\n\n[one]: https://a.test/{{< param tag >}}/b\n[two]:\n  https://b.test\n[three]: /help/\n`,
      "content/en/help.md": page,
      "layouts/single.html": "{{ .Content }}\n",
    },
    found: ["internal-link content/en/_index.md /none/"],
  },
  {
    name: "mdBook: a preprocessor may write links and ids, and another renderer books in other formats",
    generator: "mdbook",
    files: {
      "book.toml": "[book]\n[preprocessor.rules]\n[output.html]\n",
      "src/SUMMARY.md": "# Summary\n\n- [A](a.md)\n",
      "src/a.md": "# A\n\n[a](b.md) [b](#b) [c](b.pdf)\n",
    },
    found: [],
  },
  {
    name: "mdBook: with preprocessors that are known only the other format is open",
    generator: "mdbook",
    files: {
      "book.toml": "[book]\n[preprocessor.mermaid]\n[output.html]\n[output.pandoc]\n",
      "src/SUMMARY.md": "# Summary\n\n- [A](a.md)\n",
      "src/a.md": "# A\n\n[a](b.md) [b](#b) [c](b.pdf)\n",
    },
    found: ["anchor src/a.md #b", "internal-link src/a.md b.md"],
  },
  {
    name: "HonKit: at the root of the repository what the summary does not name is a file as well",
    generator: "gitbook",
    files: {
      "book.json": "{}\n",
      "SUMMARY.md": "# Summary\n\n* [A](README.md)\n",
      "README.md": "# A\n\n[a](./CONTRIBUTING.md) [b](none.md)\n",
      "CONTRIBUTING.md": "# B\n",
    },
    found: ["internal-link README.md none.md"],
  },
  {
    name: "MyST: a comment has no links",
    generator: "sphinx",
    files: {
      "docs/conf.py": 'extensions = ["myst_parser"]\n',
      "docs/index.md": "# A\n\n% From [this](../none.md)\n50 % of [that](other/none.md)\n",
    },
    found: ["internal-link docs/index.md other/none.md"],
  },
  {
    name: "signs that are written by name or number are not looked up",
    generator: "mkdocs",
    files: {
      "mkdocs.yml": "site_name: T\n",
      "docs/index.md": "# Qualité\n\n[a](#qualit&eacute;) [b](#qualit&#233;) [c](#none)\n",
    },
    found: ["anchor docs/index.md #none"],
  },
  {
    name: "an unknown generator: the id that a component is given, and its own name",
    generator: "plain",
    files: {
      "next.config.js": "module.exports = {}\n",
      "src/content/index.md":
        '# A\n\n<Recipes titleText="R" titleId="examples-basic">\n\n<Challenges>\n\n[a](#examples-basic) [b](#challenges) [c](#none) [d](#Upper)\n\n## Upper\n',
    },
    found: ["anchor src/content/index.md #none"],
  },
];

test.each(cases)("$name", async ({ files, generator, found }) => {
  const read = async (path: string) => Buffer.from(files[path] ?? "");
  const site = await openSite({ files: Object.keys(files), read, cache: new Map() });
  expect(site.shape.generator).toBe(generator);
  const { findings } = await checkSite(site);
  expect(findings.map(({ rule, path, target }) => `${rule} ${path} ${target ?? ""}`).sort()).toEqual(found);
});
