import fc from "fast-check";
import { expect, it } from "vitest";
import { isPlainMdx } from "./is-plain-mdx.ts";
import { parseMdx } from "./parse-mdx.ts";

/** Everything that opens, closes, swallows or splits something in MDX, GFM or front matter. */
const pieces = [
  ...["`", "``", "```", "~~~", "\n```js\n", "\n```\n", "\n~~~\n", "`{`", "`<`", "`|`", "`{a`", "`a` {b"],
  ...["<b>", "</b>", "<br/>", "<>", "</>", "<", "</", "/>", ">", "<!--", "-->", "<a href='b'>", "<a {...b}>"],
  ...['<Card title="a b">', "</Card>", '<Card\n  title="x"\n>', '<a b={{c: "d"}}>', '<a b="|">', "<a b={c}>"],
  ...["{", "}", "{a}", "{/* c */}", "{/*", "*/}", '{"a"}', "{{a: 'b'}}", "{c => d}", "{\n", "\n}", "$"],
  ...["*", "**", "_", "~", "~~", "[", "]", "](", "](/x)", '](/x "t")', "](<", '](/x "', "[a](/b)", "!["],
  ...[
    "[^1]",
    "[^1]:",
    "[a]: /b",
    "|",
    "| a | b |",
    "|---|---|",
    "---",
    "===",
    "+++",
    "- ",
    "* ",
    "1. ",
    "> ",
  ],
  ...[
    "  ",
    "    ",
    "\t",
    "# ",
    "\n",
    "\n\n",
    "\n\n",
    "\n> ",
    "\n- ",
    "\n1. ",
    "\n  ",
    "\n    ",
    "  \n",
    "\r\n",
  ],
  ...["\\", "\\`", "\\<", "\\{", "www.a.b/", "https://x.y/", "a@b.c", "&amp;", "(", ")", "!", "=", '"', "'"],
  ...['import a from "b"', "import ", "export const a = () => {", "export ", "class", "word", "Some words. "],
  ...[
    "中文",
    "{a.b}",
    "{1}",
    "\n- x\n",
    "\n-\n",
    "\n<b>\n",
    "\n</b>\n",
    "\n  <b>\n",
    "\n  </b>\n",
    "<b>*x*</b>",
  ],
  ...[
    "\n<Card\n  a={1}\n/>\n",
    "\n{/* a\nb */}\n",
    "<b>**x:**y</b>",
    "\n\n[^1]: x\n\n    ",
    "\n* * *\n",
    "{...a}",
    "\u00a0",
    "\ufeff",
  ],
];

function isValid(text: string): boolean {
  try {
    parseMdx(text);
    return true;
  } catch {
    return false;
  }
}

function expectToBeRight(text: string): void {
  if (isPlainMdx(text)) expect(isValid(text), JSON.stringify(text)).toBe(true);
}

const piece = fc.constantFrom(...pieces);

it("is certain only of what can be parsed", () => {
  const texts = fc.array(piece, { minLength: 1, maxLength: 14 }).map((parts) => parts.join(""));
  fc.assert(fc.property(texts, expectToBeRight), { numRuns: 3_000, seed: 18 });
});

/** Tags, lists, quotes, code and tables within each other, nearly always indented as they should be. */
const { block } = fc.letrec<{ block: string[] }>((tie) => {
  const indents = fc.constantFrom("", "  ", "  ", "    ", "\t");
  const gaps = fc.constantFrom("", "", "\n");
  const inside = fc.tuple(tie("block"), indents).map(([lines, indent]) => lines.map((line) => indent + line));
  const tagged = fc
    .tuple(fc.constantFrom("Card", "b"), gaps, inside, indents)
    .map(([name, gap, lines, indent]) => [`<${name}>`, gap, ...lines, gap, `${indent.slice(2)}</${name}>`]);
  const item = fc
    .tuple(
      fc.constantFrom("- ", "1. ", "-", "> ", "[^1]: "),
      fc.constantFrom("x", "<b>y</b>", ""),
      gaps,
      inside,
    )
    .map(([mark, text, gap, lines]) => [mark + text, gap, ...lines]);
  const leaf = fc.constantFrom(
    ...[
      ["x"],
      ["---"],
      ["```", "{", "```"],
      ["| a |", "|---|", "| {a} |"],
      ["> x", "y"],
      ["<a", "  b={1}", "/>"],
    ],
    ...[
      ["# h"],
      ["{a}"],
      ["{/* a", "b */}"],
      ["import A from 'a'"],
      ["* x", "", "  y"],
      ["`<`"],
      ["<b>x</b> *y*"],
    ],
  );
  const odd = fc.tuple(piece, piece).map((parts) => parts.join("").split("\n"));
  const one = fc.oneof({ maxDepth: 4 }, leaf, { arbitrary: odd, weight: 1 }, tagged, tagged, item);
  return { block: fc.tuple(one, gaps, fc.option(one, { nil: [] })).map(([a, gap, b]) => [...a, gap, ...b]) };
});

