import { describe, expect, it } from "vitest";
import { cleanMarkdown } from "./clean-markdown.ts";

const rules = { linkHosts: ["git.example"] };
const clean = (text: string) => cleanMarkdown(text, rules);

describe("cleanMarkdown", () => {
  it("leaves ordinary Markdown alone", () => {
    const text =
      "## What\n\n- **one**: `<Card>` and `@param`\n- two, see [the page](https://git.example/a/b.md)\n\n```ts\nconst a = `x`; // <b> @c\n```\n\n> quoted & done";
    expect(clean(text)).toBe(text);
  });

  it.each([
    ["![x](https://evil.example/?d=1)", "!\\[x\\](`https://evil.example/?d=1`)"],
    ["[x](https://evil.example)", "\\[x\\](`https://evil.example`)"],
    ["[x](https://git.example/a?d=1)", "\\[x\\](`https://git.example/a?d=1`)"],
    ["[x](https://git.example@evil.example/)", "\\[x\\](`https://git.example@evil.example/`)"],
    ["[x][y]\n\n[y]: //evil.example", "\\[x\\]\\[y\\]\n\n\\[y\\]: //evil.example"],
    ["<img src=x onerror=y> <https://evil.example>", "&lt;img src=x onerror=y> &lt;`https://evil.example`>"],
    ["www.evil.example/a", "`www.evil.example/a`"],
    ["Closes https://git.example/o/r/issues/1", "Closes `https://git.example/o/r/issues/1`"],
    ["Closes #1 and `closes #2`", "Closes no. 1 and `closes no. 2`"],
    ["/merge\n  /approve", "\\/merge\n  \\/approve"],
    ["@everyone", "@ everyone"],
    ["[skip ci] `[skip ci]`", "(skip ci) `(skip ci)`"],
    ["Co-authored-by: E <e@x.example>", "Co-authored-by - E &lt;e@x.example>"],
  ])("shows %j as text", (text, shown) => {
    expect(clean(text)).toBe(shown);
  });

  it.each([
    "\\`@everyone`",
    "a ` `` @everyone",
    "| `@everyone | x` |",
    "- ```\n@everyone",
    "   ```\n@everyone",
    "```\n```\n@everyone",
    "``` `\n@everyone\n```",
    "~~~\n```\n~~~\n@everyone",
    "`a\n@everyone`",
  ])("is not talked into taking words for code: %j", (text) => {
    expect(clean(text)).not.toContain("@everyone");
  });

  it("closes a fence that is left open", () => {
    expect(clean("```\n@everyone")).toBe("```\n@everyone\n```");
  });
});
