import { describe, expect, test } from "vitest";
import { markupPayloads } from "../../test/helpers/markup-payloads.ts";
import { openPage, renderPage } from "./render-page.ts";

const address = (target: string) => `/image?path=${encodeURIComponent(target)}`;
const render = (text: string) =>
  renderPage(openPage(text), address)
    .map(({ html }) => html)
    .join("\n");

const box = (label: string, content: string) =>
  `<div class="cd-box"><div class="cd-box-label">${label}</div>${content}</div>`;

describe("a page", () => {
  test.each<[generator: string, text: string, html: string]>([
    ["Docusaurus", ":::note[Mind]\n\nText *x*\n\n:::", box("note: Mind", "<p>Text <em>x</em></p>")],
    [
      "Docusaurus, nested",
      "::::tip\n:::note\nA\n:::\nB\n::::",
      box("tip", `${box("note", "<p>A</p>")}<p>B</p>`),
    ],
    ["VitePress", "::: warning Careful\nA\n:::", box("warning: Careful", "<p>A</p>")],
    ["Quarto", '::: {.callout-note title="T"}\nA\n:::', box("note: T", "<p>A</p>")],
    [
      "MkDocs",
      '!!! warning "Mind"\n\n    Text\n\nAfter',
      `${box("warning: Mind", "<p>Text</p>")}\n<p>After</p>`,
    ],
    ["MkDocs, folded", '??? tip "More"\n    A', box("tip: More", "<p>A</p>")],
    [
      "MkDocs tabs",
      '=== "npm"\n\n    A\n\n=== "yarn"\n\n    B',
      `${box("tab: npm", "<p>A</p>")}\n${box("tab: yarn", "<p>B</p>")}`,
    ],
    ["Hugo", '{{< details "More" >}}\nA\n{{< /details >}}', box('details: "More"', "<p>A</p>")],
    ["Hugo, without content", "{{% include x.md %}}", box("include: x.md", "")],
    ["GitBook", '{% hint style="info" %}\nA\n{% endhint %}', box('hint: style="info"', "<p>A</p>")],
    [
      "GitBook tabs",
      '{% tabs %}\n{% tab title="One" %}\nA\n{% endtab %}\n{% endtabs %}',
      box("tabs", box('tab: title="One"', "<p>A</p>")),
    ],
    ["MyST", "```{warning} Mind\n:class: x\nA\n```", box("warning: Mind", "<p>A</p>")],
    ["MyST colons", ":::{note}\nA\n:::", box("note", "<p>A</p>")],
    [
      "MyST code",
      "```{code-block} python\nx = 1\n```",
      box("code-block: python", '<pre class="cd-text">x = 1</pre>'),
    ],
    [
      "Mintlify",
      '<CardGroup cols={2}>\n  <Card title="One" icon="x" href="/a">\n    Text **b**\n  </Card>\n</CardGroup>',
      box("CardGroup", box("Card: One", "<p>Text <strong>b</strong></p>")),
    ],
    [
      "Starlight",
      "import { Tabs } from 'x';\n\n<Tabs>\n<TabItem label=\"A\">A</TabItem>\n</Tabs>",
      expect.stringContaining("TabItem: A") as unknown as string,
    ],
    ["Nextra", '<Callout type={"info"} emoji={<X />}>\nA\n</Callout>', box("Callout", "<p>A</p>")],
    ["GitHub", "> [!NOTE]\n> A", box("note", "<p>A</p>")],
    [
      "a component within a line",
      'A <Badge text="x" title="New" /> b',
      '<p>A <span class="cd-inline-box"><span class="cd-box-label">Badge: New</span></span> b</p>',
    ],
    ["formulas", "$$\na < b\n$$", box("math", '<pre class="cd-text">a &#x3C; b</pre>')],
    [
      "expressions and comments of MDX",
      "{props.x}\n\n{/* secret */}\n\nA",
      `${box("expression", '<pre class="cd-text">{props.x}</pre>')}\n<p>A</p>`,
    ],
    [
      "front matter",
      "---\ntitle: Home\ntags: [a]\n---\n\nA",
      '<table class="cd-front-matter"><tbody><tr><th>title</th><td>Home</td></tr><tr><th>tags</th><td>["a"]</td></tr></tbody></table>\n<p>A</p>',
    ],
    [
      "front matter of Hugo",
      '+++\ntitle = "Home"\n+++\nA',
      expect.stringContaining("<th>title</th><td>Home</td>") as unknown as string,
    ],
    ["inline HTML", "Press <kbd>x</kbd>", "<p>Press <kbd>x</kbd></p>"],
    [
      "an HTML element around Markdown",
      '<div class="x">\n\n**a**\n\n</div>',
      "<div><p><strong>a</strong></p></div>",
    ],
    [
      "components in code",
      "`<Card />`\n\n```jsx\n<Card>\n```",
      '<p><code>&#x3C;Card /></code></p>\n<pre><code class="language-jsx">&#x3C;Card>\n</code></pre>',
    ],
    [
      "a reference that is defined outside of a box",
      ":::note\n[a][x]\n:::\n\n[x]: https://example.com",
      expect.stringContaining('href="https://example.com"') as unknown as string,
    ],
    [
      "boxes without an end",
      "<Card>\n\nA\n\n:::note\nB",
      expect.stringContaining("<p>B</p>") as unknown as string,
    ],
  ])("of %s", (_generator, text, html) => {
    expect(render(text)).toEqual(html);
  });

  test("has only images of the repository", () => {
    const html = render(
      '![a](../img/a.png) ![b](https://evil.example/b.png) ![c](//evil.example/c.png) <img src="x.svg" onerror="x">',
    );
    expect([...html.matchAll(/ src="([^"]*)"/g)].map(([, src]) => src)).toEqual([
      address("../img/a.png"),
      address("x.svg"),
    ]);
    expect(html).not.toMatch(/evil|onerror/);
    expect(html).toContain('<span class="cd-missing">Image: b</span>');
  });

  test("has only links that open elsewhere, on a click", () => {
    const html = render(
      '[a](https://example.com/x) [b](javascript:alert(1)) [c](./other.md) <a href="vbscript:x" ping="/p">d</a> [e](data:text/html,x)',
    );
    expect(html).toBe(
      '<p><a href="https://example.com/x" rel="noopener noreferrer nofollow" target="_blank">a</a> <a>b</a> <a>c</a> <a>d</a> <a>e</a></p>',
    );
  });

  test("gives the lines of its blocks", () => {
    const blocks = renderPage(openPage("---\na: b\n---\n# A\n\n:::note\nB\n:::\n\nC\nD\n"), address);
    expect(blocks.map(({ from, to }) => [from, to])).toEqual([
      [1, 3],
      [4, 4],
      [6, 8],
      [10, 11],
    ]);
  });
});

