import { expect, test } from "vitest";
import { widthOf } from "./fit-width.ts";
import { formatTable } from "./format-table.ts";

const rows = [
  ["job_1", "Rename „API token“ everywhere"],
  ["job_22", "日本語のドキュメントを直す、とても長い題名です"],
  ["job_3", "🧑‍🚀 an astronaut\nand a second line"],
];

test.each([24, 40, 80])("every row is one line of at most %i columns", (columns) => {
  const lines = formatTable(["ID", "TITLE"], rows, { color: false, columns }).split("\n");
  expect(lines).toHaveLength(4);
  for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(columns);
});

test("without a terminal nothing is cut and nothing is coloured", () => {
  const text = formatTable(["ID", "TITLE"], [[{ text: "job_1", style: "red" }, "x".repeat(500)]]);
  expect(text).toBe(`ID     TITLE\njob_1  ${"x".repeat(500)}`);
});

test("columns line up behind wide characters and colours", () => {
  const text = formatTable(
    ["NAME", "N"],
    [
      ["文書", "1"],
      [{ text: "abcd", style: "green" }, "2"],
    ],
    { color: true, columns: 40 },
  );
  const plain = text.replaceAll(/\u001b\[\d+m/g, "").split("\n");
  expect(plain).toEqual(["NAME  N", "文書  1", "abcd  2"]);
});
