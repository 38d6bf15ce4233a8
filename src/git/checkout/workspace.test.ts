import { execFile } from "node:child_process";
import { chmod, lstat, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { commitWorkspace } from "../../../test/helpers/checkout/commit-workspace.ts";
import { diffWorkspace } from "../../../test/helpers/checkout/diff-workspace.ts";
import { listFiles } from "../../../test/helpers/checkout/list-files.ts";
import { readFileAt } from "../../../test/helpers/checkout/read-file-at.ts";
import { treeHash } from "../../../test/helpers/checkout/write-tree.ts";
import { commitAll, createRepository, git, writeFiles } from "../../../test/helpers/git-fixture.ts";
import { useCleanups } from "../../../test/helpers/use-cleanups.ts";
import { assertRepositorySize } from "../fetch/assert-repository-size.ts";
import { fetchBase } from "../fetch/fetch-base.ts";
import { createWorkspace, type Workspace } from "./create-workspace.ts";
import { removeWorkspace } from "./remove-workspace.ts";

const { cleanups, folder } = useCleanups();
/** A workspace of the latest commit of the repository at `path`. */
async function open(path: string): Promise<Workspace> {
  const root = await folder();
  const base = await fetchBase({
    mirrorsFolder: join(root, "mirrors"),
    repository: { kind: "path", path },
    ref: null,
    jobId: "job1",
    allowPrivateAddresses: false,
  });
  const { mirror, baseCommit: commit } = base;
  return await createWorkspace({ workspacesFolder: join(root, "workspaces"), name: "job1", mirror, commit });
}

async function fixture(files: Record<string, string | Buffer>) {
  const made = await createRepository(files);
  cleanups.push(made.remove);
  return made;
}

const author = { name: "Copydesk", email: "copydesk@localhost" };

describe("createWorkspace", () => {
  it("writes exactly the bytes of the repository, whatever its attributes ask for", async () => {
    const files = {
      "crlf.md": "a\r\nb\r\n",
      "lf.md": "a\nb\n",
      "mixed.md": "a\r\nb\nc\r",
      "ident.md": "$Id$\n",
      "wide.md": Buffer.from("\ufeffwide\n", "utf16le"),
      "filtered.md": "filtered\n",
      "文档/naïve page.md": "é\n",
      "empty.md": "",
    };
    const { path } = await fixture(files);
    await writeFiles(path, {
      ".gitattributes": [
        "*.md text eol=crlf ident filter=evil diff=evil",
        "wide.md working-tree-encoding=UTF-16LE",
        "filtered.md filter=evil binary",
      ].join("\n"),
    });
    const blobs = await git(path, ["ls-tree", "-r", "HEAD"]);
    await git(path, ["update-index", "--add", "--cacheinfo", `100644,${await hashOf(path)},.gitattributes`]);
    await git(path, ["commit", "--quiet", "-m", "attributes"]);
    const workspace = await open(path);
    for (const [name, content] of Object.entries(files)) {
      expect(await readFile(join(workspace.directory, name))).toEqual(Buffer.from(content));
    }
    const names = Object.keys(files);
    for (const name of names)
      await writeFile(join(workspace.directory, name), files[name as keyof typeof files]);
    const tree = await treeHash(workspace, names);
    const after = await git(path, ["--git-dir", workspace.gitDirectory, "ls-tree", "-r", tree]);
    expect(after.split("\n").filter((line) => !line.endsWith(".gitattributes"))).toEqual(blobs.split("\n"));
  });

  it("writes links as plain files and submodules as empty folders", async () => {
    const { path, commit } = await fixture({ "README.md": "hello\n" });
    await symlink("/etc/passwd", join(path, "link.md"));
    await git(path, ["add", "link.md"]);
    await git(path, ["update-index", "--add", "--cacheinfo", `160000,${commit},module`]);
    await git(path, ["commit", "--quiet", "-m", "odd entries"]);
    const workspace = await open(path);
    expect((await lstat(join(workspace.directory, "link.md"))).isFile()).toBe(true);
    expect(await readFile(join(workspace.directory, "link.md"), "utf8")).toBe("/etc/passwd");
    expect(await listFiles(workspace)).toEqual(["README.md", "link.md"]);
    await writeFile(join(workspace.directory, "README.md"), "changed\n");
    const diff = await diffWorkspace(workspace, await treeHash(workspace, ["README.md"]));
    expect(diff.files).toEqual([
      { status: "M", path: "README.md", mode: "100644", additions: 1, deletions: 1 },
    ]);
  });

  it("keeps the git directory outside the tree and replaces the remains of an earlier attempt", async () => {
    const { path } = await fixture({ "README.md": "hello\n" });
    const workspace = await open(path);
    expect(workspace.gitDirectory.startsWith(workspace.directory)).toBe(false);
    await expect(stat(join(workspace.directory, ".git"))).rejects.toMatchObject({ code: "ENOENT" });
    await writeFile(join(workspace.directory, "left-over.md"), "x");
    const [mirror] = (await readFile(join(workspace.gitDirectory, "objects/info/alternates"), "utf8")).split(
      "\n",
    );
    const again = await createWorkspace({
      workspacesFolder: join(workspace.root, ".."),
      name: "job1",
      mirror: join(mirror!, ".."),
      commit: workspace.baseCommit,
    });
    await expect(stat(join(again.directory, "left-over.md"))).rejects.toMatchObject({ code: "ENOENT" });
  });

  it.each(["../x", "a/b", "", ".", "-x"])("refuses %j as the name of a workspace", async (name) => {
    await expect(
      createWorkspace({ workspacesFolder: await folder(), name, mirror: "/nowhere", commit: "0".repeat(40) }),
    ).rejects.toThrow(TypeError);
  });

  it("leaves nothing behind if it fails", async () => {
    const workspacesFolder = await folder();
    await expect(
      createWorkspace({ workspacesFolder, name: "job1", mirror: "/nowhere", commit: "0".repeat(40) }),
    ).rejects.toMatchObject({ code: "git_failed" });
    expect(await readdir(workspacesFolder)).toEqual([]);
  });

  it("can be removed, even twice", async () => {
    const { path } = await fixture({ "README.md": "hello\n" });
    const workspace = await open(path);
    await removeWorkspace(workspace);
    await removeWorkspace(workspace);
    expect(await readdir(join(workspace.root, ".."))).toEqual([]);
  });
});

async function hashOf(path: string): Promise<string> {
  return await git(path, ["hash-object", "-w", "--no-filters", ".gitattributes"]);
}

describe("treeHash, diffWorkspace and commitWorkspace", () => {
  it("stages only the named paths and keeps the modes", async () => {
    const { path } = await fixture({ "a.md": "a\n", "b.md": "b\n", "run.sh": "#!/bin/sh\n" });
    await chmod(join(path, "run.sh"), 0o755);
    await commitAll(path, "executable");
    const workspace = await open(path);
    const { directory } = workspace;
    await writeFiles(directory, { "a.md": "changed\n", "b.md": "not named\n", "deep/new page.md": "new\n" });
    await writeFile(join(directory, "run.sh"), "#!/bin/sh\necho\n");
    const tree = await treeHash(workspace, ["a.md", "run.sh", "deep/new page.md"]);
    const { files } = await diffWorkspace(workspace, tree);
    expect(files).toEqual([
      { status: "M", path: "a.md", mode: "100644", additions: 1, deletions: 1 },
      { status: "A", path: "deep/new page.md", mode: "100644", additions: 1, deletions: 0 },
      { status: "M", path: "run.sh", mode: "100755", additions: 1, deletions: 0 },
    ]);
  });

  it("finds renames, removes deleted paths, and replaces a file with a folder and back", async () => {
    const text = Array.from({ length: 30 }, (_, at) => `line ${at}\n`).join("");
    const { path } = await fixture({
      "old.md": text,
      "gone.md": "gone\n",
      thing: "file\n",
      "box/in.md": "in\n",
    });
    const workspace = await open(path);
    const { directory } = workspace;
    for (const name of ["old.md", "gone.md", "thing", "box"])
      await rm(join(directory, name), { recursive: true });
    await writeFiles(directory, {
      "new.md": `${text}more\n`,
      "thing/page.md": "page\n",
      box: "a file now\n",
    });
    const changed = [
      "old.md",
      "new.md",
      "gone.md",
      "thing",
      "thing/page.md",
      "box/in.md",
      "box",
      "never-was.md",
    ];
    const { files, patch, patchBytes } = await diffWorkspace(workspace, await treeHash(workspace, changed));
    expect(files.map(({ status, path: name, oldPath }) => [status, name, oldPath])).toEqual([
      ["A", "box", undefined],
      ["D", "box/in.md", undefined],
      ["D", "gone.md", undefined],
      ["R", "new.md", "old.md"],
      ["D", "thing", undefined],
      ["A", "thing/page.md", undefined],
    ]);
    expect(files[3]).toMatchObject({ additions: 1, deletions: 0 });
    expect(patch).toContain("rename from old.md\nrename to new.md\n");
    expect(patchBytes).toBe(Buffer.byteLength(patch));
  });

  it("makes a patch that git applies", async () => {
    const { path } = await fixture({ "a.md": "a\n", "image.png": Buffer.from([0, 1, 2, 3]) });
    const workspace = await open(path);
    await writeFiles(workspace.directory, { "a.md": "b\n", "文.md": "new\n" });
    await rm(join(workspace.directory, "image.png"));
    const tree = await treeHash(workspace, ["a.md", "文.md", "image.png"]);
    const { patch } = await diffWorkspace(workspace, tree);
    await git(path, ["apply", "--index", "-"], { input: patch });
    expect(await git(path, ["write-tree"])).toBe(tree);
  });

  it("refuses links and special files in the change, also as parent folders", async () => {
    const { path } = await fixture({ "docs/a.md": "a\n" });
    const workspace = await open(path);
    const { directory } = workspace;
    await symlink("/etc/passwd", join(directory, "link.md"));
    await symlink("/etc", join(directory, "etc"));
    await promisify(execFile)("mkfifo", [join(directory, "pipe.md")]);
    for (const name of ["link.md", "etc/passwd", "pipe.md"]) {
      await expect(treeHash(workspace, [name])).rejects.toMatchObject({ code: "not_a_regular_file" });
    }
    for (const name of ["../x", "/etc/passwd", "a//b", "./a", "a\0b", ""]) {
      await expect(treeHash(workspace, [name])).rejects.toMatchObject({ code: "path_outside_workspace" });
    }
  });

  it("makes the same commit again from the same tree, date and author", async () => {
    const { path, commit: base } = await fixture({ "a.md": "a\n" });
    const workspace = await open(path);
    await writeFiles(workspace.directory, { "a.md": "b\n" });
    const tree = await treeHash(workspace, ["a.md"]);
    const options = { tree, message: "Say b\n\nBecause.\n", author, date: new Date("2026-01-02T03:04:05Z") };
    const commit = await commitWorkspace(workspace, options);
    expect(await commitWorkspace(workspace, options)).toBe(commit);
    const raw = await git(path, ["--git-dir", workspace.gitDirectory, "cat-file", "commit", commit]);
    expect(raw).toBe(
      [
        `tree ${tree}`,
        `parent ${base}`,
        "author Copydesk <copydesk@localhost> 1767323045 +0000",
        "committer Copydesk <copydesk@localhost> 1767323045 +0000",
        "",
        "Say b",
        "",
        "Because.",
      ].join("\n"),
    );
  });
});

describe("readFileAt", () => {
  it("reads the bytes of a file at a commit and returns null for anything else", async () => {
    const { path, commit } = await fixture({ "docs/a b.md": "base\r\n", "empty.md": "" });
    const workspace = await open(path);
    await writeFiles(workspace.directory, { "docs/a b.md": "changed\n" });
    const read = async (name: string, at = commit) => await readFileAt(workspace, at, name);
    expect(await read("docs/a b.md")).toEqual(Buffer.from("base\r\n"));
    expect(await read("empty.md")).toEqual(Buffer.alloc(0));
    for (const name of ["missing.md", "docs", "a\nb", "../x", ""]) expect(await read(name)).toBeNull();
    expect(await read("docs/a b.md", "--help")).toBeNull();
  });
});

describe("assertRepositorySize", () => {
  it.each([
    ["files", { maxFiles: 2 }, "more than 2 files"],
    ["a file's size", { maxFileBytes: 4 }, 'the file "big.md" is larger than'],
    ["all files' size", { maxTotalBytes: 8 }, "its files have more than"],
    ["a path's length", { maxPathLength: 10 }, "a path of more than 10 bytes"],
    ["depth", { maxDepth: 1 }, "nested more than 1 levels deep"],
  ])("refuses a repository over the limit of %s", async (_what, limits, words) => {
    const { path, commit } = await fixture({
      "a.md": "a\n",
      "big.md": "12345\n",
      "deep/er/page-1.md": "x\n",
    });
    const mirror = join(path, ".git");
    expect(await assertRepositorySize({ mirror, commit })).toMatchObject({ files: 3, bytes: 10 });
    await expect(assertRepositorySize({ mirror, commit, limits })).rejects.toMatchObject({
      code: "repository_too_large",
      message: expect.stringContaining(words),
    });
  });
});
