import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { matchIgnore } from "./match-ignore.ts";

const lines = [
  "*.log",
  "/top.md",
  "drafts/",
  "a/*/c.md",
  "deep/**",
  "x/**/y.md",
  "**/old",
  "pa[rs]t[0-9].md",
  "no[!a-c].md",
  "[[:digit:]]x.md",
  "[]-]z.md",
  "{a,b}.md",
  "file\\*.md",
  "\\!bang.md",
  "\\#hash.md",
  "trail.md   ",
  "kept\\ ",
  "broken[.md",
  "page-?.md",
  "many***stars.md",
  "[^/]lash.md",
];
const paths = [
  ..."a.log b/c.log top.md b/top.md drafts drafts/a.md b/drafts/c/d.md a/b/c.md a/b/d/c.md deep deep/a deep/a/b x/y.md".split(
    " ",
  ),
  ..."x/a/b/y.md old old/a.md b/old/c.md part1.md past2.md paqt1.md noa.md nod.md 1x.md ax.md -z.md ]z.md az.md".split(
    " ",
  ),
  ..."{a,b}.md a.md b.md file*.md filea.md !bang.md #hash.md trail.md broken[.md page-1.md page-12.md".split(
    " ",
  ),
  ..."manyXstars.md many/stars.md slash.md".split(" "),
  "kept ",
];

describe("matchIgnore", () => {
  it("ignores what git ignores", async () => {
    const folder = await mkdtemp(join(tmpdir(), "copydesk-ignore-"));
    try {
      await promisify(execFile)("git", ["init", "-q"], { cwd: folder });
      await writeFile(join(folder, ".gitignore"), `${lines.join("\n")}\n`);
      const git = execFile("git", ["check-ignore", "--no-index", "-z", "--stdin"], { cwd: folder });
      let output = "";
      git.stdout!.on("data", (chunk) => {
        output += chunk;
      });
      git.stdin!.end(paths.map((path) => `${path}\0`).join(""));
      await new Promise((resolve) => git.on("close", resolve));
      const { isIgnored, unreadFrom } = matchIgnore(lines);
      expect(paths.filter(isIgnored)).toEqual(output.split("\0").slice(0, -1));
      expect(unreadFrom).toBeNull();
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it("lets the last line that matches decide, comments and empty lines left out", () => {
    const { isIgnored } = matchIgnore(["# a comment", "", "*.md", "!docs/keep.md", "docs/keep.md/", "\r"]);
    expect(isIgnored("docs/a.md")).toBe(true);
    expect(isIgnored("docs/keep.md")).toBe(false);
  });

  it("says which line is the first that it ignores when they are too many or too long", () => {
    const many = matchIgnore(Array.from({ length: 1_500 }, (_, index) => `page-${index}.md`));
    expect(many.unreadFrom).toBe(1_001);
    expect(many.isIgnored("page-999.md")).toBe(true);
    expect(many.isIgnored("page-1001.md")).toBe(false);
    expect(matchIgnore(["a", "{*,*}".repeat(5_000)]).unreadFrom).toBe(2);
  });

  it("ends for lines that make backtracking matchers run for ever", () => {
    const hostile = [
      "{*,*}".repeat(40),
      `${"*a".repeat(500)}Z`,
      `${"**/".repeat(500)}Z`,
      `${"[a-z]*".repeat(500)}Z`,
    ];
    const { isIgnored } = matchIgnore(hostile);
    expect(isIgnored("a".repeat(4_000))).toBe(false);
    expect(isIgnored("a/".repeat(2_000))).toBe(false);
  });
});
