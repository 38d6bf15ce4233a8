import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createRepository, git, writeFiles } from "../../test/helpers/git-fixture.ts";
import { applyHunks } from "./apply-hunks.ts";
import { parseUnifiedDiff } from "./parse-unified-diff.ts";

const long = Array.from({ length: 60 }, (_, line) => `line ${line + 1}`).join("\n");

describe("applyHunks", () => {
  test.each<[string, string, string]>([
    ["a changed line", "a\nb\nc\n", "a\nB\nc\n"],
    ["lines far apart", `${long}\n`, `${long.replace("line 2\n", "").replace("line 50", "fifty\nmore")}\n`],
    ["a new first line", "a\nb\n", "new\na\nb\n"],
    ["a new last line", "a\nb\n", "a\nb\nnew\n"],
    ["everything replaced", "a\n", "b\n"],
    ["everything deleted", "a\nb\n", ""],
    ["text in an empty file", "", "a\nb\n"],
    ["no line's end any more", "a\nb\n", "a\nb"],
    ["a line's end at last", "a\nb", "a\nb\n"],
    ["no line's end before and after", "a\nb", "a\nc"],
    ["carriage returns", "a\r\nb\r\n", "a\r\nc\r\n"],
    ["an unchanged end without a line's end", `${long}`, `${long.replace("line 2", "two")}`],
    ["only a line's end", "", "\n"],
  ])("turns git's diff into git's result: %s", async (_name, before, after) => {
    const repository = await createRepository({ "page.md": before, other: "x" });
    await writeFiles(repository.path, { "page.md": after });
    await git(repository.path, ["diff", "--output=.git/change.diff"]);
    const diff = await readFile(join(repository.path, ".git/change.diff"), "utf8");
    const [file] = parseUnifiedDiff(diff);
    expect(applyHunks(before, file!.hunks)).toBe(after);
  });

  test("refuses a text that the hunks do not match", () => {
    const [file] = parseUnifiedDiff("diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n");
    expect(applyHunks("a\nx\n", file!.hunks)).toBeNull();
    expect(applyHunks("", file!.hunks)).toBeNull();
  });
});
