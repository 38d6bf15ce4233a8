import { type SmallSite, testSmallSites } from "../../../../test/helpers/test-small-sites.ts";

const page = "---\ntitle: T\n---\n\n";

const dated = "---\ntitle: T\ndate: 2026-01-02\nslug: s\n---\n\n";
const french = "[languages.en]\n[languages.fr]\n";
const withHtml = "[markup.goldmark.renderer]\nunsafe = true\n";

const sites: SmallSite[] = [
  {
    name: "Hugo: a page with an address that is not known leaves only those open that begin alike",
    generator: "hugo",
    files: {
      "hugo.toml": '[permalinks]\nlog = "/:section/:year/:slug/"\nnote = "/:slug/"\n',
      "layouts/single.html": "x",
      "content/log/a.md": "---\ntitle: 标题\n---\n",
      "content/docs/b/c.md": "---\nslug: |\n  x\n---\n",
      "content/index.md": "# I\n",
      "content/d.md": `${page}[a](/log/2026/x/) [b](/docs/none/) [c](/docs/b/x/) [d](/none/)\n`,
    },
    found: ["internal-link content/d.md /docs/none/", "internal-link content/d.md /none/"],
  },
  {
    name: "Hugo: drafts, however the word is written",
    generator: "hugo",
    files: {
      "hugo.toml": "",
      "layouts/single.html": "x",
      "content/a.md": `${page}[a](/b/) [b](/c/) [c](/d/)\n`,
      "content/b.md": "---\ndraft: True\n---\n",
      "content/c.md": "+++\ndraft = true\n+++\n",
      "content/d.md": "---\ndraft: false\n---\n",
    },
    found: ["internal-link content/a.md /b/", "internal-link content/a.md /c/"],
  },
  {
    name: "Hugo: the language without a content folder of its own has the site's",
    generator: "hugo",
    files: {
      "hugo.toml":
        'contentDir = "content/en"\n[languages.en]\n[languages.fr]\ncontentDir = "content/fr"\n[languages.de]\ncontentDir = "content/de"\n',
      "layouts/single.html": "x",
      "content/en/a.md": `${page}[a](/b/) [b](/fr/a/) [c](/en/b/)\n`,
      "content/en/b.md": page,
      "content/fr/a.md": `${page}[a](/a/) [b](/fr/b/)\n`,
    },
    found: ["internal-link content/en/a.md /en/b/", "internal-link content/fr/a.md /fr/b/"],
  },
  {
    name: "Hugo: an old configuration without an address",
    generator: "hugo",
    files: {
      "config.toml": 'title = "T"\ndisableKinds = ["taxonomy"]\n',
      "layouts/single.html": "x",
      "content/a.md": `${page}[a](/b/) [b](/none/)\n`,
      "content/b.md": page,
    },
    found: ["internal-link content/a.md /none/"],
  },
  {
    name: "Hugo: titles in addresses keep dots and lose other signs; of the others the folder is known",
    generator: "hugo",
    files: {
      "hugo.toml": '[permalinks]\nlog = "/:year/:title/"\n',
      "layouts/single.html": "x",
      "content/log/a.md": '---\ntitle: "Loom-1.1.3 (warp & weft): what\'s new?"\ndate: 2026-01-02\n---\n',
      "content/log/b.md": "---\ntitle: Warp - weft\ndate: 2025-01-02\n---\n",
      "content/c.md":
        "---\ntitle: C\n---\n[a](/2026/loom-1.1.3-warp-weft-whats-new/) [b](/2026/none/) [c](/2025/warp-weft/) [d](/none/)\n",
    },
    found: ["internal-link content/c.md /2026/none/", "internal-link content/c.md /none/"],
  },
  {
    name: "Hugo: files beside a page are published below its own address",
    generator: "hugo",
    files: {
      "hugo.toml": '[permalinks]\nlog = "/:year/:slug/"\n',
      "layouts/single.html": "x",
      "content/log/a/index.md": `${dated}![a](a.svg) ![b](more/b.svg) ![c](../a/a.svg) [d](/2026/s/a.svg)\n`,
      ...{ "content/log/a/a.svg": "", "content/log/a/more/b.svg": "" },
    },
    found: ["image content/log/a/index.md ../a/a.svg"],
  },
  {
    name: "Hugo: languages share the files beside a page, which are published with the main one's",
    generator: "hugo",
    files: {
      "hugo.toml": french + withHtml,
      "layouts/single.html": "x",
      "content/a/index.md": `${page}![a](a.svg)\n`,
      "content/a/index.fr.md": `${page}![a](a.svg) ![b](/a/a.svg) ![c](/fr/a/a.svg)\n<img src="a.svg" alt="d">\n`,
      "content/b/index.fr.md": `${page}![a](a.svg) ![b](/fr/b/a.svg)\n`,
      ...{ "content/a/a.svg": "", "content/b/a.svg": "" },
    },
    found: ["image content/a/index.fr.md /fr/a/a.svg", "image content/a/index.fr.md a.svg"],
  },
  {
    name: "Hugo: each language has the files of its own folder",
    generator: "hugo",
    files: {
      "hugo.toml": '[languages.en]\ncontentDir = "text/en"\n[languages.fr]\ncontentDir = "text/fr"\n',
      "layouts/single.html": "x",
      "text/en/a/index.md": `${page}![a](a.svg) ![b](b.svg)\n`,
      "text/fr/a/index.md": `${page}![a](a.svg) ![b](b.svg) ![c](/fr/a/b.svg) ![d](c.svg)\n`,
      ...{ "text/en/a/a.svg": "", "text/fr/a/b.svg": "" },
    },
    found: ["image text/fr/a/index.md c.svg"],
  },
  {
    name: "Hugo: a hook of the site may find pictures elsewhere",
    generator: "hugo",
    files: {
      "hugo.toml": withHtml,
      "layouts/_default/_markup/render-image.html": "<img>",
      "content/a.md": `${page}![a](gone.svg) <img src="lost.svg" alt="b">\n`,
    },
    found: ["image content/a.md lost.svg"],
  },
  {
    name: "Hugo: front matter in JSON; a section with a page of its own is at its address only",
    generator: "hugo",
    files: {
      "hugo.toml": '[permalinks.section]\nlog = "/diary/"\n',
      "layouts/single.html": "x",
      "content/log/_index.md": page,
      "content/b.md":
        '{\n "title": "B",\n "url": "/c/",\n "tags": ["x"]\n}\n\n[a](/b/) [b](/c/) [c](/log/) [d](/diary/)\n',
    },
    found: ["internal-link content/b.md /b/", "internal-link content/b.md /log/"],
  },
  {
    name: "Hugo: of two configurations in one folder, the one by the name of today counts",
    generator: "hugo",
    files: {
      "site/config.yaml": "module:\n  hugoVersion:\n    min: 0.110.0\n",
      "site/hugo.toml": 'baseURL = "https://h.example/loom/"\ncontentDir = "content/en"\n',
      "site/layouts/404.html": "",
      "site/static/a.png": "x",
      "site/content/en/a.md": "# A\n\n![a](/loom/a.png) [b](/loom/b/) [c](/loom/c/)\n",
      "site/content/en/b.md": "# B\n",
    },
    found: ["internal-link site/content/en/a.md /loom/c/"],
  },
  {
    name: "Hugo: a folder that a script of the repository copies before the build has pages",
    generator: "hugo",
    files: {
      "hugo.toml": 'baseURL = "https://h.example/"\n',
      "build.sh": "V=2\ncp -R content/v$V content/latest\nmkdir -p content/v2\n",
      "content/v2/rig.md": "# Rig\n",
      "content/v2/mast.md":
        '[a]({{< ref "/latest/rig" >}}) [b]({{< ref "/older/rig" >}}) [c]({{< ref "/v2/gone" >}})\n',
    },
    found: [
      'internal-link content/v2/mast.md {{< ref "/older/rig" >}}',
      'internal-link content/v2/mast.md {{< ref "/v2/gone" >}}',
    ],
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
    name: "Hugo: dashes behind a backslash are not joined in ids",
    generator: "hugo",
    files: {
      "hugo.toml": 'baseURL = "https://t.test/"\n',
      "content/_index.md": `${page}[a](#a----b) [b](#c--d) [c](#e---f) [d](#a--b)\n\n## a \\-\\- b\n\n## c -- d\n\n## e \\--- f\n`,
      "layouts/single.html": "{{ .Content }}\n",
    },
    found: ["anchor content/_index.md #a--b"],
  },
  {
    // As Hugo 0.168.0 builds it.
    name: "Hugo: configuration in folders below `config/_default`",
    generator: "hugo",
    files: {
      "config/_default/hugo.toml": 'baseURL = "https://t.test/"\n',
      "config/_default/module/module.yaml": "mounts:\n  - source: content/en\n    target: content\n",
      "config/_default/site/markup.toml": '[goldmark.parser]\nautoHeadingIDType = "blackfriday"\n',
      "content/en/_index.md": `${page}[a](/help/) [b](/en/help/) [c](/help/#two-words) [d](/help/#two--words)\n`,
      "content/en/help.md": `${page}## Two & words\n`,
      "layouts/single.html": "{{ .Content }}\n",
    },
    found: ["anchor content/en/_index.md /help/#two--words", "internal-link content/en/_index.md /en/help/"],
  },
  {
    // As Hugo 0.147.9 builds it.
    name: "Hugo: references to sections and terms without a file, and to names with spaces",
    generator: "hugo",
    files: {
      "hugo.toml": 'baseURL = "https://t.test/"\n',
      "content/_index.md": `${page}[a]({{< relref "/commands" >}}) [b]({{< relref "commands/" >}}) [c]({{< ref "/commands/_index.md" >}}) [d]({{< relref "/commands/sub" >}}) [e]({{< relref "/x/y" >}})\n`,
      "content/commands/a.md": `---\ntitle: A\ntags: [Big One, two]\n---\n\n[a]({{< relref "../x" >}}) [b]({{< relref "/commands.md" >}}) [c]({{< relref "sub" >}})\n`,
      "content/commands/sub/b.md": `${page}[a]({{< relref "/tags" >}}) [b]({{< relref "/tags/two" >}}) [c]({{< relref "tags/Big One" >}}) [d]({{< relref "two" >}}) [e]({{< relref "/tags/three" >}})\n`,
      "content/x/y/c.md": page,
      "content/My Docs/One Page.md": `${page}[a]({{< relref "Other Page.md" >}}) [b]({{< relref "/My Docs/Other Page" >}}) [c]({{< relref "No Page.md" >}})\n`,
      "content/My Docs/Other Page.md": page,
      "layouts/single.html": "{{ .Content }}\n",
    },
    found: [
      'internal-link content/My Docs/One Page.md {{< relref "No Page.md" >}}',
      'internal-link content/_index.md {{< relref "/commands/sub" >}}',
      'internal-link content/_index.md {{< relref "/x/y" >}}',
      'internal-link content/commands/a.md {{< relref "sub" >}}',
      'internal-link content/commands/sub/b.md {{< relref "/tags/three" >}}',
    ],
  },
];

testSmallSites(sites);
