import { describe, expect, test } from "vitest";
import { runAtOnce } from "../text/run-in-slices.ts";
import type { Page } from "./process-pages.ts";
import { replaceTerm } from "./replace-term.ts";
import type { TermChange } from "./term-change.ts";

function replaceIn(text: string, change: Partial<TermChange> & { path?: string } = {}) {
  const page: Page = { path: change.path ?? "docs/a.md", lines: text.split("\n"), cutLines: new Map() };
  const wanted = { old: "API token", new: "API key", includingCode: false, ...change };
  const result = runAtOnce(replaceTerm(page, wanted));
  const after = page.lines.map((line, index) => result.changes.get(index) ?? line).join("\n");
  return { ...result, after };
}

const cases: [string, string, string, (Partial<TermChange> & { path?: string })?][] = [
  ["prose", "An API token and (API token).", "An API key and (API key)."],
  [
    "emphasis",
    "*API token* _API token_ **API token** __API token__ ~~API token~~",
    "*API key* _API key_ **API key** __API key__ ~~API key~~",
  ],
  [
    "headings and closing marks",
    "# API token #\n\nAPI token\n=========",
    "# API key #\n\nAPI key\n=========",
  ],
  [
    "table cells",
    "| API token | x |\n|---|---|\n| `API token` | API token |",
    "| API key | x |\n|---|---|\n| `API token` | API key |",
  ],
  [
    "link texts but no targets",
    '[API token](/API token) [API token](</a/API token> "t")',
    '[API key](/API token) [API key](</a/API token> "t")',
  ],
  [
    "package names stay",
    "An [@acme/API-token](https://a.example) is an API-token of @acme.",
    "An [@acme/API-token](https://a.example) is an API-key of @acme.",
    { old: "API-token", new: "API-key" },
  ],
  ["image texts", "![API token](api.png)", "![API key](api.png)"],
  [
    "fenced code stays",
    "API token\n\n```sh\nAPI token\n```\n\n~~~\nAPI token\n~~~",
    "API key\n\n```sh\nAPI token\n```\n\n~~~\nAPI token\n~~~",
  ],
  ["indented code stays", "Text\n\n    API token\n\nAPI token", "Text\n\n    API token\n\nAPI key"],
  ["inline code stays", "`API token` ``an API token`` API token", "`API token` ``an API token`` API key"],
  ["comments stay", "<!-- API token -->\nAPI token", "<!-- API token -->\nAPI key"],
  [
    "tags stay but for the texts of their attributes",
    '<b title="API token" id="API token">API token</b> {{< card title="API token" >}}',
    '<b title="API key" id="API token">API key</b> {{< card title="API key" >}}',
  ],
  [
    "the article follows",
    "An API token, a user",
    "A user token, a user",
    { old: "API token", new: "user token" },
  ],
  [
    "a text that does not fit between the quotes stays",
    '<b title="API token">API token</b>',
    '<b title="API token">API "key"</b>',
    { new: 'API "key"' },
  ],
  [
    "components stay, their titles and children change",
    '<Card title="API token" href="/x">\n  API token\n</Card>',
    '<Card title="API key" href="/x">\n  API key\n</Card>',
    { path: "a.mdx" },
  ],
  [
    "imports, exports and expressions stay",
    'import X from "token"\n\nexport const token = 1\n\n{token} token',
    'import X from "token"\n\nexport const token = 1\n\n{token} key',
    { path: "a.mdx", old: "token", new: "key" },
  ],
  [
    "imports of .md pages stay",
    "import token from '@site/token';\n\n<Tabs>\ntoken",
    "import token from '@site/token';\n\n<Tabs>\nkey",
    { old: "token", new: "key" },
  ],
  [
    "reference definitions stay",
    "[key][token]\n\n[token]: /token",
    "[key][token]\n\n[token]: /token",
    { old: "token", new: "x" },
  ],
  [
    "labels and links by a name stay",
    "(token)=\n# token\n\n[[token]] and [[a token|x]] [[b]] token (token)",
    "(token)=\n# key\n\n[[token]] and [[a token|x]] [[b]] key (key)",
    { old: "token", new: "key" },
  ],
  [
    "addresses stay",
    "See https://token.example/token and <https://a.example/token>, token",
    "See https://token.example/token and <https://a.example/token>, key",
    { old: "token", new: "key" },
  ],
  [
    "only whole words",
    "cat category concat cat-like cats cat's snake_cat cat_x CAT cat",
    "dog category concat dog-like cats dog's snake_cat cat_x CAT dog",
    { old: "cat", new: "dog" },
  ],
  [
    "letters of all scripts are letters",
    "écat caté кcat cat猫 한cat cat",
    "écat caté кcat dog猫 한cat dog",
    { old: "cat", new: "dog" },
  ],
  ["terms of a script without spaces", "使用密钥进行", "使用令牌进行", { old: "密钥", new: "令牌" }],
  [
    "terms that end in other characters",
    "C++ C++17 (C++) xC++",
    "C# C#17 (C#) xC++",
    { old: "C++", new: "C#" },
  ],
  ["curly quotes remain", "“API token’s” — API token", "“API key’s” — API key"],
  ["dollar signs in the new text are text", "API token", "$& $1 $$", { new: "$& $1 $$" }],
  [
    "the old term inside the new one",
    "API here, API there",
    "API key here, API key there",
    { old: "API", new: "API key" },
  ],
  ["many on a line and overlapping letters", "aa aa aaa aa", "b b aaa b", { old: "aa", new: "b" }],
  [
    "character references are no words",
    "a&nbsp;nbsp &lt; lt",
    "a&nbsp;space &lt; lt",
    { old: "nbsp", new: "space" },
  ],
  [
    "code too when asked",
    '`API token`\n\n```\nAPI token\n```\n[x](API token) <b id="API token">',
    '`API key`\n\n```\nAPI key\n```\n[x](API token) <b id="API token">',
    { includingCode: true },
  ],
  [
    "a fence's own line stays",
    "```js token\ntoken\n```",
    "```js token\nkey\n```",
    { old: "token", new: "key", includingCode: true },
  ],
  [
    "front matter values but no keys",
    '---\ntoken: "token"\ndescription: A token\n---\n\ntoken',
    '---\ntoken: "key"\ndescription: A key\n---\n\nkey',
    { old: "token", new: "key" },
  ],
  [
    "front matter paths, addresses and names",
    "---\nurl: token\nicon: token\nimage: token\nx: /a/token\ny: https://token\nslug: token\nhero:\n  link: token\n  text: token\n---",
    "---\nurl: token\nicon: token\nimage: token\nx: /a/token\ny: https://token\nslug: token\nhero:\n  link: token\n  text: key\n---",
    { old: "token", new: "key" },
  ],
  [
    "front matter lists, quotes and blocks",
    "---\nkeywords: [token, 'a token', \"token\"]\ntext: >\n  one token\n  more\n# token\n---",
    "---\nkeywords: [key, 'a key', \"key\"]\ntext: >\n  one key\n  more\n# token\n---",
    { old: "token", new: "key" },
  ],
  [
    "front matter values that need quotes then",
    "---\ntitle: token use\n---",
    '---\ntitle: "a: key # 1 use"\n---',
    { old: "token", new: "a: key # 1" },
  ],
  [
    "front matter quotes are escaped",
    "---\ntitle: 'token'\n---",
    `---\ntitle: "it's"\n---`,
    { old: "token", new: "it's" },
  ],
  [
    "invalid front matter stays",
    "---\ntitle: [token\n---\n\ntoken",
    "---\ntitle: [token\n---\n\nkey",
    { old: "token", new: "key" },
  ],
];

