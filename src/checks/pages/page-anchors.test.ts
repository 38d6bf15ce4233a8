import { testFindings } from "../../../test/helpers/test-findings.ts";

testFindings("anchors of a site whose generator is not known", [
  {
    name: "an id in brackets behind a heading is its id",
    files: {
      "content/a.mdx":
        "# A\n\n## First steps [#steps]\n\n[a](#steps) [b](#first-steps) [c](#none) [d](b.mdx#more)\n",
      "content/b.mdx": "## More[#more]\n",
    },
    found: ["anchor content/a.mdx #none"],
    left: 0,
  },
  {
    name: "a page with a directive that puts a file in may have any anchor",
    files: {
      "content/a.md": "# A\n\n[a](b.md#none) [b](c.md#none)\n",
      "content/b.md": '# B\n\n::include{file="../other/b.md" start="x"}\n',
      "content/c.md": "# C\n\n:::note{file}\nfile=x\n:::\n",
    },
    found: ["anchor content/a.md c.md#none"],
    left: 0,
  },
  {
    name: "a page whose layout shows components may have any anchor",
    files: {
      "content/a.mdx": "# A\n\n[a](b.mdx#none) [b](c.mdx#none)\n",
      "content/b.mdx":
        '# B\n\nexport default function Layout(props) {\n  const { Api } = props.components;\n  return <>{props.children}<Api file="b.json" /></>;\n}\n',
      "content/c.mdx":
        "# C\n\nexport const a = <Api />;\n\nexport default ({ children }) => <main>{children}</main>;\n",
    },
    found: ["anchor content/a.mdx c.mdx#none"],
    left: 0,
  },
  {
    name: "a page in another language may be led to its own translation",
    files: {
      "content/a.mdx": "## Steps\n\n[a](b.mdx#schritte)\n",
      "content/a.de.mdx": "## Schritte\n\n[a](b.mdx#schritte) [b](b.mdx#steps) [c](b.mdx#none)\n",
      "content/b.mdx": "## Steps\n",
      "content/b.de.mdx": "## Schritte\n",
    },
    found: ["anchor content/a.de.mdx b.mdx#none", "anchor content/a.mdx b.mdx#schritte"],
    left: 0,
  },
]);
