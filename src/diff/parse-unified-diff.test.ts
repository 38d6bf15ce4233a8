import { execFileSync } from "node:child_process";
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createRepository, type FixtureRepository, git, writeFiles } from "../../test/helpers/git-fixture.ts";
import { type DiffFile, parseUnifiedDiff } from "./parse-unified-diff.ts";

let repository: FixtureRepository;

const lines = (...numbers: number[]) => numbers.map((number) => `line ${number}\n`).join("");
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

beforeEach(async () => {
  repository = await createRepository({
    "page.md": lines(...upTo(30)),
    "move me.md": lines(...upTo(10)),
    "gone.md": "gone\n",
    "picture.png": Buffer.from([0, 1, 2]),
    'größe "q".md': "x",
    "plain/with space.md": "a\n",
    "run.sh": "echo\n",
    "dashes.md": "-- title\n++ end\n",
    "windows.md": "a\r\nb\r\n",
  });
});

afterEach(() => repository.remove());

async function diffAfter(change: () => Promise<unknown>): Promise<DiffFile[]> {
  await change();
  await git(repository.path, ["add", "--all"]);
  const args = ["-C", repository.path, "diff", "--cached", "--find-renames"];
  return parseUnifiedDiff(execFileSync("git", args, { encoding: "utf8" }));
}

const write = (files: Record<string, string | Buffer>) => writeFiles(repository.path, files);
const inRepository = (...args: string[]) => git(repository.path, args);

describe("parseUnifiedDiff", () => {
  test("numbers the lines of two hunks before and after", async () => {
    const text = lines(...upTo(30))
      .replace("line 3\n", "line 3\nnew\n")
      .replace("line 25\n", "");
    const [file] = await diffAfter(() => write({ "page.md": text }));
    expect(file).toMatchObject({ status: "modified", newPath: "page.md", added: 1, deleted: 1 });
    const changed = file!.hunks.flatMap(({ lines }) => lines).filter(({ kind }) => kind !== "context");
    expect(changed).toEqual([
      { kind: "added", oldNumber: null, newNumber: 4, text: "new" },
      { kind: "deleted", oldNumber: 25, newNumber: null, text: "line 25" },
    ]);
    expect(file!.hunks[1]!.lines[0]).toEqual({
      kind: "context",
      oldNumber: 22,
      newNumber: 23,
      text: "line 22",
    });
    expect(file!.hunks[1]!.section).toBe("line 21");
  });

  test.each<[string, () => Promise<unknown>, Partial<DiffFile>]>([
    [
      "a new file",
      () => write({ "new page.md": "a\nb\n" }),
      { status: "added", newPath: "new page.md", added: 2 },
    ],
    [
      "an empty new file",
      () => write({ "an empty b.md": "" }),
      { status: "added", newPath: "an empty b.md", added: 0 },
    ],
    [
      "a deleted file",
      () => inRepository("rm", "-q", "gone.md"),
      { status: "deleted", oldPath: "gone.md", deleted: 1 },
    ],
    [
      "a renamed file",
      () => inRepository("mv", "move me.md", "moved to.md"),
      { status: "renamed", oldPath: "move me.md", newPath: "moved to.md", hunks: [] },
    ],
    [
      "binary content",
      () => write({ "picture.png": Buffer.from([0, 9]) }),
      { newPath: "picture.png", binary: true },
    ],
    [
      "a changed mode",
      () => chmod(join(repository.path, "run.sh"), 0o755),
      { modeChange: "100644 → 100755" },
    ],
    [
      "a quoted name",
      () => write({ 'größe "q".md': "y" }),
      { oldPath: 'größe "q".md', newPath: 'größe "q".md' },
    ],
    [
      "a name with spaces",
      () => write({ "plain/with space.md": "b\n" }),
      { newPath: "plain/with space.md", added: 1 },
    ],
    ["a tab in a name", () => write({ "a\tb.md": "b\n" }), { newPath: "a\tb.md", added: 1 }],
  ])("reads %s", async (_name, change, expected) => {
    const files = await diffAfter(change);
    expect(files).toHaveLength(1);
    expect(files[0]).toMatchObject(expected);
  });

  test("keeps content that looks like a header as content", async () => {
    const files = await diffAfter(() => write({ "dashes.md": "diff --git a/x b/x\n" }));
    expect(files).toHaveLength(1);
    expect(files[0]!.hunks[0]!.lines.map(({ kind, text }) => [kind, text])).toEqual([
      ["deleted", "-- title"],
      ["deleted", "++ end"],
      ["added", "diff --git a/x b/x"],
    ]);
  });

  test("reports a missing newline at the end", async () => {
    const [file] = await diffAfter(() => write({ "gone.md": "gone" }));
    expect(file!.hunks[0]!.lines.map(({ kind }) => kind)).toEqual(["deleted", "added", "note"]);
    expect(file!.hunks[0]!.lines[2]!.text).toBe("No newline at end of file");
  });

  test("keeps carriage returns, which are part of the content", async () => {
    const [file] = await diffAfter(() => write({ "windows.md": "a\r\nc\r\n" }));
    expect(file!.hunks[0]!.lines.map(({ text }) => text)).toEqual(["a\r", "b\r", "c\r"]);
  });

  test.each([
    "",
    "\n",
    "nonsense",
    "diff --git ",
    "diff --git a/x b/x\n@@ -1,9 +1,9 @@\n+x",
    "@@ -1 +1 @@\n-a\n+b\n",
  ])("does not throw for %j", (text) => {
    expect(() => parseUnifiedDiff(text)).not.toThrow();
  });
});
