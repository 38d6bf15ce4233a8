import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { git } from "../../../test/helpers/git-fixture.ts";
import { useCleanups } from "../../../test/helpers/use-cleanups.ts";
import { type GitObject, hashObject } from "../mirror/git-object.ts";
import { collectMade } from "./collect-made.ts";
import { writePack } from "./write-pack.ts";

const { folder } = useCleanups();

async function bytesOf(pack: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of pack) parts.push(part);
  return Buffer.concat(parts);
}

describe.each(["sha1", "sha256"] as const)("writePack, with %s", (format) => {
  it("writes packs that git accepts, whatever the sizes", async () => {
    const bare = await folder();
    await git(bare, ["init", "--quiet", "--bare", `--object-format=${format}`]);
    const sizes = [0, 1, 15, 16, 17, 2_047, 2_048, 2_049, 262_143, 262_144, 3_000_000];
    const blobs = sizes.map((size): GitObject => ({ type: "blob", bytes: randomBytes(size) }));
    const objects = new Map(blobs.map((blob) => [hashObject(format, blob), blob]));
    const pack = await bytesOf(writePack(objects));
    await git(bare, ["index-pack", "--stdin", "--strict"], { input: pack });
    const ids = [...objects.keys()];
    const seen = await git(bare, ["cat-file", "--batch-check"], { input: `${ids.join("\n")}\n` });
    expect(seen.split("\n")).toEqual(ids.map((id, at) => `${id} blob ${sizes[at]}`));
  });

  it("includes a commit's trees and files that only Copydesk has", async () => {
    const path = await folder();
    const run = (...args: string[]) => git(path, args);
    await run("init", "--quiet", "--initial-branch=main", `--object-format=${format}`);
    const write = async (file: string, text: string) => {
      const id = await git(path, ["hash-object", "-w", "--stdin"], { input: text });
      await run("update-index", "--add", "--cacheinfo", `100644,${id},${file}`);
      return id;
    };
    await write("docs/a.md", "a\n");
    const kept = await write("b.md", "b\n");
    const base = await run("commit-tree", "-m", "base", await run("write-tree"));
    await run("update-ref", "refs/heads/main", base);
    // Fetched objects are in a pack.
    await run("repack", "-a", "-d", "-q");
    const blob = await write("docs/a.md", "changed\n");
    const tree = await run("write-tree");
    const commit = await run("commit-tree", "-m", "change", "-p", base, tree);
    const made = await collectMade(join(path, ".git"), commit, new Set([base]));
    const docs = await run("rev-parse", `${tree}:docs`);
    expect([...made!.keys()].sort()).toEqual([blob, commit, docs, tree].sort());
    expect([...made!.keys()]).not.toContain(kept);
    const other = await folder();
    await git("/", ["clone", "--quiet", "--bare", "--no-local", path, other]);
    await git(other, ["index-pack", "--stdin", "--strict"], { input: await bytesOf(writePack(made!)) });
    await git(other, ["update-ref", "refs/heads/copydesk/x", commit]);
    expect(await git(other, ["fsck", "--strict", "--full"])).toBe("");
    expect(await readFile(join(other, "refs/heads/copydesk/x"), "utf8")).toBe(`${commit}\n`);
  });

  it("is not used for commits whose base the other side lacks", async () => {
    const path = await folder();
    await git(path, ["init", "--quiet", `--object-format=${format}`]);
    const tree = await git(path, ["write-tree"]);
    const base = await git(path, ["commit-tree", "-m", "base", tree]);
    const commit = await git(path, ["commit-tree", "-m", "more", "-p", base, tree]);
    const gitDirectory = join(path, ".git");
    expect([...(await collectMade(gitDirectory, commit, new Set([base])))!.keys()]).toContain(commit);
    await git(path, ["update-ref", "refs/heads/x", base]);
    await git(path, ["repack", "-a", "-d", "-q"]);
    expect(await collectMade(gitDirectory, commit, new Set())).toBeNull();
  });
});
