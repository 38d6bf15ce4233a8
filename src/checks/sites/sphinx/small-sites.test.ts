import { type SmallSite, testSmallSites } from "../../../../test/helpers/test-small-sites.ts";

const sites: SmallSite[] = [
  {
    name: "Sphinx: a table of contents may name a page with any file extension that is read",
    generator: "sphinx",
    files: {
      "conf.py": 'extensions = ["myst_parser"]\n',
      "index.md": "# A\n\n```{toctree}\nmore/index.rst\nb.md\nnone.rst\n```\n",
      ...{ "more/index.md": "# B\n", "b.md": "# C\n" },
    },
    found: ["internal-link index.md none.rst"],
  },
  {
    name: "Sphinx: links of MyST that say that they are of the project",
    generator: "sphinx",
    files: {
      "conf.py": 'extensions = ["myst_parser"]\n',
      "guide/a.md":
        "# A\n\n[1](project:b.md) [2](project:/index.md#own) [3](project:none.md) [4](path:../none.txt) [5](project:#start) [6](project:#no)\n\n[7]: project:/no.md\n\n[7]\n",
      ...{ "guide/b.md": "# B\n", "index.md": "(start)=\n# I\n\n(own)=\n## O\n" },
    },
    found: [
      "anchor guide/a.md project:#no",
      "internal-link guide/a.md path:../none.txt",
      "internal-link guide/a.md project:/no.md",
      "internal-link guide/a.md project:none.md",
    ],
  },
  {
    name: "Sphinx: of several assignments the last one counts, unless one is not plain",
    generator: "sphinx",
    files: {
      "conf.py": 'extensions = []\n# More:\nextensions = ["myst_parser"]\n',
      "index.md": "# A\n\n{ref}`one`\n",
    },
    found: ["internal-link index.md one"],
  },
  {
    name: "Sphinx: of several assignments the last one counts not where one is under a condition",
    generator: "sphinx",
    files: {
      "conf.py": 'extensions = ["myst_parser"]\nif tags:\n    extensions = []\n',
      "index.md": "# A\n\n{ref}`one`\n",
    },
    found: [],
  },
  {
    name: "Sphinx: a label in a comment of HTML is none",
    generator: "sphinx",
    files: {
      "conf.py": 'extensions = ["myst_parser"]\n',
      "index.md": "# A\n\n{ref}`one` {ref}`two`\n\n(one)=\n## One\n\n<!--\n(two)=\n## Two\n-->\n",
    },
    found: ["internal-link index.md two"],
  },
  {
    name: "Sphinx: files to download, also above the folder of conf.py",
    generator: "sphinx",
    files: {
      "docs/conf.py": 'extensions = ["myst_parser"]\n',
      "docs/guide/a.md":
        "# A\n\n{download}`/files/data.txt` {download}`x <../files/none.txt>` {download}`../../LICENSE`\n",
      ...{ "docs/index.md": "# A\n", "docs/files/data.txt": "", LICENSE: "" },
    },
    found: ["internal-link docs/guide/a.md ../files/none.txt"],
  },
  {
    // As docutils 0.22 builds it: footnotes take the first numbers.
    name: "Sphinx: a section whose id a label has taken is numbered",
    generator: "sphinx",
    files: {
      "conf.py": 'extensions = ["myst_parser"]\n',
      "index.md":
        "# A\n\nText[^1].\n\n(loom)=\n## Looms\n\n(warp)=\n## Warp\n\n## Loom\n\n## Loom\n\n[a](#loom) [b](#looms) [c](#warp) [d](#id1) [e](#id5) [f](#id-5)\n\n[^1]: T\n",
    },
    found: ["anchor index.md #id-5"],
  },
  {
    name: "Sphinx: slugs of docutils",
    generator: "sphinx",
    files: {
      "conf.py":
        'extensions = ["myst_parser"]\nmyst_heading_anchors = 2\nmyst_heading_slug_func = "docutils.nodes.make_id"\n',
      "index.md":
        "# A\n\n[1](#cfg-path-key) [2](#cfgpath-key) [3](#uber) [4](#uber-1)\n\n## cfg.path key\n\n## Über\n\n## Über\n",
    },
    found: ["anchor index.md #cfgpath-key"],
  },
  {
    name: "Sphinx: a theme that brings MyST, and extensions that make no labels",
    generator: "sphinx",
    files: {
      "docs/conf.py": 'extensions = ["canonical_sphinx", "sphinx_roles", "sphinx_last_updated_by_git"]\n',
      "docs/index.md":
        "(start)=\n# A\n\n[a](start) [b](/guide/b) [c](/guide/none) {ref}`start` {ref}`no-label`\n",
      "docs/guide/b.md": "# B\n",
    },
    found: ["internal-link docs/index.md /guide/none", "internal-link docs/index.md no-label"],
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
    name: "Sphinx: cards link by the path of a document, by a label, or by an address",
    generator: "sphinx",
    files: {
      "conf.py": 'extensions = ["myst_parser", "sphinx_design"]\nexclude_patterns = []\n',
      "index.md": [
        "(start)=\n# A\n\n::::{grid} 2\n:::{grid-item-card} Loom\n:link: guide/loom\n:link-type: doc\n:::",
        ":::{grid-item-card} None\n:link-type: doc\n:class: a\n:link: guide/none\n:::",
        ":::{grid-item-card} Start\n:link: start\n:link-type: ref\n:::",
        ":::{grid-item-card} Away\n:link: https://example.com/\n:::\n::::\n",
        "````md\n:::{card} Example\n:link: nothing\n:link-type: doc\n:::\n````\n",
      ].join("\n"),
      "guide/loom.md": "# Loom\n",
    },
    found: ["internal-link index.md guide/none"],
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
    name: "MyST: a comment has no links",
    generator: "sphinx",
    files: {
      "docs/conf.py": 'extensions = ["myst_parser"]\n',
      "docs/index.md": "# A\n\n% From [this](../none.md)\n50 % of [that](other/none.md)\n",
    },
    found: ["internal-link docs/index.md other/none.md"],
  },
];

testSmallSites(sites);
