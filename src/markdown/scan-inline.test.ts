import { expect, it } from "vitest";
import { scanPage } from "./scan-page.ts";

it.each([
  ["[Loom][loom](for wool) [a](b.md)\n\n[loom]: loom.md\n", ["b.md", "loom.md"]],
  ["[Loom][loom](wool.md)\n\n[other]: loom.md\n", ["wool.md", "loom.md"]],
  ["![Loom][LOOM](wool.png)\n\n[loom]: loom.png\n", ["loom.png"]],
  ["[a](b.md)[loom](c.md)\n\n[loom]: loom.md\n", ["b.md", "c.md", "loom.md"]],
  ["[a][](c.md)\n\n[a]: b.md\n", ["b.md"]],
])("takes what follows a reference in parentheses for text: %j", (text, targets) => {
  const scan = scanPage(text, { mdx: false });
  expect(scan.links.map(({ target }) => target)).toEqual(targets);
});

it("leaves text behind a reference to replacements", () => {
  const text = "[Loom][loom](for wool)\n\n[loom]: loom.md\n";
  const { spans } = scanPage(text, { mdx: false });
  expect(spans.some(({ start, end }) => start <= 14 && end > 14)).toBe(false);
});

it("takes ids that components pass on, but not the group of tabs", () => {
  const text = '<Tabs groupId="yarn" headingId="dyes">\n\n</Tabs>\n\n:::: tab Wool id="wool"\n\nx\n\n::::\n';
  expect(scanPage(text, { mdx: true }).anchors).toEqual(["dyes", "wool"]);
});
