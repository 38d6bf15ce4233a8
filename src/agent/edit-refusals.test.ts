import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { edit, open, path, removeEditedPages } from "../../test/helpers/edit-page.ts";
import type { RequestedEdit } from "./apply-edits.ts";

removeEditedPages();

type Refused = [title: string, before: string, edits: RequestedEdit[], output: string];

const inside =
  "old text begins or ends inside a character that is made of several (an accent, an emoji). Include all of it.";
const refusals: Refused[] = [
  ["nothing alike", "abc\n", [edit("zzz", "x")], "edit 1: old text not found."],
  [
    "a near miss",
    "one two\n",
    [edit("one twoo", "x")],
    "edit 1: old text not found. Nearest lines:\n1\tone two",
  ],
  [
    "spaces for a tab",
    "\ta b\n",
    [edit("    a b", "x")],
    "edit 1: old text not found. Nearest lines:\n1\t\ta b",
  ],
  ["one space for two", "a  b\n", [edit("a b", "x")], "edit 1: old text not found. Nearest lines:\n1\ta  b"],
  ["another case", "Abc d\n", [edit("abc D", "x")], "edit 1: old text not found. Nearest lines:\n1\tAbc d"],
  ["a composed letter for an accent", "cafe\u0301\n", [edit("café", "tea")], "edit 1: old text not found."],
  ["an accent for a composed letter", "café\n", [edit("cafe\u0301", "tea")], "edit 1: old text not found."],
  ["a letter without its accent", "cafe\u0301\n", [edit("cafe", "tea")], `edit 1: ${inside}`],
  ["an accent without its letter", "cafe\u0301\n", [edit("\u0301", "x")], `edit 1: ${inside}`],
  ["a part of a joined emoji", "👩‍💻\n", [edit("👩", "x")], `edit 1: ${inside}`],
  ["the other part of it", "👩‍💻\n", [edit("💻", "x")], `edit 1: ${inside}`],
  ["an emoji without its skin tone", "👍🏽\n", [edit("👍", "x")], `edit 1: ${inside}`],
  ["two halves of flags", "🇩🇪🇫🇷\n", [edit("🇪🇫", "x")], `edit 1: ${inside}`],
  [
    "half of a character",
    "😀\n",
    [edit("\ud83d", "x")],
    "the arguments contain a NUL character or half of a character",
  ],
  [
    "half of a character to write",
    "a\n",
    [edit("a", "\ude00")],
    "the arguments contain a NUL character or half of a character",
  ],
  [
    "a NUL to write",
    "a\n",
    [edit("a", "b\0")],
    "the arguments contain a NUL character or half of a character",
  ],
  ["an ellipsis for dots", "a…\n", [edit("a...", "x")], "edit 1: old text not found. Nearest lines:\n1\ta…"],
  [
    "an empty line that the end of the file lacks",
    "a b\nc\na b\n",
    [edit("a b\n\n", "x\n\n")],
    "edit 1: old text not found. Nearest lines:\n1\ta b\n3\ta b",
  ],
  ["half of a CRLF", "a\r\n", [edit("a\r", "b")], "edit 1: old text not found. Nearest lines:\n1\ta"],
  ["a text without marks that has them", "a\u200fb\n", [edit("ab", "x")], "edit 1: old text not found."],
  [
    "duplicates",
    "x\r\nx\r\n",
    [edit("x", "y")],
    "edit 1: old text occurs 2 times (lines 1, 2). Add context or set all.",
  ],
  [
    "duplicates of which each is in another typography",
    "‘a’\r\n’a’\r\n",
    [edit("'a'", "x")],
    "edit 1: old text occurs 2 times (lines 1, 2). Add context or set all.",
  ],
  [
    "duplicates that differ in line ends and in spaces",
    "x\na \n\r\na x\n",
    [edit("\na ", "\nb ")],
    "edit 1: old text occurs 2 times (lines 1, 3). Add context or set all.",
  ],
  [
    "duplicates that differ in line ends",
    "x\r\na\nx\na\n",
    [edit("\na", "\nb")],
    "edit 1: old text occurs 2 times (lines 1, 3). Add context or set all.",
  ],
  [
    "a word before a space, or before a line end with spaces",
    "It’s so\nIt’s   \r\n",
    [edit("It's ", "x")],
    "edit 1: old text occurs 2 times (lines 1, 2). Add context or set all.",
  ],
  [
    "more duplicates than are listed",
    "x\n".repeat(12),
    [edit("x", "y")],
    "edit 1: old text occurs 12 times (lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, …). Add context or set all.",
  ],
  [
    "overlapping edits",
    "a b c\n",
    [edit("b c", "x"), edit("a b", "y")],
    "edits 1 and 2 overlap; make one edit of them",
  ],
  [
    "the same edit twice",
    "a\n",
    [edit("a", "b"), edit("a", "b")],
    "edits 1 and 2 overlap; make one edit of them",
  ],
  [
    "an exact edit inside a folded one",
    "It’s so\r\nb\r\n",
    [edit("It's so\nb", "x"), edit("so", "y")],
    "edits 1 and 2 overlap; make one edit of them",
  ],
  [
    "one place of all inside another edit",
    "a b a\n",
    [edit("a", "x", true), edit("b a", "y")],
    "edits 1 and 2 overlap; make one edit of them",
  ],
  ["a good edit beside a bad one", "a b\n", [edit("a", "1"), edit("z", "2")], "edit 2: old text not found."],
  ["no old text", "a\n", [edit("", "b")], "edit 1: old text is empty"],
  ["a byte order mark as old text", "\uFEFFa\n", [edit("\uFEFF", "b")], "edit 1: old text is empty"],
  ["no change", "a\n", [edit("a", "a")], "edit 1: old and new text are the same"],
  ["no change but a byte order mark", "a\n", [edit("a", "\uFEFFa")], "edit 1: old and new text are the same"],
];

describe("edit refuses and leaves every byte unchanged for", () => {
  it.each(refusals)("%s", async (_title, before, edits, output) => {
    const { call, bytes } = await open(before);
    await call("read", { path });
    const result = await call("edit", { path, edits });
    expect(result).toEqual({ ok: false, output: `error: ${output}`, operations: [], changedPaths: [] });
    expect((await bytes()).equals(Buffer.from(before))).toBe(true);
  });

  it("a file that was never read, or has changed since by an invisible byte", async () => {
    const before = "a\r\nb\r\n";
    const { call, bytes, workspace } = await open(before);
    const request = { path, edits: [edit("a", "x")] };
    expect((await call("edit", request)).output).toBe(`error: read ${path} first`);
    await call("read", { path });
    for (const other of ["a\nb\r\n", "\uFEFFa\r\nb\r\n", "a\r\nb", "a \r\nb\r\n", "a\u00a0\r\nb\r\n"]) {
      await writeFile(join(workspace.directory, path), other);
      const result = await call("edit", request);
      expect(result.output).toBe(`error: ${path} changed since it was read; read it again`);
      expect((await bytes()).equals(Buffer.from(other))).toBe(true);
    }
    await writeFile(join(workspace.directory, path), before);
    expect((await call("edit", request)).ok).toBe(true);
    expect((await bytes()).toString()).toBe("x\r\nb\r\n");
  });
});
