import { expect, it } from "vitest";
import { blankWrappers } from "./blank-wrappers.ts";
import { scanPage } from "./scan-page.ts";

it("reads what is wrapped for translators as the text that it is", () => {
  const text =
    "````mdx-code-block\n<Tabs>\n\n## A\n\n```sh\n# none\n```\n\n[b](b.md)\n\n</Tabs>\n````\n\n## C\n";
  const { headings, links } = scanPage(text, { mdx: true });
  expect(headings.map((one) => [one.text, one.line])).toEqual([
    ["A", 4],
    ["C", 15],
  ]);
  expect(links.map(({ target, start }) => [target, text.slice(start, start + 4)])).toEqual([
    ["b.md", "b.md"],
  ]);
});

it.each(["```mdx-code-block\r\n[b](b.md)\r\n```\r\n", "  ```mdx-code-block\n  a\n  ```\nb"])(
  "keeps all places: %j",
  (text) => {
    const blank = blankWrappers(text);
    expect(blank.length).toBe(text.length);
    expect(blank.split("\n").length).toBe(text.split("\n").length);
    expect(blank).not.toContain("`");
  },
);

it.each(["```mdx-code-block\na", "```mdx\na\n```", "text of mdx-code-block"])("leaves %j alone", (text) => {
  expect(blankWrappers(text)).toBe(text);
});
