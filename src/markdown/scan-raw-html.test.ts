import { expect, it } from "vitest";
import { scanPage } from "./scan-page.ts";
import { scanRawHtml } from "./scan-raw-html.ts";

function read(text: string, mdx = false): string[] {
  const { links, ids } = scanRawHtml(text, scanPage(text, { mdx }));
  const shown = links.map(({ kind, start, end, line }) => `${kind} ${text.slice(start, end)} ${line}`);
  return [...shown, ...ids];
}

const card = '\t<a href="/a/">\n\t\t<img src=\'b.svg\' id="c">\n\t</a>\n';

it.each([
  ["open element", `<div class="x">\n\n${card}\n</div>\n`, ["href /a/ 3", "src b.svg 4", "c"]],
  ["nested element", `<section>\n<div>\n\n${card}\n</div>\n</section>\n`, ["href /a/ 4", "src b.svg 5", "c"]],
  ["element that is closed before", `<div>\n</div>\n\n${card}`, []],
  ["element that is never closed", `<div>\n\n${card}`, []],
  ["element that reads Markdown", `<div markdown>\n\n${card}\n</div>\n`, []],
  ["fence", `<div>\n\n\`\`\`html\n${card}\`\`\`\n\n</div>\n`, []],
  ["script", `<div>\n\n<script>\n${card}</script>\n\n</div>\n`, []],
])("reads indented HTML in an %s", (_, text, found) => {
  expect(read(text)).toEqual(found);
});

it("leaves MDX alone, which has no indented code", () => {
  expect(read(`<div>\n\n${card}\n</div>\n`, true)).toEqual([]);
});

it("gives up where elements are nested deeper than people write them", () => {
  expect(read(`${"<div>\n".repeat(200)}\n${card}\n${"</div>\n".repeat(200)}`)).toEqual([]);
});
