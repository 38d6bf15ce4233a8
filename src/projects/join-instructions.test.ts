import { expect, test } from "vitest";
import { instructionsCharactersMax, joinInstructions } from "./join-instructions.ts";

const reader = (files: Record<string, string>) => async (path: string) => files[path] ?? null;

test("joins the files in order, and skips empty ones", async () => {
  const files = { "AGENTS.md": "Second.\n", ".copydesk/AGENTS.md": " First. ", ".mintlify/AGENTS.md": "\n" };
  expect(await joinInstructions(reader(files))).toEqual({
    text: "From .copydesk/AGENTS.md:\nFirst.\n\nFrom AGENTS.md:\nSecond.",
    files: [
      { path: ".copydesk/AGENTS.md", text: "First.", usedCharacters: 6 },
      { path: "AGENTS.md", text: "Second.", usedCharacters: 7 },
    ],
    isCut: false,
  });
  expect(await joinInstructions(reader({}))).toBe(null);
  expect(await joinInstructions(reader({ "AGENTS.md": "  \n" }))).toBe(null);
});

test("cuts text beyond the limit, and gives for each file how much of it is used", async () => {
  const long = "x".repeat(instructionsCharactersMax - 100);
  const files = { ".copydesk/AGENTS.md": long, "AGENTS.md": "q".repeat(500), ".mintlify/AGENTS.md": "z" };
  const joined = (await joinInstructions(reader(files)))!;
  expect(joined.isCut).toBe(true);
  expect(joined.text.slice(0, instructionsCharactersMax)).toHaveLength(instructionsCharactersMax);
  const used = joined.files.map(({ usedCharacters }) => usedCharacters);
  expect(used[0]).toBe(long.length);
  expect(used[1]).toBe(joined.text.match(/q/g)!.length);
  expect(used[2]).toBe(0);
});
