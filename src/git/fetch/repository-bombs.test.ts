import { execFileSync } from "node:child_process";
import { mkdir, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { commitAll, createRepository, git } from "../../../test/helpers/git-fixture.ts";
import { startGitHttpServer } from "../../../test/helpers/git-http-server.ts";
import { useCleanups } from "../../../test/helpers/use-cleanups.ts";
import { parseRepository } from "../remote/parse-repository.ts";
import { assertRepositorySize } from "./assert-repository-size.ts";
import { fetchBase } from "./fetch-base.ts";

const { cleanups, folder } = useCleanups();
/** A repository of nested trees, each with the given number of entries that point to the next. */
async function nestedRepository(copies: readonly number[]): Promise<string> {
  const { path, remove } = await createRepository({ "a.md": "x\n" });
  cleanups.push(remove);
  let entry = `100644 blob ${await git(path, ["rev-parse", "HEAD:a.md"])}`;
  for (const count of copies) {
    const lines = Array.from({ length: count }, (_, at) => `${entry}\tf${at}\n`);
    entry = `040000 tree ${await git(path, ["mktree"], { input: lines.join("") })}`;
  }
  const commit = await git(path, ["commit-tree", "-m", "bomb", entry.slice("040000 tree ".length)]);
  await git(path, ["update-ref", "refs/heads/main", commit]);
  return path;
}

async function largeFileRepository(): Promise<string> {
  const { path, remove } = await createRepository({ "a.md": "x\n" });
  cleanups.push(remove);
  await mkdir(join(path, "docs"));
  await writeFile(join(path, "docs/video file.mp4"), "");
  await truncate(join(path, "docs/video file.mp4"), 51 * 1024 * 1024);
  await commitAll(path, "large");
  return path;
}

async function fetchAndMeasure(text: string) {
  const repository = parseRepository(text);
  const mirrorsFolder = await folder();
  const shared = { ref: null, jobId: "job1", allowPrivateAddresses: true };
  const { mirror, baseCommit } = await fetchBase({ mirrorsFolder, repository, ...shared });
  return await assertRepositorySize({ mirror, commit: baseCommit });
}

const tooLarge = (words: string) => ({
  code: "repository_too_large",
  message: expect.stringContaining(words),
});

it("shows the bytes of a file name that is not UTF-8, and says what to do", async () => {
  const { path, remove } = await createRepository({ "a.md": "x\n" });
  cleanups.push(remove);
  const blob = await git(path, ["rev-parse", "HEAD:a.md"]);
  const entry = Buffer.concat([
    Buffer.from(`100644 blob ${blob}\tcaf`),
    Buffer.from([0xe9]),
    Buffer.from(".md\0"),
  ]);
  const tree = execFileSync("git", ["mktree", "-z"], { cwd: path, input: entry, encoding: "utf8" }).trim();
  const commit = await git(path, ["commit-tree", "-m", "latin", tree]);
  await git(path, ["update-ref", "refs/heads/main", commit]);
  await expect(fetchAndMeasure(path)).rejects.toMatchObject({
    code: "file_name_unreadable",
    message: expect.stringContaining("caf\\xe9.md. Rename it"),
  });
});

describe("a repository that is a bomb", () => {
  it("is refused before any of it is written: 10^9 files in 11 objects", async () => {
    const path = await nestedRepository([10, 10, 10, 10, 10, 10, 10, 10, 10]);
    await expect(fetchAndMeasure(path)).rejects.toMatchObject(tooLarge("more than 100000 files"));
  });

  it("is refused: 200,000 pages", async () => {
    const path = await nestedRepository([1_000, 200]);
    await expect(fetchAndMeasure(path)).rejects.toMatchObject(tooLarge("more than 100000 files"));
  });

  it("is refused: 200 nested folders", async () => {
    const path = await nestedRepository(Array.from({ length: 200 }, () => 1));
    await expect(fetchAndMeasure(path)).rejects.toMatchObject(tooLarge("more than 64 levels deep"));
  });

  it("is refused with the file's name: a file over the limit, from a path", async () => {
    const refused = tooLarge('"docs/video file.mp4" is larger than 50 MiB');
    await expect(fetchAndMeasure(await largeFileRepository())).rejects.toMatchObject(refused);
  });

  it.each([true, false])(
    "is refused: a file over the limit, over HTTP, if the host can leave it out: %s",
    async (allowFilter) => {
      const root = await folder();
      const path = await largeFileRepository();
      await git("/", ["clone", "--quiet", "--bare", path, join(root, "site.git")]);
      const http = await startGitHttpServer(root, { allowFilter });
      cleanups.push(http.close);
      const refused = tooLarge('"docs/video file.mp4" is larger than 50 MiB');
      await expect(fetchAndMeasure(`${http.url}/site.git`)).rejects.toMatchObject(refused);
    },
  );
});
