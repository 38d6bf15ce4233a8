import { describe, expect, it } from "vitest";
import { scanPage } from "./scan-page.ts";

function spansOf(text: string, mdx = false): string[] {
  return scanPage(text, { mdx }).spans.map((span) => `${span.kind}: ${text.slice(span.start, span.end)}`);
}

function prose(text: string, mdx = false): string {
  let result = "";
  let at = 0;
  for (const span of scanPage(text, { mdx }).spans) {
    result += text.slice(at, span.start);
    at = span.end;
  }
  return result + text.slice(at);
}

describe("scanPage finds everything that is not prose", () => {
  it.each([
    ["front matter", "---\ntitle: X\n---\nword", ["front-matter: ---\ntitle: X\n---"]],
    [
      "front matter behind a byte order mark, CRLF",
      "\ufeff---\r\na: 1\r\n---\r\nword",
      ["front-matter: ---\r\na: 1\r\n---"],
    ],
    ["a fence", "a\n```js\nword\n```\nb", ["code-block: ```js\nword\n```"]],
    [
      "a longer fence around a shorter one",
      "````\n```\nword\n```\n````\nb",
      ["code-block: ````\n```\nword\n```\n````"],
    ],
    ["a tilde fence", "~~~\n```\nword\n~~~\nb", ["code-block: ~~~\n```\nword\n~~~"]],
    ["an unclosed fence", "a\n```\nword\n\nword", ["code-block: ```\nword\n\nword"]],
    ["a fence in a list", "- a\n  ```\n  word\n  ```\n- b", ["code-block: ```\n  word\n  ```"]],
    ["an unclosed fence in a list", "- a\n  ```\n  word\n\nb", ["code-block: ```\n  word"]],
    ["a fence behind a list marker", "1. ```\n   word\n   ```\n2. b", ["code-block: ```\n   word\n   ```"]],
    [
      "a fence that is not closed by one indented by four",
      "```\nword\n    ```\nword\n```\nb",
      ["code-block: ```\nword\n    ```\nword\n```"],
    ],
    ["a fence in a quote", "> ```\n> word\n> ```\n> b", ["code-block: ```\n> word\n> ```"]],
    [
      "a fence that ends behind a tag of Liquid",
      "```\n{% raw %}\na\n{% endraw %}```\nb `c`",
      ["code-block: ```\n{% raw %}\na\n{% endraw %}```", "inline-code: `c`"],
    ],
    ["an unclosed fence in a quote", "> ```\n> word\nb", ["code-block: ```\n> word"]],
    [
      "inline code that goes on without the mark of its quote",
      "> `a\n  word` b",
      ["inline-code: `a\n  word`"],
    ],
    ["a link that goes on without the mark of its quote", "> [a\nb](c.md)\n\nd", ["link-target: c.md"]],
    ["a link over the lines of a quote", "> > [a](\n> > b.md\n> > 'c')", ["link-target: b.md"]],
    ["a quote that ends with a list", "> `a\n- b` [c](d.md)", ["link-target: d.md"]],
    [
      "a table in a quote, which ends with its marks",
      "> a|b\n> -|-\n> `c\nd` [e](f.md)",
      ["link-target: f.md"],
    ],
    [
      "an admonition without a space",
      '!!!tip "Title"\n\n    [a](b.md)\n\n!!!wow so\n\n    [c](d.md)\n',
      ["directive: !!!tip", "link-target: b.md", "code-block: [c](d.md)"],
    ],
    [
      "a fence in an admonition",
      '!!! tip "Title"\n    ```\n    word\n    ```\n    b',
      ["directive: !!! tip", "code-block: ```\n    word\n    ```"],
    ],
    ["indented code", "a\n\n    word\n\n    word\n\nb", ["code-block: word\n\n    word"]],
    ["indented code in a list", "- a\n\n      word\n\n  b", ["code-block: word"]],
    ["inline code", "a `word` ``a ` b`` c", ["inline-code: `word`", "inline-code: ``a ` b``"]],
    ["a link target, not its title", '[a](word "title") b', ["link-target: word"]],
    ["a target in angle brackets", "[a](<my word.md>)", ["link-target: <my word.md>"]],
    ["a target with parentheses", "[a](x_(word)_y) b", ["link-target: x_(word)_y"]],
    ["a linked image", "[![alt](i.png)](t.md)", ["link-target: i.png", "link-target: t.md"]],
    [
      "definitions on two lines, and with a template's value inside",
      "[a]:\n  /x\n[b]: /y/{{< p v >}}/z\nb",
      ["link-target: [a]:\n  /x", "link-target: [b]: /y/{{< p v >}}/z"],
    ],
    [
      "a definition and its uses",
      '[a][word], [word], b\n\n[word]: /x "t"',
      ["link-target: [word]", "link-target: [word]", "link-target: [word]: /x"],
    ],
    ["a label before a sentence", '- [`a`]: word b\n- [b]: c "t" word', ["inline-code: `a`"]],
    ["a definition over three lines", '[word]:\n  /x\n  "t"', ["link-target: [word]:\n  /x"]],
    [
      "definitions below one of two lines",
      "[a]:\n  /x\n[b]: /y",
      ["link-target: [a]:\n  /x", "link-target: [b]: /y"],
    ],
    [
      "definitions below one with a title of its own line",
      "[a]: /x\n  'title'\n[b]: /y",
      ["link-target: [a]: /x", "link-target: [b]: /y"],
    ],
    [
      "a definition below a comment in a text",
      "b\n<!-- c -->\n[word]: /x",
      ["comment: <!-- c -->", "link-target: [word]: /x"],
    ],
    ["code in the rows of a table", "a | `b\n- | -\n`word` | c", ["inline-code: `word`"]],
    ["a fence that is indented text", "b\n    ```\n\n`word`", ["inline-code: `word`"]],
    ["a footnote", "a[^word] b\n\n[^word]: note", ["link-target: [^word]", "link-target: [^word]:"]],
    [
      "autolinks, URLs and addresses",
      "<https://a.b/word> https://a.b/word, (www.a.b/w) me@word.org.",
      ["url: <https://a.b/word>", "url: https://a.b/word", "url: www.a.b/w", "url: me@word.org"],
    ],
    [
      "a tag over several lines",
      '<a\n  title="word > x"\n  href=x>b</a>',
      ['html-tag: <a\n  title="word > x"\n  href=x>', "html-tag: </a>"],
    ],
    ["a comment with blank lines", "a <!-- word\n\nword --> b", ["comment: <!-- word\n\nword -->"]],
    [
      "preformatted content",
      "<pre>\nword\n\nword</pre> b",
      ["html-tag: <pre>", "code-block: \nword\n\nword", "html-tag: </pre>"],
    ],
    ["an include of MkDocs", "{* ../word.py hl[1] *}\n\nb", ["directive: {* ../word.py hl[1] *}"]],
    ["a snippet", '--8<-- "word.md"\n\nb', ['directive: --8<-- "word.md"']],
    [
      "an identifier with its options",
      "::: my.word\n    options:\n      word: 1\n\nb",
      ["directive: ::: my.word\n    options:\n      word: 1"],
    ],
    ["a container's kind", "::: tip Title\nb\n:::", ["directive: ::: tip", "directive: :::"]],
    ["attribute lists", "## A { #word }\n\nb{: .word }", ["directive: { #word }", "directive: {: .word }"]],
    ["an alert's kind", "> [!NOTE]\n> b", ["directive: [!NOTE]"]],
    ["template marks", "a {{ word }} {% word %} b", ["expression: {{ word }}", "directive: {% word %}"]],
  ])("%s", (_, text, expected) => {
    expect(spansOf(text)).toEqual(expected);
  });

  it.each([
    [
      "imports and exports with blank lines inside",
      "import A from 'word'\nimport B from 'x'\n\nexport const C = () => {\n\n  return word\n}\n\nb",
      [
        "import-export: import A from 'word'\nimport B from 'x'",
        "import-export: export const C = () => {\n\n  return word\n}",
      ],
    ],
    [
      "exports behind a comment, and none within a paragraph",
      "{/* c */}\nexport const A = 1\n\nb {/* c */}\nexport const word = 1",
      ["comment: {/* c */}", "import-export: export const A = 1", "comment: {/* c */}"],
    ],
    ["expressions", 'a {f({ word: `}` + "}" })} b', ['expression: {f({ word: `}` + "}" })}']],
    ["comments", "a {/* word */} b", ["comment: {/* word */}"]],
    [
      "attributes with nested braces",
      "<A b={{ c: { word: 1 } }} d={() => <b>word</b>}\n\n e>\n\nb\n</A>",
      ["html-tag: <A b={{ c: { word: 1 } }} d={() => <b>word</b>}\n\n e>", "html-tag: </A>"],
    ],
    [
      "no indented code",
      "<A>\n\n    b `word`\n\n</A>",
      ["html-tag: <A>", "inline-code: `word`", "html-tag: </A>"],
    ],
    ["an explicit id", "## A {#word}", ["directive: {#word}"]],
    [
      "apostrophes in expressions",
      "a {x && <p>don't</p>} b {word}",
      ["expression: {x && <p>don't</p>}", "expression: {word}"],
    ],
  ])("in MDX: %s", (_, text, expected) => {
    expect(spansOf(text, true)).toEqual(expected);
  });

  it.each([
    ["escaped marks", "a \\`word\\` \\[word](b) c"],
    ["a lone backtick", "a ` word\n\nb ` word"],
    ["comparisons", "a < word > b and 3 <word 4"],
    ["brackets without a target", "a [word] and [word] (b)"],
  ])("leaves alone: %s", (_, text) => {
    expect(prose(text)).toBe(text);
  });
});

