import { expect, test } from "vitest";
import { scanPage } from "./scan-page.ts";

const proseOf = (text: string) => {
  const { spans } = scanPage(text, { mdx: false });
  const at = (offset: number) => spans.some(({ start, end }) => offset >= start && offset < end);
  return [...text].filter((_, index) => !at(index)).join("");
};

test("the content of directives in backticks is read at its place, their options and code in them are not", () => {
  const text =
    "# A\n\n- ````{tip} B\n  :class: c\n\n  [x](x.md)\n\n      [y](y.md)\n  ```js\n  [n](n.md)\n  ```\n  ```{note}\n  [z](z.md)\n  ```\n  ````\n\n```{code} md\n[n](n.md)\n```\n";
  const { links } = scanPage(text, { mdx: false });
  expect(links.map(({ target, line, inFence }) => [target, line, inFence])).toEqual([
    ["x.md", 6, "myst"],
    ["z.md", 13, "myst"],
  ]);
  for (const { target, start, end } of links) expect(text.slice(start, end)).toBe(target);
  expect(proseOf("```{note}\n---\nclass: x\n---\nWords\n```\n\nMore\n").trim()).toBe("Words\n\n\nMore");
});

test.each(["tab", "tabs", "group-tab", "toggle", "compound", "pull-quote", "table"])(
  "the content of {%s} is read as well, and that of a name that begins like it is not",
  (name) => {
    const text = `\`\`\`{${name}} A\n[a](a.md)\n\`\`\`\n\n\`\`\`{${name}x} A\n[b](b.md)\n\`\`\`\n`;
    expect(scanPage(text, { mdx: false }).links.map(({ target }) => target)).toEqual(["a.md"]);
  },
);

test("a fence that nothing closes, and what is nested too deep, changes nothing behind it", () => {
  expect(scanPage("```{note}\n[a](a.md)\n", { mdx: false }).links.map(({ target }) => target)).toEqual([
    "a.md",
  ]);
  const ticks = (depth: number) => "`".repeat(50 - depth);
  const depths = [...Array(40).keys()];
  const nested = `${depths.map((one) => `${ticks(one)}{note}\n`).join("")}${depths
    .map((one) => `${ticks(39 - one)}\n`)
    .join("")}\n[a](a.md)\n`;
  expect(scanPage(nested, { mdx: false }).links).toMatchObject([{ target: "a.md", line: 82 }]);
});
