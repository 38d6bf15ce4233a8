import { execFileSync } from "node:child_process";
import { readdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { commitAll, createRepository, git, writeFiles } from "../../../test/helpers/git-fixture.ts";
import { useCleanups } from "../../../test/helpers/use-cleanups.ts";
import { assertRepositorySize } from "../fetch/assert-repository-size.ts";
import { fetchBase } from "../fetch/fetch-base.ts";
import { createMirrors, type Mirror } from "./open-mirrors.ts";

const { cleanups, folder } = useCleanups();

async function open(path: string, options: { cacheBytes?: number; idleMs?: number } = {}) {
  const root = await folder();
  const base = await fetchBase({
    mirrorsFolder: join(root, "mirrors"),
    repository: { kind: "path", path },
    ref: null,
    jobId: "job1",
    allowPrivateAddresses: false,
  });
  const mirrors = createMirrors({ folder: join(root, "own"), cacheBytes: 1_000_000, ...options });
  cleanups.push(mirrors.close);
  return { root, mirrors, commit: base.baseCommit, mirror: await mirrors.open(base.mirror) };
}

async function fixture(files: Record<string, string | Buffer>) {
  const made = await createRepository(files);
  cleanups.push(made.remove);
  return made;
}

/** Kills the git processes in this git directory, as the kernel might. */
function killGit({ gitDirectory }: Mirror): number {
  const lines = execFileSync("ps", ["-eo", "pid,args"], { encoding: "utf8" }).split("\n");
  const pids = lines.filter(
    (line) => line.includes(`--git-dir=${gitDirectory}`) && line.includes("cat-file"),
  );
  for (const line of pids) process.kill(Number.parseInt(line, 10), "SIGKILL");
  return pids.length;
}

describe("a mirror", () => {
  it("has a snapshot of a commit: every name as git lists it, with mode, id and size", async () => {
    const { path, commit } = await fixture({
      "README.md": "hello\n",
      "docs/a b.md": "x",
      "docs/a.md": "",
      "docs/a/ü 文.md": "y",
      "docs-2/\u{1F600}.md": "z",
      "docs-2/\uFB01.md": "z",
    });
    await symlink("README.md", join(path, "link"));
    await git(path, ["add", "link"]);
    await git(path, ["update-index", "--add", "--cacheinfo", `160000,${commit},module`]);
    await git(path, ["commit", "--quiet", "-m", "odd entries"]);
    const opened = await open(path);
    const snapshot = await opened.mirror.snapshot(opened.commit);
    const { paths } = await assertRepositorySize({ mirror: opened.mirror.path, commit: opened.commit });
    expect(snapshot.paths()).toEqual(paths);
    const lines = snapshot.paths().map((name) => {
      const { mode, id, bytes } = snapshot.find(name)!;
      return `${mode.toString(8)} ${id} ${bytes} ${name}`;
    });
    const listed = await git(path, ["ls-tree", "-r", "-l", "-z", "HEAD"]);
    const expected = listed
      .split("\0")
      .filter((line) => line !== "" && !line.includes(" commit "))
      .map((line) => line.replace(/^(\d+) blob (\w+) +(\d+)\t/, "$1 $2 $3 "));
    expect(lines).toEqual(expected);
    expect(snapshot.find("module")?.mode).toBe(0o160000);
    expect(snapshot.hasLinks).toBe(true);
    expect(snapshot.tree).toBe(await git(path, ["rev-parse", "HEAD^{tree}"]));
    expect(await opened.mirror.snapshot(opened.commit)).toBe(snapshot);
  });

  it("reads any number of objects at once, and reports a missing one", async () => {
    const names = Array.from({ length: 300 }, (_, at) => `f${at}.md`);
    const big = Buffer.alloc(3_000_000, "0123456789\n");
    const { path } = await fixture({
      ...Object.fromEntries(names.map((name, at) => [name, `text ${at}\n`.repeat(at)])),
      "big.bin": big,
    });
    const { mirror, commit } = await open(path);
    const snapshot = await mirror.snapshot(commit);
    const texts = await Promise.all(names.map((name) => mirror.readBlob(snapshot.find(name)!.id)));
    expect(texts.map(String)).toEqual(names.map((_, at) => `text ${at}\n`.repeat(at)));
    expect((await mirror.readBlob(snapshot.find("big.bin")!.id)).equals(big)).toBe(true);
    const missing = { code: "git_failed", message: expect.stringContaining("missing") };
    await expect(mirror.readBlob("0".repeat(40))).rejects.toMatchObject(missing);
    await expect(mirror.readBlob(snapshot.tree)).rejects.toMatchObject(missing);
    expect(await mirror.resolve(`${commit}:f1.md`)).toEqual({
      id: snapshot.find("f1.md")!.id,
      type: "blob",
      bytes: 7,
    });
    expect(await mirror.resolve("nothing")).toBeNull();
  });

  it("continues if its git process is killed, and answers what was asked meanwhile", async () => {
    const { path } = await fixture({ "a.md": "a\n", "b.md": "b\n" });
    const { mirror, commit } = await open(path, { cacheBytes: 0 });
    const snapshot = await mirror.snapshot(commit);
    expect(killGit(mirror)).toBe(1);
    const answers = await Promise.all(
      ["a.md", "b.md"].map((name) => mirror.readBlob(snapshot.find(name)!.id)),
    );
    expect(answers.map(String)).toEqual(["a\n", "b\n"]);
  });

  it("ends idle processes and starts new ones when they are needed", async () => {
    const { path } = await fixture({ "a.md": "a\n" });
    const { mirror, commit } = await open(path, { cacheBytes: 0, idleMs: 5 });
    const { id } = (await mirror.snapshot(commit)).find("a.md")!;
    await expect.poll(() => killGit(mirror), { timeout: 60_000 }).toBe(0);
    expect(String(await mirror.readBlob(id))).toBe("a\n");
  });

  it("stops waiting if the job is stopped, and still answers others", async () => {
    const { path } = await fixture({ "a.md": "a\n" });
    const { mirror, commit } = await open(path, { cacheBytes: 0 });
    const { id } = (await mirror.snapshot(commit)).find("a.md")!;
    const stop = new AbortController();
    const stopped = mirror.readBlob(id, stop.signal);
    const other = mirror.readBlob(id);
    stop.abort(new Error("cancelled"));
    await expect(stopped).rejects.toThrow("cancelled");
    expect(String(await other)).toBe("a\n");
  });

  it("keeps files and names within its limit", async () => {
    const files = Array.from({ length: 40 }, (_, at) => [`f${at}.md`, `${at}`.repeat(10_000)]);
    const { path } = await fixture(Object.fromEntries(files));
    const { mirror, commit } = await open(path, { cacheBytes: 100_000 });
    const snapshot = await mirror.snapshot(commit);
    for (const [name, text] of [...files, ...files])
      expect(String(await mirror.readBlob(snapshot.find(name!)!.id))).toBe(text);
  });

  it("compares trees whose objects it was given, and leaves the mirror itself alone", async () => {
    const { path } = await fixture({ "a b.md": "one\ntwo\n", "ü.md": "x\n".repeat(20), "bin.dat": "a\0b" });
    const { mirror, commit, root, mirrors } = await open(path);
    const from = (await mirror.snapshot(commit)).tree;
    await writeFiles(path, { "a b.md": "one\n2\n", "bin.dat": "a\0c", "new.md": "no end" });
    await git(path, ["mv", "ü.md", "é.md"]);
    await commitAll(path, "second");
    const ids = (await git(path, ["rev-list", "--objects", "--no-object-names", "HEAD", "^HEAD~1"])).split(
      "\n",
    );
    const objects = new Map();
    for (const id of ids) {
      const type = await git(path, ["cat-file", "-t", id]);
      objects.set(id, { type, bytes: execFileSync("git", ["cat-file", type, id], { cwd: path }) });
    }
    const before = await readdir(join(mirror.path, "objects"), { recursive: true });
    await mirror.writeObjects(objects);
    const to = await git(path, ["rev-parse", "HEAD^{tree}"]);
    const diff = await mirror.compareTrees([from, to]);
    const flags = ["diff-tree", "-r", "--find-renames", "--patch", "--binary", from, to];
    const expected = execFileSync("git", ["-c", "core.quotePath=false", ...flags], {
      cwd: path,
      encoding: "utf8",
    });
    expect(diff.patch).toBe(expected);
    expect(diff.files).toEqual([
      { status: "M", path: "a b.md", mode: "100644", additions: 1, deletions: 1 },
      { status: "M", path: "bin.dat", mode: "100644", additions: 0, deletions: 0 },
      { status: "A", path: "new.md", mode: "100644", additions: 1, deletions: 0 },
      { status: "R", path: "é.md", oldPath: "ü.md", mode: "100644", additions: 0, deletions: 0 },
    ]);
    expect(await mirror.compareTrees([from, from])).toEqual({ patch: "", files: [], patchBytes: 0 });
    expect(await mirror.compareText([from, to])).toContain("@@ -2 +2 @@ one\n-two\n+2\n");
    expect(await readdir(join(mirror.path, "objects"), { recursive: true })).toEqual(before);
    await mirrors.close();
    expect(await readdir(join(root, "own"))).toEqual([]);
  });

  it.each([
    ["a folder of git's", ".git"],
    ["a folder of git's in another case", ".GIT"],
    ["a short name of it", "git~1"],
    ["a folder above", ".."],
  ])("refuses a tree with %s", async (_what, name) => {
    const { path } = await fixture({ "a.md": "x\n" });
    const inner = await git(path, ["rev-parse", "HEAD^{tree}"]);
    const tree = await git(path, ["mktree"], { input: `040000 tree ${inner}\t${name}\n` });
    const commit = await git(path, ["commit-tree", "-m", "hostile", tree]);
    await git(path, ["update-ref", "refs/heads/main", commit]);
    const opened = await open(path);
    await expect(opened.mirror.snapshot(opened.commit)).rejects.toMatchObject({ code: "git_failed" });
  });

  it("refuses a tree with a duplicate name", async () => {
    const { path } = await fixture({ "a.md": "x\n" });
    const blob = await git(path, ["rev-parse", "HEAD:a.md"]);
    const entry = Buffer.concat([Buffer.from("100644 a.md\0"), Buffer.from(blob, "hex")]);
    const input = Buffer.concat([entry, entry]);
    const tree = await git(path, ["hash-object", "-t", "tree", "-w", "--stdin", "--literally"], { input });
    const commit = await git(path, ["commit-tree", "-m", "hostile", tree]);
    await git(path, ["update-ref", "refs/heads/main", commit]);
    const opened = await open(path);
    await expect(opened.mirror.snapshot(opened.commit)).rejects.toMatchObject({ code: "git_failed" });
  });
});
