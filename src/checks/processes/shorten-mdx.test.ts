import fc from "fast-check";
import { expect, it } from "vitest";
import { parseMdx } from "./parse-mdx.ts";
import { shortenMdx } from "./shorten-mdx.ts";

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
  "中文",
];

function isValid(text: string): boolean {
  try {
    parseMdx(text);
    return true;
  } catch {
    return false;
  }
}

function expectNoHiddenError(text: string): void {
  const short = shortenMdx(text);
  if (short !== text && isValid(short)) expect(isValid(text), JSON.stringify({ text, short })).toBe(true);
}

it("never hides an error: whatever can be parsed shortened can be parsed whole", () => {
  const texts = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 14 });
  const made = texts.map((parts) => parts.join(""));
  fc.assert(fc.property(made, expectNoHiddenError), { numRuns: 2_000, seed: 18 });
});

it.each([
  ["an address takes in the backslash of an escape", "www.a.b/\\<c"],
  ["an address takes in the beginning of code", "www.a.b/`c {d `"],
  ["a link takes in the beginning of code", "[a](b`c) {d `"],
  ["a bar ends code in a table", "| a |\n| - |\n| `b | {` |"],
  ["code ends with its list item", "- a\n\n  ```\n  b\ntext {c\n  ```"],
  ["a tag is not closed", "Text.\n\n<Card title='a'>\n\nText.\n\n```js\na\n```\n"],
  ["a tag ends after its paragraph", "A *b <c> d* </c>."],
  ["a keyword is no expression", "{\nclass\n}"],
  ["an export spans blank lines", "export const a = () => {\n\nclass\n\n}"],
  ["an assignment to a text", '<a b={"c"="d"} />'],
])("leaves an error in: %s", (_, text) => {
  expect(isValid(text)).toBe(false);
  expect(isValid(shortenMdx(text))).toBe(false);
});

it("leaves little of a page of prose, code and tags", () => {
  const words = "These are words with `{code}` and a [link](https://a.b/c).\n";
  const step = `<Step title="The first">\n\n  1. ${words}\n  \`\`\`js\n  const { a } = b < c;\n  \`\`\`\n\n</Step>\n\n`;
  const page = `---\ntitle: A page\n---\n\nimport { Steps } from "./steps.mdx";\n\n## One\n\n${words}\n${step.repeat(9)}`;
  const short = shortenMdx(page);
  expect(short.length).toBeLessThan(page.length / 3);
  expect(short.match(/<Step title>/g)).toHaveLength(9);
  expect(isValid(short)).toBe(true);
});

it("takes linear time for long lines and paragraphs", { timeout: 20_000 }, () => {
  const size = 200_000;
  for (const part of ["`a`", "<b>", "{a}", "\\a", "a", "<b>\n", "[a](b)", "{a:", "<b c", "> ", "www.a\n\n"]) {
    shortenMdx(part.repeat(size / part.length));
  }
});
