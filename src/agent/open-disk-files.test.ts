import { execFileSync } from "node:child_process";
import {
  chmod,
  link,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  realpath,
  rename,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hostilePaths } from "../../test/helpers/hostile-paths.ts";
import { readTree } from "../../test/helpers/scan-workspace.ts";
import { onLinux, runsAll } from "../../test/helpers/skip-unless.ts";
import { isAppError } from "../errors.ts";
import { openDiskFiles } from "./open-disk-files.ts";
import { openFolder } from "./open-folder.ts";
import type { WorkingFiles } from "./working-files.ts";

const secret = "outside secret";
let top: string;
let directory: string;
let files: WorkingFiles;

beforeEach(async () => {
  top = await realpath(await mkdtemp(join(tmpdir(), "copydesk-files-")));
  directory = join(top, "tree");
  await mkdir(join(directory, "docs/.git"), { recursive: true });
  await mkdir(join(directory, ".git"));
  await mkdir(join(top, "outside"));
  await writeFile(join(top, "outside/secret.md"), secret);
  await writeFile(join(directory, ".git/config"), secret);
  await writeFile(join(directory, "docs/.git/config"), secret);
  await writeFile(join(directory, "docs/page.md"), "page\n");
  await symlink("../../outside/secret.md", join(directory, "docs/link.md"));
  await symlink("/nowhere/at/all.md", join(directory, "docs/dangling.md"));
  await symlink("../outside", join(directory, "linked"));
  await symlink("docs", join(directory, "inner"));
  await link(join(top, "outside/secret.md"), join(directory, "docs/hard.md"));
  execFileSync("mkfifo", [join(directory, "docs/fifo.md")]);
  files = openDiskFiles(directory);
});

afterEach(async () => {
  await rm(top, { recursive: true, force: true });
});

const hostile: [title: string, path: string, code: string][] = [
  ...hostilePaths,
  ["a symbolic link to outside", "docs/link.md", "not_a_regular_file"],
  ["a dangling symbolic link", "docs/dangling.md", "not_a_regular_file"],
  ["a linked folder to outside", "linked/secret.md", "not_a_regular_file"],
  ["a linked folder inside", "inner/page.md", "not_a_regular_file"],
  ["a hard link", "docs/hard.md", "not_a_regular_file"],
  ["a FIFO", "docs/fifo.md", "not_a_regular_file"],
];

const operations: [name: string, run: (path: string) => Promise<unknown>][] = [
  ["read", (path) => files.readText(path)],
  ["write", (path) => files.writeText(path, "overwritten")],
  ["delete", (path) => files.deleteFile(path)],
  ["move from", (path) => files.moveFile(path, "docs/moved.md")],
  ["move to", (path) => files.moveFile("docs/page.md", path)],
];

describe("hostile paths", () => {
  describe.each(operations)("%s", (_name, run) => {
    it.each(hostile)("refuses %s, and reads and writes nothing", async (_title, path, code) => {
      const before = await snapshot();
      const outcome = await run(path).catch((error: unknown) => error);
      expect(isAppError(outcome) ? outcome.code : outcome).toBe(code);
      expect(String(outcome)).not.toContain(secret);
      expect(await snapshot()).toEqual(before);
    });
  });

  it("lists neither git's folder nor links", async () => {
    expect(await files.listFolder("")).toEqual([{ name: "docs", isFolder: true }]);
    expect((await files.listFolder("docs")).map(({ name }) => name)).toEqual(["hard.md", "page.md"]);
    await expect(files.listFolder("linked")).rejects.toMatchObject({ code: "not_a_regular_file" });
    await expect(files.listFolder("..")).rejects.toMatchObject({ code: "path_outside_workspace" });
  });
});