const wrappers: [name: string, wrap: (payload: string) => string][] = [
  ["as a paragraph", (payload) => payload],
  ["in a box", (payload) => `:::note ${payload}\n${payload}\n:::`],
  ["in a component's attribute", (payload) => `<Card title='${payload}'>\n${payload}\n</Card>`],
  ["in front matter", (payload) => `---\ntitle: ${JSON.stringify(payload)}\n${payload}: x\n---\nA`],
  ["in a shortcode", (payload) => `{{< x ${payload} >}}\n${payload}\n{{< /x >}}`],
  [
    "as a link, image and footnote",
    (payload) => `[x](${payload}) ![${payload}](<${payload}>) [^1]\n\n[^1]: ${payload}`,
  ],
  ["in a table and a list", (payload) => `| a |\n|---|\n| ${payload} |\n\n- ${payload}`],
  ["in code", (payload) => `\`${payload}\`\n\n\`\`\`${payload}\n${payload}\n\`\`\``],
];

describe("untrusted markup has no effect", () => {
  test.each(wrappers)("%s", (_name, wrap) => {
    for (const payload of markupPayloads) {
      const html = render(wrap(payload.replaceAll("{host}", "http://evil.example")));
      const tags = [...html.matchAll(/<[a-z][^>]*>/gi)].map(([tag]) => tag);
      for (const tag of tags) {
        expect(tag).toMatch(
          /^<(?:a|blockquote|br|code|del|details|div|em|h[1-6]|hr|img|input|kbd|li|ol|p|pre|section|span|strong|summary|sup|table|tbody|td|th|thead|tr|ul|b|i)[ >/]/,
        );
        expect(tag).not.toMatch(/ on\w+=| style=| srcset=| ping=| action=| formaction=/i);
        const source = / src="([^"]*)"/.exec(tag)?.[1];
        if (source !== undefined) expect(source).toMatch(/^\/image\?path=/);
        const link = / href="([^"]*)"/.exec(tag)?.[1];
        if (link !== undefined) expect(link).toMatch(/^(?:https?|mailto):/);
      }
    }
  });
});
