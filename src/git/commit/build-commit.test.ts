import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { createRepository, git } from "../../../test/helpers/git-fixture.ts";
import { useCleanups } from "../../../test/helpers/use-cleanups.ts";
import { buildCommit } from "./build-commit.ts";

const { cleanups } = useCleanups();

const ada = { name: "Ada Lovelace", email: "ada@example.com" };

describe("buildCommit", () => {
  it.each([
    ["plain", { message: "docs: title\n\nBody.\n\nCopydesk-Job: job_1\n", author: ada }],
    ["without an end of line", { message: "title", author: ada }],
    ["empty", { message: "", author: ada }],
    ["with blank lines and carriage returns", { message: "\n\n  a\r\n\n\n", author: ada }],
    [
      "with letters beyond ASCII",
      { message: "größer 文 \u{1F600}\n", author: { name: "Ünal Ōe", email: "ü@x" } },
    ],
    ["with noncharacters", { message: "a\uffffb\ufdd0c\u{1ffff}d\u{2ffff}e\u{10fffe}\n", author: ada }],
    ["with half a character", { message: "a\ud800b\n", author: ada }],
    [
      "with other people",
      { message: "x\n", author: ada, committer: { name: "Bot", email: "bot@example.com" } },
    ],
    ["with names that git trims", { message: "x\n", author: { name: ` ,;'Ada' "<L>\n,`, email: " <a@b>;" } }],
    ["with no address", { message: "x\n", author: { name: "Ada", email: "" } }],
  ])("makes the same commit as git commit-tree: %s", async (_what, content) => {
    const { path, commit, remove } = await createRepository({ "a.md": "a\n" });
    cleanups.push(remove);
    const tree = await git(path, ["rev-parse", "HEAD^{tree}"]);
    const { author, committer = author } = { committer: undefined, ...content };
    const date = new Date(1_700_000_000_999);
    const plain = (text: string): string => text.replace(/[\p{Cc}<>]/gu, "").trim();
    const env = {
      GIT_AUTHOR_NAME: plain(author.name),
      GIT_AUTHOR_EMAIL: plain(author.email),
      GIT_AUTHOR_DATE: "@1700000000 +0000",
      GIT_COMMITTER_NAME: plain(committer.name),
      GIT_COMMITTER_EMAIL: plain(committer.email),
      GIT_COMMITTER_DATE: "@1700000000 +0000",
    };
    const args = ["commit-tree", "-p", commit, "-p", commit, "-F", "-", tree];
    const wanted = await git(path, args, { env, input: Buffer.from(content.message) });
    const built = await buildCommit({ tree, parents: [commit, commit] }, { ...content, date });
    const bytes = execFileSync("git", ["cat-file", "commit", wanted], { cwd: path });
    expect(built.object.bytes.toString("latin1")).toBe(bytes.toString("latin1"));
    expect(built.id).toBe(wanted);
  });

  it("refuses a name of which nothing remains", async () => {
    const content = { message: "x\n", author: { name: " <>.", email: "a@b" }, date: new Date(0) };
    await expect(buildCommit({ tree: "0".repeat(40), parents: [] }, content)).rejects.toMatchObject({
      code: "git_failed",
    });
  });
});
