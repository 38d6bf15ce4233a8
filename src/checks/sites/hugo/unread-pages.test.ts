import { testFindings } from "../../../../test/helpers/test-findings.ts";

const page = "---\ntitle: T\n---\n\n";
const hook = "<a href='{{ .Destination }}'>{{ .Text }}</a>";
const languages = "languages:\n  en: {weight: 1, contentDir: content/en}\n  fr: {contentDir: content/fr}\n";
const ofTwoLanguages = {
  "content/en/a.md": page,
  "content/fr/a.md": `${page}## Pas\n`,
  "content/fr/b.md": `${page}[a](/a/#pas) [b](/a/#none)\n`,
  "themes/new/layouts/single.html": "<main>{{ .Content }}</main>\n",
};

testFindings("Hugo", [
  {
    name: "the embedded hook leads a path that is only ./ to the home page",
    files: {
      "hugo.toml": '[markup.goldmark.renderHooks.link]\nuseEmbedded = "always"\n',
      "layouts/list.html": "{{ .Content }}",
      "content/_index.md": `${page}## Home part\n`,
      "content/rig/_index.md": `${page}[a](./#home-part) [b](?x=1#home-part) [c](./#frag)\n\n## Frag\n`,
    },
    found: ["anchor content/rig/_index.md ./#frag"],
    left: 0,
  },
  {
    name: "a template writes the redirects of the host",
    files: {
      "hugo.yaml": "title: T\n",
      "layouts/single.html": "{{ .Content }}",
      "layouts/index.redirects":
        "{{ $now := site.Params.now }}\n/docs/start /docs/{{ $now }}/start\n/docs/guide/* /docs/{{ $now }}/guide/:splat 301!\n",
      "content/a.md": `${page}[a](/docs/start/) [b](/docs/guide/sails/) [c](/docs/none/)\n`,
    },
    found: ["internal-link content/a.md /docs/none/"],
    left: 2,
  },
  {
    name: "a link from one mounted folder leads to what git ignores in another",
    files: {
      "site/hugo.yaml":
        "module:\n  mounts:\n    - {source: content, target: content}\n    - {source: ../plans, target: content/plans}\n",
      "site/layouts/single.html": "{{ .Content }}",
      "site/content/api/.gitignore": "*/\n",
      "site/content/api/_index.md": page,
      "plans/a.md": `${page}[a](/api/v1/spec/) [b](/api/none/) [c](/plans/b/) [d](/none/)\n`,
      "plans/.gitignore": "b.md\n",
    },
    found: ["internal-link plans/a.md /none/"],
    left: 3,
  },
  {
    name: "a theme that lies there unused changes no links",
    files: {
      ...ofTwoLanguages,
      "hugo.yaml": `theme: new\n${languages}`,
      "themes/old/layouts/_markup/render-link.html": hook,
      "themes/old/layouts/_markup/render-heading.html": "<h2 id=x>{{ .Text }}</h2>",
    },
    found: ["anchor content/fr/b.md /a/#none"],
    left: 0,
  },
  {
    name: "a theme may be built upon another one",
    files: {
      ...ofTwoLanguages,
      "hugo.yaml": `theme: new\n${languages}`,
      "themes/new/hugo.toml": 'theme = "old"\n',
      "themes/old/layouts/_markup/render-heading.html": "<h2 id=x>{{ .Text }}</h2>",
    },
    found: [],
    left: 0,
  },
  {
    name: "a module that is imported without a list may add pages",
    files: {
      "hugo.toml": '[module.imports]\npath = "github.com/kites/theme"\n',
      "layouts/single.html": "x",
      "content/a.md": `${page}[a](/none/)\n`,
    },
    found: [],
    left: 1,
  },
  {
    name: "pages with another ending of Markdown are pages",
    files: {
      "hugo.toml": '[permalinks]\nnews = "/:year/:slug/"\n',
      "layouts/single.html": "x",
      "content/a.md": `${page}[a](/docs/b/) [b](/2031/soon/) [c]({{< ref "b" >}}) [d]({{< ref "/docs/b" >}}) [e](/2001/soon/) [f](/docs/b/#none) [g](/own/)\n`,
      "content/docs/b.markdown": `${page}[h](/none/)\n`,
      "content/news/c.mdown": "---\ndate: 2001-02-03\nslug: soon\n---\n",
      "content/own/index.markdown": page,
    },
    found: [
      "anchor content/a.md /docs/b/#none",
      "internal-link content/a.md /2031/soon/",
      "internal-link content/docs/b.markdown /none/",
    ],
    left: 0,
  },
  {
    name: "pages in other formats are pages, wherever the configuration puts them",
    files: {
      "hugo.toml": '[permalinks]\nnews = "/:year/:slug/"\n',
      "layouts/single.html": "x",
      "content/a.md": `${page}[a](/docs/b/) [b](/2031/soon/) [c]({{< ref "b" >}}) [d]({{< ref "/docs/b" >}})\n`,
      "content/docs/b.org": page,
      "content/news/c.org": "---\ndate: 2001-02-03\nslug: soon\n---\n",
    },
    found: [],
    left: 4,
  },
  {
    name: "a page without headings may show those of another page",
    files: {
      "hugo.toml": "",
      "layouts/single.html": '{{ $other := .GetPage "b" }}{{ $other.Content }}',
      "content/a.md": `${page}[a](/b/#none) [b](/c/#none)\n`,
      "content/b.md": `${page}## B\n`,
      "content/c.md": page,
    },
    found: ["anchor content/a.md /b/#none"],
    left: 0,
  },
  {
    name: "a capital I with a dot becomes a plain one",
    files: {
      "hugo.toml": "",
      "layouts/single.html": "x",
      "content/a.md": `${page}## İstemci\n\n[a](#istemci)\n`,
    },
    found: [],
    left: 0,
  },
  {
    name: "an anchor behind a reference is that of its page",
    files: {
      "hugo.toml": "",
      "layouts/single.html": "x",
      "content/a.md": `${page}[a]({{< ref "b" >}}#b) [b]({{< relref "b.md" >}}#none) [c]({{< ref "none" >}}#b)\n`,
      "content/b.md": `${page}## B\n`,
    },
    found: [
      'anchor content/a.md {{< relref "b.md" >}}#none',
      'internal-link content/a.md {{< ref "none" >}}#b',
    ],
    left: 0,
  },
]);
