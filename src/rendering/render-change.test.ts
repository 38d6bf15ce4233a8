import { expect, test } from "vitest";
import { renderChange } from "./render-change.ts";

const images = { before: "/before?", after: "/after?" };
const section = (n: number) => `## Part ${n}\n\nWords of part ${n}, as they were.\n\n- one\n- two\n`;
const page = (count: number) => Array.from({ length: count }, (_, n) => section(n)).join("\n");

test("renders a long page only around its changes, each as in the whole page", () => {
  const before = page(6_000);
  const after = before.replace("part 17,", "section 17,").replace("part 4000,", "section 4000,");
  const { blocks, tooLarge } = renderChange({ before, after, images });
  expect(tooLarge).toBe(false);
  const changed = blocks.filter(({ state }) => state !== "same");
  expect(changed.map(({ after }) => after)).toEqual([
    "<p>Words of section 17, as they were.</p>",
    "<p>Words of section 4000, as they were.</p>",
  ]);
  expect(changed.map(({ afterLines }) => afterLines)).toEqual([
    [17 * 7 + 3, 17 * 7 + 3],
    [4_000 * 7 + 3, 4_000 * 7 + 3],
  ]);
  const left = blocks.filter(({ after }) => after?.includes("are left out") ?? false);
  expect(left).toHaveLength(3);
  expect(left.every(({ state }) => state === "same")).toBe(true);
  expect(blocks.length).toBeLessThan(60);
});

test("shows a moved section of a long page as removed and added", () => {
  const parts = Array.from({ length: 4_000 }, (_, n) => section(n));
  const moved = [...parts.slice(0, 10), ...parts.slice(11, 900), parts[10], ...parts.slice(900)];
  const { blocks } = renderChange({ before: parts.join("\n"), after: moved.join("\n"), images });
  const words = (state: string, side: "before" | "after") =>
    blocks.flatMap((block) => (block.state === state ? [block[side] ?? ""] : [])).join("");
  expect(words("removed", "before")).toContain("Words of part 10,");
  expect(words("added", "after")).toContain("Words of part 10,");
});

test("renders a shorter page as a whole, with a note and a link that are defined elsewhere", () => {
  const before = "# A\n\nSee [the guide][g].[^1]\n\n## B\n\n[g]: /guide\n\n[^1]: A note.\n";
  const { blocks } = renderChange({ before, after: before.replace("# A", "# C"), images });
  expect(blocks[1]!.after).toBe("<p>See <a>the guide</a>.<sup>[1]</sup></p>");
  expect(blocks.map(({ state }) => state)).toEqual(["changed", "same", "same", "same"]);
});

test.each([
  ["a link's target", "[x](/a)\n", "[x](/b)\n"],
  ["a definition", "[x][r]\n\n[r]: /a\n", "[x][r]\n\n[r]: /b\n"],
  [
    "a component's attribute",
    '<Grid>\n  <Card\n    text="a" />\n</Grid>\n',
    '<Grid>\n  <Card\n    text="b" />\n</Grid>\n',
  ],
  ["an expression of a component", "<Card cols={1} />\n", "<Card cols={2} />\n"],
  ["a comment", "<!-- a -->\n", "<!-- b -->\n"],
  ["a comment of MDX", "{/* a */}\n", "{/* b */}\n"],
  ["the title of code", '```js title="a"\n1\n```\n', '```js title="b"\n1\n```\n'],
])("a change that readers do not see is shown as source: %s", (_, before, after) => {
  const [heading, end] = ["# A\n\n", "\nThe end.\n"];
  const page = { before: heading + before + end, after: heading + after + end };
  const { blocks } = renderChange({ ...page, images });
  const changed = blocks.filter(({ state }) => state !== "same");
  expect(changed).toHaveLength(1);
  const shown = [changed[0]!.before, changed[0]!.after].map((html) => html!.replaceAll("&#x3C;", "<"));
  const last = (text: string) => text.trimEnd().split("\n\n").at(-1)!;
  expect(shown).toEqual([before, after].map((text) => `<pre class="cd-text">${last(text)}</pre>`));
  expect(blocks.at(-1)).toMatchObject({ state: "same", after: "<p>The end.</p>" });
});

test("a page whose comments and definitions stay has no block for them", () => {
  const before = "<!-- a -->\n\n# A\n\n[x][r]\n\n[r]: /a\n";
  const { blocks } = renderChange({ before, after: before.replace("# A", "# B"), images });
  expect(blocks.map(({ after }) => after)).toEqual(["<h1>B</h1>", "<p><a>x</a></p>"]);
});