describe("replaceTerm", () => {
  test.each(cases)("%s", (_name, before, after, change) => {
    expect(replaceIn(before, change).after).toBe(after);
  });

  test("counts each place, and says where the term stays and why", () => {
    const text =
      "---\ntitle: API token\nid: API token\n---\n\n# API token\n\nAPI token API token `API token`\n";
    const result = replaceIn(text);
    expect(result.places).toBe(4);
    expect(result.left).toEqual([
      { kind: "front-matter", line: 3 },
      { kind: "inline-code", line: 8 },
    ]);
    expect(result.headings).toEqual([
      { line: 6, old: { text: "API token", slug: "api-token" }, new: { text: "API key", slug: "api-key" } },
    ]);
  });

  test("leaves a line of which only the start is known", () => {
    const cutLines = new Map([[1, "API token and so on"]]);
    const page: Page = { path: "a.md", lines: ["API token", "", "API token"], cutLines };
    const result = runAtOnce(replaceTerm(page, { old: "API token", new: "API key", includingCode: false }));
    expect([...result.changes.keys()].sort()).toEqual([0, 2]);
    expect(result.left).toEqual([{ kind: "cut-line", line: 2 }]);
  });

  test("knows that one changed heading renames the anchor of another with the same text", () => {
    const result = replaceIn("# key\n\n# token\n\n# Other", { old: "token", new: "key" });
    expect(result.headings.map(({ old, new: renamed }) => [old.slug, renamed.slug])).toEqual([
      ["token", "key-1"],
    ]);
  });
});
