import { slug } from "github-slugger";
import type { Nodes } from "mdast";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { expect, it } from "vitest";
import { plainHeadingText } from "./plain-heading-text.ts";

const parts = [
  ...["a", "B c", "a_b_c", "C++", "x < y", "Map<K, V>", "foo(bar)", ":smile:", "@user", "'q'", "$x$", "..."],
  ...["`x`", "`` a`b ``", "` c `", "*em*", "**st**", "_em_", "__st__", "***x***", "*a **b** c*", "~~del~~"],
  ...[
    "[l](u)",
    "[l](u 't')",
    '[l](u "t")',
    "[l](u (t))",
    "[l]( u )",
    "[l](<u v>)",
    "[l](u(a))",
    "[l]()",
    "[l]( )",
  ],
  ...["[`c`](u 't')", "[**b**](u)", "[<i></i>](u 't')", "[a [b] c](u)", "[l][r]", "[r]", "[r][]"],
  ...["![alt](i.png)", "![alt](i.png 't')", "[![alt](i.png)](u)", "<https://a.b/c>", "<mailto:a@b.c>"],
  ...['<a id="x"></a>', "<b>t</b>", "<br/>", "<!-- c -->", "&amp;", "&lt;T&gt;", "&#35;"],
  ...["\\*", "\\_", "\\[", "a\\\\b"],
];

const markdown = unified().use(remarkParse).use(remarkGfm);

function textOf(node: Nodes): string {
  if (node.type === "html") return "";
  if ("alt" in node) return node.alt ?? "";
  return "value" in node ? node.value : "children" in node ? node.children.map(textOf).join("") : "";
}

it("reads headings as a parser of Markdown does, as far as ids show it", () => {
  for (const first of parts)
    for (const second of ["", ...parts]) {
      const heading = `${first} ${second}`.trim();
      const tree = markdown.parse(`## ${heading}\n\n[r]: /u\n`);
      const { text } = plainHeadingText(heading, { mdx: false });
      expect.soft(slug(text), heading).toBe(slug(textOf(tree.children[0]!).trim()));
    }
});

it("reads what looks like an address in angle brackets as an element in MDX", () => {
  expect(plainHeadingText("A <svg:rect> b", { mdx: true }).text).toBe("A  b");
});
