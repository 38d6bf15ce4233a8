import { testFindings } from "../../../test/helpers/test-findings.ts";

const text = [
  "# A",
  "<details>\n<summary>More</summary>\n\n## Inside\n\n##Tight\n\n[b](none.md) ![c](none.png)\n\n</details>",
  "<div>\n\n<div>\n\n## Deep\n\n</div>\n\n## Still\n\n</div>\n\n## After\n\ntext <div>\n\n## Beside\n\n</div>",
  "<p>\n\n## Open\n",
  "[a](#inside) [b](#deep) [c](#still) [d](#after) [e](#beside) [f](#open) [g](none2.md)\n",
].join("\n\n");
const dead = ["#deep", "#inside", "#still"];

testFindings("Markdown in an element that is not closed yet", [
  {
    name: "MkDocs reads none, up to the closing tag",
    files: { "mkdocs.yml": "site_name: T\n", "docs/index.md": text },
    found: [
      ...dead.map((target) => `anchor docs/index.md ${target}`),
      "internal-link docs/index.md none2.md",
    ],
    left: 0,
  },
  {
    name: "Jekyll reads none either",
    files: { "_config.yml": "title: T\n", "_layouts/a.html": "x", "index.md": `---\n---\n\n${text}` },
    found: [...dead.map((target) => `anchor index.md ${target}`), "internal-link index.md none2.md"],
    left: 0,
  },
  {
    name: "MkDocs reads it where the element says so",
    files: {
      "mkdocs.yml": "site_name: T\nmarkdown_extensions:\n  - md_in_html\n",
      "docs/index.md": "# A\n\n<div markdown>\n\n## Inside\n\n[b](none.md)\n\n</div>\n\n[a](#inside)\n",
    },
    found: ["internal-link docs/index.md none.md"],
    left: 0,
  },
  {
    name: "mdBook reads it behind a blank line",
    files: {
      "book.toml": "[book]\n",
      "src/SUMMARY.md": "- [A](a.md)\n",
      "src/a.md": "# A\n\n<div>\n\n## Inside\n\n[b](none.md)\n\n</div>\n\n[a](#inside)\n",
    },
    found: ["internal-link src/a.md none.md"],
    left: 0,
  },
]);

testFindings("fences of MkDocs", [
  {
    name: "the ids of a page are not known if a fence ends in another column than it begins",
    files: {
      "mkdocs.yml": "site_name: T\n",
      "docs/index.md": "# A\n\n[a](b.md#none) [b](c.md#none)\n",
      "docs/b.md": "# B\n\n```\nx\n  ```\n",
      "docs/c.md": "# C\n\n- x\n\n    ```\n    x\n    ```\n",
    },
    found: ["anchor docs/index.md c.md#none"],
    left: 0,
  },
]);
