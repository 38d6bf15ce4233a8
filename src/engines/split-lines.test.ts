import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { splitLines } from "./split-lines.ts";

async function linesOf(
  chunks: string[],
  limits = { lineBytesMax: 10, totalBytesMax: 100 },
): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of splitLines(
    Readable.from(chunks.map((chunk) => Buffer.from(chunk, "latin1"))),
    limits,
  ))
    lines.push(line);
  return lines;
}

describe("lines", () => {
  it.each([
    [["a\nb\n"], ["a", "b"]],
    [
      ["a", "b", "\n", "\nc"],
      ["ab", "", "c"],
    ],
    [["\xc3", "\xa9\n"], ["é"]],
    [[], []],
  ])("of %j are %j", async (chunks, lines) => {
    expect(await linesOf(chunks)).toEqual(lines);
  });

  it.each([
    ["a line", ["x".repeat(6), "x".repeat(6)], "it wrote a line of more than 10 bytes"],
    ["everything", Array(30).fill("xxxx\n"), "it wrote more than 100 bytes"],
  ])("end if %s is too long", async (_what, chunks, message) => {
    await expect(linesOf(chunks)).rejects.toThrow(message);
  });
});
