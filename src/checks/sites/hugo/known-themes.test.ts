import { testFindings } from "../../../../test/helpers/test-findings.ts";

const pages = {
  "content/docs/_index.md": "# A\n\n## Steps\n\n[a](#steps) [b](#none)\n",
  "layouts/partials/footer.html": "<p>Words</p>\n",
};
const docsy = {
  "hugo.yaml": "module:\n  imports:\n    - path: github.com/google/docsy\n",
  "layouts/partials/footer.html": "<p>Words</p>\n",
};
const found = ["anchor content/docs/_index.md #none"];

testFindings("Hugo", [
  {
    name: "the theme Docsy keeps the ids of headings, as a module",
    files: {
      ...pages,
      "hugo.yaml":
        "module:\n  imports:\n    - path: github.com/google/docsy\n    - path: github.com/google/docsy/dependencies\n",
    },
    found,
    left: 0,
  },
  {
    name: "the theme Docsy keeps them with its own hook",
    files: {
      ...pages,
      "hugo.toml": 'theme = ["docsy"]\n',
      "layouts/_markup/render-heading.html": '{{ partial "td/render-heading.html" . }}\n',
    },
    found,
    left: 0,
  },
  {
    name: "a hook keeps them that writes them by way of a variable",
    files: {
      ...pages,
      "hugo.toml": 'theme = ["docsy"]\n',
      "layouts/_markup/render-heading.html":
        '{{- $id := .Anchor | safeURL -}}\n<h{{ .Level }} id="{{ $id }}">{{ .Text }} <a href="#{{ $id }}"></a></h{{ .Level }}>\n',
    },
    found,
    left: 0,
  },
  {
    name: "a hook that sets the variable again may make others",
    files: {
      ...pages,
      "hugo.toml": 'theme = ["docsy"]\n',
      "layouts/_markup/render-heading.html":
        '{{ $id := .Anchor }}{{ with .Attributes.id }}{{ $id = printf "x-%s" . }}{{ end }}<h2 id="{{ $id }}">{{ .Text }}</h2>\n',
    },
    found: [],
    left: 0,
  },
  {
    name: "a hook keeps them that writes all attributes, as Docsy tells its sites to",
    files: {
      ...pages,
      "hugo.toml": 'theme = ["docsy"]\n',
      "layouts/_default/_markup/render-heading.html":
        '<h{{.Level}}\n{{- range $key, $value := .Attributes -}}\n  {{printf " %s=%q" $key (string $value) | safeHTMLAttr -}}\n{{- end -}}\n>{{ .Text }}</h{{.Level}}>\n',
    },
    found,
    left: 0,
  },
  {
    name: "a theme beside it keeps them that is in the repository and has no hook",
    files: {
      ...pages,
      "hugo.toml": 'theme = ["changes", "docsy"]\n',
      "themes/changes/layouts/partials/head.html": "<meta>\n",
    },
    found,
    left: 0,
  },
  {
    name: "a module beside it may make others",
    files: {
      ...pages,
      "hugo.toml": 'theme = ["docsy", "gallery"]\n',
    },
    found: [],
    left: 0,
  },
  {
    name: "the theme Docsy adds no page and has no hook for links, but files",
    files: {
      ...docsy,
      "content/docs/_index.md":
        "# A\n\n[a](/docs/b/) [b](/docs/none/) [c](b.md) [d](/favicons/none.ico) <a href='/play/'>e</a>\n",
      "static/play/index.html": "<p>Play</p>\n",
      "content/docs/b.md": "# B\n",
    },
    found: ["internal-link content/docs/_index.md /docs/none/", "internal-link content/docs/_index.md b.md"],
    left: 1,
  },
  {
    name: "a page that is perhaps not published may be at its own address only",
    files: {
      ...docsy,
      "content/docs/_index.md":
        "---\ncascade:\n  - type: docs\n    _target:\n      path: /docs/**\n---\n\n[a](/docs/b/) [b](/docs/none/)\n",
      "content/docs/b.md": "---\n_build:\n  render: link\n---\n\n# B\n",
    },
    found: ["internal-link content/docs/_index.md /docs/none/"],
    left: 1,
  },
  {
    name: "what the configuration does not render is a part of other pages",
    files: {
      ...docsy,
      "hugo.yaml": `${docsy["hugo.yaml"]}cascade:\n  - build: {render: never}\n    target: {path: '{,/**}/_parts{,/**}'}\n`,
      "content/docs/_index.md": "# A\n\n[a](/docs/_parts/one/) [b](#none)\n",
      "content/docs/_parts/one.md": "## Here\n\n[a](#here) [b](#of-the-page) [c](next)\n",
    },
    found: ["anchor content/docs/_index.md #none"],
    left: 2,
  },
  {
    name: "what a section does not render is a part of other pages",
    files: {
      ...docsy,
      "content/docs/_index.md": "# A\n\n[b](#none)\n",
      "content/docs/parts/_index.md": "---\ncascade:\n  - build:\n      render: never\n---\n",
      "content/docs/parts/one.md": "## Here\n\n[a](#here) [b](#of-the-page) [c](next)\n",
    },
    found: ["anchor content/docs/_index.md #none"],
    left: 1,
  },
  {
    name: "Hugo's own link hook is on where a single language is configured",
    files: {
      ...docsy,
      "hugo.yaml": `${docsy["hugo.yaml"]}languages:\n  en:\n    title: T\n`,
      "content/docs/a/_index.md": "# A\n\n[a](docs/b/) [b](docs/none/)\n",
      "content/docs/b.md": "# B\n",
    },
    found: ["internal-link content/docs/a/_index.md docs/none/"],
    left: 0,
  },
  {
    name: "Hugo's own link hook is off where languages have hosts of their own",
    files: {
      ...docsy,
      "hugo.yaml": `${docsy["hugo.yaml"]}languages:\n  en:\n    baseURL: https://en.example/\n`,
      "content/docs/a/_index.md": "# A\n\n[a](docs/b/)\n",
      "content/docs/b.md": "# B\n",
    },
    found: ["internal-link content/docs/a/_index.md docs/b/"],
    left: 0,
  },
  {
    name: "a cascade may hand out addresses",
    files: {
      ...docsy,
      "content/docs/_index.md": "---\ncascade:\n  url: /elsewhere/\n---\n\n[b](/docs/none/)\n",
    },
    found: [],
    left: 1,
  },
]);