describe("scanPage lists links, headings and anchors", () => {
  it("gives every link's exact place, in the order of the text", () => {
    const text = 'a\r\n\r\nb [x](../y.md#z "t") <img src="i.png"/> <Card href={"/k"}>\r\n\r\n[d]: e.md\r\n';
    const links = scanPage(text, { mdx: true }).links;
    expect(links.map((link) => [link.kind, link.target, link.line, link.column])).toEqual([
      ["link", "../y.md#z", 3, 7],
      ["src", "i.png", 3, 32],
      ["prop", "/k", 3, 54],
      ["definition", "e.md", 5, 6],
    ]);
    for (const link of links) expect(text.slice(link.start, link.end)).toBe(link.target);
  });

  it("finds no link in code, comments and expressions", () => {
    const text = "`[a](b)` <!-- [a](b) --> {'[a](b)'}\n\n```\n[a](b)\n```\n";
    expect(scanPage(text, { mdx: true }).links).toEqual([]);
  });

  it("finds links in `<code>` of MDX, where they are links, though its text stays code", () => {
    const text = "- <code>**new A**(o): [A](/a) `[b](c)` <a href='/d'>d</a></code> {'<code>[e](f)</code>'}\n";
    const scan = scanPage(text, { mdx: true });
    expect(scan.links.map(({ target }) => target)).toEqual(["/a", "/d"]);
    for (const link of scan.links) expect(text.slice(link.start, link.end)).toBe(link.target);
    expect(scan.spans.filter(({ kind }) => kind === "inline-code")).toHaveLength(1);
    expect(scanPage(text, { mdx: false }).links).toEqual([]);
  });

  it("makes slugs of headings without Markdown, numbers duplicates and takes explicit ids", () => {
    const text =
      "# One `code` *two*\n\n## Same\n\n## Same\n\nUnder\n=====\n\n## Mine {#own}\n\n### [Link](x) &amp; snake_case ###\n\n> ## In quote\n\n## [[A] b](/c_(d)) e\n";
    const headings = scanPage(text, { mdx: false }).headings;
    expect(headings.map((one) => [one.level, one.text, one.slug, one.line])).toEqual([
      [1, "One code two", "one-code-two", 1],
      [2, "Same", "same", 3],
      [2, "Same", "same-1", 5],
      [1, "Under", "under", 7],
      [2, "Mine", "own", 10],
      [3, "Link & snake_case", "link--snake_case", 12],
      [2, "In quote", "in-quote", 14],
      [2, "[A] b e", "a-b-e", 16],
    ]);
  });

  it.each([
    ["## A b {#own}", ["own"], "A b"],
    ["## A b { #own.x .wide }", ["own.x"], "A b"],
    ["## A b {.wide #own}", ["own"], "A b"],
    ['## A b { id="9.7.6" }', ["9.7.6"], "A b"],
    ["## A b {: id=own title='x y' }", ["own"], "A b"],
    ["## A b {/* #own */}", ["own"], "A b"],
    ["## A b {/*own*/}", ["own", "a-b"], "A b"],
    ["## A b {/* two words */}", ["a-b"], "A b"],
    ["## A b { wide }", ["a-b"], "A b"],
  ])("takes the id of the heading %s", (text, anchors, shown) => {
    const { headings, anchors: ids } = scanPage(text, { mdx: text.includes("/*") });
    expect(headings[0]?.text).toBe(shown);
    expect(new Set([...ids, headings[0]!.slug])).toEqual(new Set(anchors));
  });

  it.each([
    ["<div>[a](b)\n[c](d)\n\n[e](f)</div>", ["b", "d"]],
    ["text\n<Own open>\n[a](b)", []],
    ["text\n<details>\n[a](b)\n- [c](d)\n", ["b", "d"]],
    ["<Own a='b'>\n[a](b)\n\n<b>x</b> [c](d)\n", ["b"]],
    ["> <td>\n> [a](b)\n>\n> [c](d)\n", ["b"]],
    ["<div markdown>\n[a](b)\n", []],
    ["<divider>x</divider> [a](b)\n", []],
  ])("marks Markdown in a block of HTML: %j", (text, expected) => {
    const inHtml = (mdx: boolean) =>
      scanPage(text, { mdx }).links.flatMap(({ isInHtml, target }) => (isInHtml ? [target] : []));
    expect(inHtml(false)).toEqual(expected);
    expect(inHtml(true)).toEqual([]);
  });

  it("collects ids written by hand and component titles", () => {
    const scan = scanPage('<a id="x"></a><a name="y"/> text { #z }\n\n<Step title="Do it">\n</Step>', {
      mdx: false,
    });
    expect(scan.anchors).toEqual(["x", "y", "z"]);
    expect(scan.componentTitles).toEqual([{ tag: "Step", value: "Do it" }]);
  });

  it("names the language of front matter and does not read it", () => {
    expect(scanPage("---js\nx\n---\n", { mdx: true }).frontMatter?.language).toBe("js");
    expect(scanPage("---\nx: 1\n", { mdx: true }).frontMatter).toBeNull();
  });
});
