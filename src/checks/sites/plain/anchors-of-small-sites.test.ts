import { type SmallSite, testSmallSites } from "../../../../test/helpers/test-small-sites.ts";

const sites: SmallSite[] = [
  {
    name: "an unknown generator: list items that begin with code may have ids, and spaces at the end none",
    generator: "plain",
    files: {
      "docs/a.md":
        "# A\n\n## Rig [<i></i>](b.md)\n\n- `-out=FILE`: a\n* **`loom.set`** a\n- a `none`\n\n[a](#out-file) [b](#loom-set) [c](#rig) [d](#none)\n",
      "docs/b.md": "# B\n",
    },
    found: ["anchor docs/a.md #none"],
  },
  {
    name: "docfx has an id for headings of signs alone",
    generator: "plain",
    files: {
      "reference/docfx.json": "{}",
      "reference/a.md": "# A\n\n## $$\n\n## $?\n\n[a](#section) [b](#section-1) [c](#sections)\n",
    },
    found: ["anchor reference/a.md #sections"],
  },
  {
    name: "an unknown generator: layouts have ids and headings of their own",
    generator: "plain",
    files: {
      "docs/a.md":
        "---\nlayout: part\n---\n\n## One\n\n[a](#further-reading) [b](#custom-parts) [c](#none)\n",
      "docs/_includes/part.njk":
        '{% block content %}{{ content }}<h2 id="further-reading">More</h2>\n<h2>Custom Parts</h2>{% endblock %}\n',
      "docs/other/part.html": '<h2 id="none">None</h2>\n',
    },
    found: ["anchor docs/a.md #none"],
  },
  {
    name: "an unknown generator: attributes behind a heading may be read or shown",
    generator: "plain",
    files: {
      "docs/a.md":
        "# A\n\n[a](#with-apt) [b](#with-apt-no_toc) [c](#without) [d](#y)\n\n## With `apt` {:.no_toc}\n\n## Without {: .x #y}\n",
    },
    found: ["anchor docs/a.md #without"],
  },
  {
    name: "an unknown generator: ids may keep every sign but white space, or leave out `_`",
    generator: "plain",
    files: {
      "docs/a.md":
        "# A\n\n[a](#it’s-done,-(now)) [b](#none) [c](#use-loomyarn)\n\n## It’s done, (now)\n\n## Use `loom_yarn`\n",
    },
    found: ["anchor docs/a.md #none"],
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
  {
    name: "an unknown generator: ids in braces and brackets, and emoji that ids leave out",
    generator: "plain",
    files: {
      "docs/index.mdx": [
        "# A",
        "## Set a time[[sleep]]",
        "## Marks :tada:",
        "## More \\{#more-of-it\\}",
        "## GET /a_b/&lt;id&gt;",
        "[f](#get-a-bltidgt) [a](#sleep) [b](#marks) [c](#more-of-it) [d](#set-a-time) [e](#none)\n",
      ].join("\n\n"),
    },
    found: ["anchor docs/index.mdx #none"],
  },
  {
    name: "an unknown generator: parts of other pages that a tag includes bring their ids",
    generator: "plain",
    files: {
      "topics/a.md": '# A\n\n<include from="b.md" element-id="part"/>\n\n[a](#part)\n',
      "topics/b.md": "# B\n\n[a](#part)\n",
      "topics/c.md": '# C\n\n<embed src="./b.md"></embed>\n\n[a](#part)\n',
      "topics/d.md": '# D\n\n<embed src="./b.svg">\n\n[a](#part)\n',
      "topics/b.svg": "<svg/>",
    },
    found: ["anchor topics/b.md #part", "anchor topics/d.md #part"],
  },
  {
    name: "the id of a component is not one of the page",
    generator: "plain",
    files: {
      "docs/a.md": '# A\n\n<option id="x">a</option> <option id="x">b</option>\n',
      "docs/b.md": '# B\n\n<choice id="x">a</choice> <choice id="x">b</choice>\n',
    },
    found: ["duplicate-anchor docs/a.md x"],
  },
  {
    name: "an unknown generator: HTML between tildes, and labels of directives",
    generator: "plain",
    files: {
      "blog/a.md": '# A\n\n~~~<a href="https://a.test">a</a>~~~ on Monday\n\n[b](none.md)\n',
      "blog/b.md": "# B\n\n:::accordion[Tear down]\nText\n:::\n\n[a](#tear-down) [b](#none)\n",
      "blog/c.md": "# C\n\n~~~js\na\n",
    },
    found: ["anchor blog/b.md #none", "code-fence blog/c.md "],
  },
  {
    name: "an unknown generator: headings of HTML may have ids",
    generator: "plain",
    files: {
      "book/a.md": "# A\n\n<h2 align=center><code>loom</code></h2>\n\n[a](#loom)\n",
      "book/b.md": "# B\n\n[a](#loom)\n",
    },
    found: ["anchor book/b.md #loom"],
  },
  {
    name: "a text to look for behind an id is no part of the id",
    generator: "plain",
    files: {
      "book/a.md":
        "# A\n\n[a](b.md#weft:~:text=loom) [b](#:~:text=loom) [c](b.md#warp:~:text=weft) [d](b.md#weft%20s)\n",
      "book/b.md": "# B\n\n## Weft\n",
    },
    found: ["anchor book/a.md b.md#warp:~:text=weft", "anchor book/a.md b.md#weft%20s"],
  },
  {
    name: "an unknown generator: badges and components of a heading may have no part in its id",
    generator: "plain",
    files: {
      "docs/a.mdx":
        "# A\n\n## init <Badge type='x'>Old</Badge>\n\n## `<list>` v4 [!badge @new|info]\n\n## Warp :badge[new]{.x} <New />\n\n[a](#init) [b](#init-old) [c](#list-v4) [d](#warp) [e](#v4)\n",
    },
    found: ["anchor docs/a.mdx #v4"],
  },
  {
    name: "Retype: tabs and steps have ids",
    generator: "plain",
    files: {
      "a.md": "# A\n\n+++ Tab 1\nx\n+++\n\n[a](#tab-1)\n",
      "b.md": "# B\n\n>>> Install dependencies\nx\n>>>\n\n[a](#install-dependencies)\n",
      "c.md": "+++\ntitle = 1\n+++\n\n# C\n\n[a](#none)\n",
    },
    found: ["anchor c.md #none"],
  },
  {
    name: "an id may have the other kind of quotes in it",
    generator: "plain",
    files: {
      "docs/a.md":
        '# A\n\n<h2 id="loom\'s-warp">B</h2>\n\n<h2 id="loom\'s-weft">C</h2>\n\n<h2 id="loom\'s-weft">D</h2>\n',
    },
    found: ["duplicate-anchor docs/a.md loom's-weft"],
  },
  {
    name: "an unknown generator: the id of a heading may begin with that of the one above it",
    generator: "plain",
    files: {
      "docs/a.md":
        "# A\n\n## Environment variables\n\n### `IDLE_TIMEOUT`\n\n#### Units\n\n## Options\n\n[a](#Environment-variables-IDLE_TIMEOUT) [b](#environment-variables-idle_timeout-units) [c](#idle_timeout-units) [d](#options-units)\n",
    },
    found: ["anchor docs/a.md #options-units"],
  },
];

testSmallSites(sites);