it("is certain only of blocks within each other that can be parsed", () => {
  const texts = fc.array(block, { minLength: 1, maxLength: 3 }).map((lines) => lines.flat().join("\n"));
  fc.assert(fc.property(texts, expectToBeRight), { numRuns: 3_000, seed: 18 });
});

it.each([
  ["a tag that is not closed", "Text.\n\n<Card title='a'>\n\nText.\n\n```js\na\n```\n"],
  ["a tag that a list item closes", "<b>\n\n-\n  x\n\n  </b>"],
  ["a tag in a list item that ends before it", "- x\n\n  <b>\n\ny\n\n  </b>"],
  ["a tag in a list item that ends before an import", '- x\n\n  <b>\n\nimport A from "a"\n\n  </b>'],
  ["a tag that a footnote closes", "    <b>\n\n     [^1]: x\n\n    </b>"],
  ["a tag that ends after its paragraph", "A *b <c> d* </c>."],
  ["a tag behind a character that only looks like a blank", "<b>\nx\n\u00a0</b>"],
  ["a tag with emphasis that ends behind it", "<b>*x</b> y*"],
  ["a tag over lines of which one is left of the list item", "- <a\nb />"],
  ["a comment behind text whose lines are left of the list item", "- x\n{/* a\nb */}"],
  ["a tag behind expressions", "<b>\nx\n{a}{b}</b>"],
  ["a blank before the end of a fragment", "<\n\n/>"],
  ["a tag over a blank line that is none of a block's", "<a\n\nb />{c}{d}"],
  ["an attribute in a closing tag", "<b></b c>"],
  ["an address that takes in the backslash of an escape", "www.a.b/\\<c"],
  ["an address that takes in the beginning of code", "www.a.b/`c {d `"],
  ["a link that takes in the beginning of code", "[a](b`c) {d `"],
  ["a definition that takes in a tag", "[a]: <b>\n\n</b>"],
  ["a bar that ends code in a table", "| a |\n| - |\n| `b | {` |"],
  ["code that ends with its list item", "- a\n\n  ```\n  b\ntext {c\n  ```"],
  ["a keyword as an expression", "{class}"],
  ["a number with a leading zero", "<a b={010} />"],
  ["an escape that is none", "{'\\x'}"],
  ["an assignment to a text", '<a b={"c"="d"} />'],
  ["a name that is imported twice", 'import A from "a"\n\nimport { A } from "b"'],
  ["a name that is imported and exported", 'import A from "a"\n\nexport const A = 1'],
  ["a statement that is neither", 'import A from "a"\nA()'],
  ["an export over blank lines", "export const a = () => {\n\nclass\n\n}"],
])("leaves to the parser: %s", (_, text) => {
  expect(isValid(text)).toBe(false);
  expect(isPlainMdx(text)).toBe(false);
});

it.each([
  ["tags with values", `<A b="c {" d={[{ e: 'f', "g-h": -1.5 }, true]} {...props} i={\`j {k}\`}>\nx\n</A>`],
  [
    "tags over lines, within each other",
    "<Tabs>\n  <Tab\n    a={1}\n  >\n\n  ```\n{\n  ```\n\n  - x\n\n  </Tab>\n</Tabs>",
  ],
  ["tags around code, links and emphasis", "A <b>`c` [`d`](e_f): **g** h</b>, <kbd>\\\\</kbd>."],
  [
    "tags in lists, headings and tables",
    "# A <br/>\n\n- <b>x</b>\n\n  <A>\n  y\n  </A>\n\n| `a\\|b` <br/> |\n|---|",
  ],
  ["a list that a tag ends", "<A>\n- x\n- y\n</A>"],
  ["exports", "import A, * as b from 'c'\n\nexport const D = () => (\n  <p>{A}</p>\n)"],
  ["imports", "import A from \"a\";\nimport { b, C } from 'd'\n\n{/* * */}"],
  ["front matter, and lines that end otherwise", "---\r\na: <b\r\n---\r\n\r\n<A>\r\n</A>\r\n"],
])("is certain of: %s", (_, text) => {
  expect(isValid(text)).toBe(true);
  expect(isPlainMdx(text)).toBe(true);
});

it("takes linear time for long lines and paragraphs", { timeout: 20_000 }, () => {
  const size = 200_000;
  const parts = [
    "`a`",
    "<b>",
    "{a}",
    "\\a",
    "a",
    "<b>\n",
    "[a](b)",
    "{a:",
    "<b c",
    "> ",
    "www.a\n\n",
    "<a b={[1, ",
  ];
  for (const part of [
    ...parts,
    "<b>**a",
    "<b>[a`",
    "`a\n",
    "<b>\n\n</b>\n\n",
    "- <b>",
    "<a b='c' ",
    "{a.",
    "]:[",
    "[^1",
  ]) {
    isPlainMdx(part.repeat(size / part.length));
    isPlainMdx(`<a>${part.repeat(size / part.length)}`);
  }
});
