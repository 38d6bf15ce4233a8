import { describe, expect, it } from "vitest";
import { scanPage } from "./scan-page.ts";

describe("scanPage ends on hostile text, with spans in order and apart", () => {
  const hostile = [
    ">",
    "> ",
    "[",
    "`",
    "` `` ",
    "<",
    "<a ",
    "<div",
    "<div>\n",
    "<b>\n\n",
    '<a x="',
    "<a x={",
    "{",
    "{`",
    '{"\\',
    "{/*",
    "![](",
    "[](",
    "- ",
    "export const a = (\n\n",
    "http://",
    "a@",
    "<!--",
    "](",
    "- ```\n",
    "a\n    ```x\n",
    "a|b\n-|-\n<a|`b\n",
    ":::\n",
    "# a *b `c\n",
    "$$\n",
    "<pre>",
    "<code>",
    "<code>[a](b",
    "<code><a href='",
    "</code>",
    "---\n",
  ];

  it.each(hostile)("megabytes of %j", (unit) => {
    const text = unit.repeat(Math.ceil(1_000_000 / unit.length));
    for (const mdx of [true, false]) {
      let end = 0;
      let isApart = true;
      for (const span of scanPage(text, { mdx }).spans) {
        isApart &&= span.start >= end && span.end > span.start;
        end = span.end;
      }
      expect(isApart && end <= text.length).toBe(true);
    }
  });
});
