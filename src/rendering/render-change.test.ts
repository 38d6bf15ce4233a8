import { expect, test } from "vitest";
import { renderChange } from "./render-change.ts";

const images = { before: "/before?", after: "/after?" };
const section = (n: number) => `## Part ${n}\n\nWords of part ${n}, as they were.\n\n- one\n- two\n`;
const page = (count: number) => Array.from({ length: count }, (_, n) => section(n)).join("\n");

test("a long page is rendered around its changes, each with what stands there in the whole page", () => {
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

test("a section of a long page that was moved is shown as taken away and added", () => {
  const parts = Array.from({ length: 4_000 }, (_, n) => section(n));
  const moved = [...parts.slice(0, 10), ...parts.slice(11, 900), parts[10], ...parts.slice(900)];
  const { blocks } = renderChange({ before: parts.join("\n"), after: moved.join("\n"), images });
  const words = (state: string, side: "before" | "after") =>
    blocks.flatMap((block) => (block.state === state ? [block[side] ?? ""] : [])).join("");
  expect(words("removed", "before")).toContain("Words of part 10,");
  expect(words("added", "after")).toContain("Words of part 10,");
});

test("a page that is not long is rendered whole, with a note's mark and a link that are defined elsewhere", () => {
  const before = "# A\n\nSee [the guide][g].[^1]\n\n## B\n\n[g]: /guide\n\n[^1]: A note.\n";
  const { blocks } = renderChange({ before, after: before.replace("# A", "# C"), images });
  expect(blocks[1]!.after).toBe("<p>See <a>the guide</a>.<sup>[1]</sup></p>");
  expect(blocks.map(({ state }) => state)).toEqual(["changed", "same", "same", "same"]);
});