describe("a folder that is replaced by a link after it was opened", onLinux, () => {
  it("remains the opened folder", async () => {
    const folder = await openFolder(directory, ["docs"]);
    await rename(join(directory, "docs"), join(directory, "away"));
    await symlink("../outside", join(directory, "docs"));
    expect(await readFile(folder.at("page.md"), "utf8")).toBe("page\n");
    await expect(readFile(folder.at("secret.md"))).rejects.toMatchObject({ code: "ENOENT" });
    await folder.close();
  });

  it("never lets a byte in or out while it is replaced again and again", async () => {
    await mkdir(join(directory, "swap"));
    await writeFile(join(directory, "swap/secret.md"), "inside");
    let isDone = false;
    const [swap, kept] = [join(directory, "swap"), join(directory, "kept")];
    const ignore = () => {};
    // A write may recreate the missing folder, so that each of these may fail; the next round repairs it.
    const exchange = (async () => {
      while (!isDone) {
        await rename(swap, kept).catch(ignore);
        await symlink("../outside", swap).catch(ignore);
        await rm(swap, { recursive: true }).catch(ignore);
        await rename(kept, swap).catch(ignore);
      }
    })();
    const answers = new Set<string>();
    const rounds = runsAll ? 1_500 : 300;
    // Until one has hit the folder itself too: otherwise nothing was proved.
    for (let round = 0; round < rounds || (!answers.has("inside") && round < 50_000); round++) {
      const read = files.readText("swap/secret.md").catch((error) => String(error.code));
      const write = files.writeText("swap/secret.md", "inside").catch((error) => String(error.code));
      answers.add(await read);
      await write;
    }
    isDone = true;
    await exchange;
    expect(answers.has(secret)).toBe(false);
    expect(answers.has("inside")).toBe(true);
    expect(await readTree(join(top, "outside"))).toEqual({ "secret.md": secret });
  });
});

describe("text files", () => {
  it.each([
    ["binary", Buffer.from([0x89, 0x50, 0, 1]), /not UTF-8|binary/],
    ["with a NUL character", Buffer.from("a\0b"), /binary/],
    ["in another encoding", Buffer.from([0x61, 0xe9, 0x62]), /not UTF-8/],
    ["larger than 1 MiB", Buffer.alloc(1024 * 1024 + 1, 0x61), /larger than/],
  ])("refuses a file that is %s", async (_title, bytes, message) => {
    await writeFile(join(directory, "docs/other.md"), bytes);
    const refusal = { code: "not_a_regular_file", message: expect.stringMatching(message) };
    await expect(files.readText("docs/other.md")).rejects.toMatchObject(refusal);
  });

  it("keeps the mode of a file, creates missing folders and leaves no temporary file", async () => {
    await chmod(join(directory, "docs/page.md"), 0o755);
    await files.writeText("docs/page.md", "\uFEFFnew\r\n");
    await files.writeText("docs/a/b/c.md", "c");
    expect((await lstat(join(directory, "docs/page.md"))).mode & 0o777).toBe(0o755);
    expect(await files.readText("docs/page.md")).toBe("\uFEFFnew\r\n");
    expect(await files.readText("./docs//a/b/c.md")).toBe("c");
    expect((await files.listFolder("docs")).map(({ name }) => name)).toEqual(["a", "hard.md", "page.md"]);
  });

  it("says what does not exist", async () => {
    for (const path of ["docs/nope.md", "nope/page.md", "docs/page.md/x"]) {
      await expect(files.readText(path)).rejects.toMatchObject({
        code: expect.stringMatching(/^(file_not_found|not_a_regular_file)$/),
      });
    }
  });

  it("does not move a file over another one", async () => {
    await files.writeText("docs/other.md", "other");
    await expect(files.moveFile("docs/page.md", "docs/other.md")).rejects.toMatchObject({
      code: "not_a_regular_file",
    });
    expect(await files.readText("docs/other.md")).toBe("other");
  });
});

async function snapshot(): Promise<unknown> {
  return { files: await readTree(top), page: (await lstat(join(directory, "docs/page.md"))).ino };
}
