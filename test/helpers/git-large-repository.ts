import { spawn } from "node:child_process";
import { randomFillSync } from "node:crypto";
import { once } from "node:events";
import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { git } from "./git-fixture.ts";

/**
 * Makes a bare repository whose branch `main` has so many files of random bytes and one small page; its
 * history has had another fifth of the files before. Written straight into a pack, at the speed of the disk.
 * Answers the newest commit.
 */
export async function makeLargeRepository(
  path: string,
  { files, fileBytes }: { files: number; fileBytes: number },
): Promise<string> {
  await git("/", ["init", "--quiet", "--bare", "--initial-branch=main", "--", path]);
  await git(path, ["config", "uploadpack.allowFilter", "true"]);
  // The host need not look for what random bytes have in common.
  await git(path, ["config", "core.bigFileThreshold", "1m"]);
  const args = ["-c", "core.compression=0", "fast-import", "--quiet", "--force", "--big-file-threshold=1m"];
  const importing = spawn("git", args, { cwd: path, stdio: ["pipe", "ignore", "inherit"] });
  const ended = once(importing, "exit");
  const write = async (data: string | Buffer) => {
    if (!importing.stdin.write(data)) await once(importing.stdin, "drain");
  };
  const commit = async (text: string, page: string, from: number, to: number) => {
    const who = "committer Fixture <fixture@example.com> 1600000000 +0000";
    await write(`commit refs/heads/main\n${who}\ndata ${text.length}\n${text}\n`);
    await write(`M 100644 inline index.md\ndata ${page.length}\n${page}\n`);
    for (let at = from; at < to; at += 1) {
      await write(`M 100644 inline files/${String(at).padStart(4, "0")}.bin\ndata ${fileBytes}\n`);
      await write(randomFillSync(Buffer.allocUnsafe(fileBytes)));
      await write("\n");
    }
    await write("\n");
  };
  await commit("first", "# One\n", 0, Math.floor(files / 5));
  await commit("second", "# Two\n", 0, files);
  importing.stdin.end();
  const [code] = await ended;
  if (code !== 0) throw new Error(`git fast-import ended with ${code}`);
  return await git(path, ["rev-parse", "main"]);
}

/**
 * Makes a bare repository like that of a large documentation site: pages of random words, of which each
 * commit rewrites some. Answers the newest commit.
 */
export async function makeLongRepository(
  path: string,
  { pages, pageBytes, commits }: { pages: number; pageBytes: number; commits: number },
): Promise<string> {
  await git("/", ["init", "--quiet", "--bare", "--initial-branch=main", "--", path]);
  const importing = spawn("git", ["-c", "core.compression=0", "fast-import", "--quiet", "--force"], {
    cwd: path,
    stdio: ["pipe", "ignore", "inherit"],
  });
  const ended = once(importing, "exit");
  const write = async (data: string) => {
    if (!importing.stdin.write(data)) await once(importing.stdin, "drain");
  };
  for (let commit = 0; commit < commits; commit += 1) {
    const who = `committer Fixture <fixture@example.com> ${1_600_000_000 + commit} +0000`;
    await write(`commit refs/heads/main\n${who}\ndata 1\nx\n`);
    const changed = commit === 0 ? pages : Math.ceil(pages / 10);
    for (let at = 0; at < changed; at += 1) {
      const page = (at + commit * changed) % pages;
      const text = randomFillSync(Buffer.allocUnsafe((pageBytes * 3) / 4)).toString("base64");
      const place = `docs/section-${page % 20}/page-${page}.md`;
      await write(`M 100644 inline ${place}\ndata ${text.length}\n${text}\n`);
    }
    await write("\n");
  }
  importing.stdin.end();
  const [code] = await ended;
  if (code !== 0) throw new Error(`git fast-import ended with ${code}`);
  return await git(path, ["rev-parse", "main"]);
}

/** Bytes of everything below a folder. */
export async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true });
  const sizes = await Promise.all(
    entries.map(async (entry) => {
      const found = await lstat(join(folder, entry)).catch(() => null);
      return found?.isFile() ? found.size : 0;
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
