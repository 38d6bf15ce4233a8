import { execFile } from "node:child_process";
import { chmod, mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { diffWorkspace } from "../../../test/helpers/checkout/diff-workspace.ts";
import { treeHash } from "../../../test/helpers/checkout/write-tree.ts";
import { createRepository, git, writeFiles } from "../../../test/helpers/git-fixture.ts";
import { runsAll } from "../../../test/helpers/skip-unless.ts";
import { useCleanups } from "../../../test/helpers/use-cleanups.ts";
import { openDiskFiles } from "../../agent/open-disk-files.ts";
import { openTreeFiles } from "../../agent/open-tree-files.ts";
import type { WorkingFiles } from "../../agent/working-files.ts";
import { AppError } from "../../errors.ts";
import { createWorkspace } from "../checkout/create-workspace.ts";
import { fetchBase } from "../fetch/fetch-base.ts";
import { createMirrors } from "../mirror/open-mirrors.ts";
import { createOverlay } from "./create-overlay.ts";

const { cleanups, folder } = useCleanups();

/** The same commit twice: as a checkout, and as an overlay. */
async function openBoth(path: string) {
  const root = await folder();
  const { mirror, baseCommit: commit } = await fetchBase({
    mirrorsFolder: join(root, "mirrors"),
    repository: { kind: "path", path },
    ref: null,
    jobId: "job1",
    allowPrivateAddresses: false,
  });
  const workspace = await createWorkspace({
    workspacesFolder: join(root, "w"),
    name: "job1",
    mirror,
    commit,
  });
  const mirrors = createMirrors({ folder: join(root, "own"), cacheBytes: 1_000_000 });
  cleanups.push(mirrors.close);
  const opened = await mirrors.open(mirror);
  const snapshot = await opened.snapshot(commit);
  const overlay = createOverlay(opened, snapshot);
  const onDisk = openDiskFiles(workspace.directory);
  const inTree = openTreeFiles(overlay);
  const assertSame = async (paths: Iterable<string>): Promise<void> => {
    const wanted = await treeHash(workspace, [...paths]);
    expect(overlay.treeId()).toBe(wanted);
  };
  const assertSamePatch = async (paths: Iterable<string>): Promise<void> => {
    const wanted = await treeHash(workspace, [...paths]);
    const tree = overlay.treeId();
    expect(tree).toBe(wanted);
    await opened.writeObjects(overlay.objects());
    const [ours, theirs] = [
      await opened.compareTrees([snapshot.tree, tree]),
      await diffWorkspace(workspace, wanted),
    ];
    expect(ours).toEqual(theirs);
    await git("/", [`--git-dir=${opened.gitDirectory}`, "fsck", "--full", "--strict", tree]);
    const files = await git("/", [`--git-dir=${opened.gitDirectory}`, "ls-tree", "-r", "-z", tree]);
    const listed = files.split("\0").filter((line) => line !== "" && !line.startsWith("160000"));
    expect(overlay.files().map(({ path: name, mode }) => `${mode.toString(8)} ${name}`)).toEqual(
      listed.map((line) => line.replace(/ .*?\t/, " ")),
    );
  };
  return { workspace, overlay, onDisk, inTree, assertSame, assertSamePatch };
}

/** A repository with everything that a tree may have. */
async function oddRepository(): Promise<string> {
  const { path, commit, remove } = await createRepository({
    "README.md": "hello\n",
    "run.sh": "#!/bin/sh\n",
    "crlf.md": "\ufeffa\r\nb\r\n",
    "data.bin": "a\0b",
    "latin.md": Buffer.from([0x61, 0xe9]),
    "docs/a.md": "a\n".repeat(30),
    "docs/a/b/c.md": "c\n",
    "docs/a.b/c.md": "c\n",
    'docs/with "quotes" and spaces.md': "q\n",
    "docs/文档/naïve.md": "é\n",
    "docs/tab\tname.md": "t\n",
    "only/one.md": "one\n",
    "large.md": "x".repeat(1024 * 1024 + 1),
  });
  cleanups.push(remove);
  await chmod(join(path, "run.sh"), 0o755);
  await symlink("../README.md", join(path, "docs/link.md"));
  await git(path, ["add", "-A"]);
  await git(path, ["update-index", "--add", "--cacheinfo", `160000,${commit},module`]);
  await git(path, ["commit", "--quiet", "-m", "odd entries"]);
  return path;
}

const names = [
  ...["README.md", "run.sh", "crlf.md", "data.bin", "latin.md", "large.md", "docs/a.md", "docs/a/b/c.md"],
  ...[
    "docs/a.b/c.md",
    'docs/with "quotes" and spaces.md',
    "docs/文档/naïve.md",
    "docs/link.md",
    "only/one.md",
  ],
  ...[
    "docs",
    "docs/a",
    "module",
    "module/x.md",
    "new.md",
    "docs/new page.md",
    "docs/a/b",
    "only",
    "docs/A.md",
  ],
  ...["README.md/below.md", "deep/er/and/deeper.md", "deep/er", "docs/./a.md", "./new.md", "docs//a.md", ""],
  ...["../x", ".git/config", "a\0b", "end.", "docs/\u{1F600}.md", "docs/\uFB01.md", "nope/nope.md"],
];

/** Pseudo-random, with a fixed seed. */
function createRandom(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
}

type Operation = [name: string, run: (files: WorkingFiles) => Promise<unknown>, paths: string[]];

function anyOperation(random: (below: number) => number): Operation {
  const path = names[random(names.length)]!;
  const other = names[random(names.length)]!;
  const text = ["", "text\n", "no end", "\ufeffbom\r\n", "a\n".repeat(29), "é文\u{1F600}\n"][random(6)]!;
  const operations: Operation[] = [
    ["read", (files) => files.readText(path), []],
    ["read if present", (files) => files.readTextIfPresent(path), []],
    ["free", (files) => files.isFree(path), []],
    ["list", (files) => files.listFolder(path), []],
    ["delete", (files) => files.deleteFile(path), [path]],
    ["move", (files) => files.moveFile(path, other), [path, other]],
    ["write", (files) => files.writeText(path, text), [path]],
    ["write", (files) => files.writeText(path, text), [path]],
  ];
  return operations[random(operations.length)]!;
}

async function outcomeOf(run: () => Promise<unknown>): Promise<unknown> {
  return await run().catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    return { code: error.code, message: error.message };
  });
}

const plain = (path: string): string =>
  path
    .split("/")
    .filter((part) => part !== "" && part !== ".")
    .join("/");

describe("an overlay", () => {
  it.each(runsAll ? [1, 2, 3, 4] : [1])(
    "behaves like a checkout: same results, same errors, same trees, same patches (%i)",
    async (seed) => {
      const { onDisk, inTree, assertSame, assertSamePatch } = await openBoth(await oddRepository());
      const random = createRandom(seed);
      const changed = new Set<string>();
      const log: string[] = [];
      for (let round = 0; round < 120; round++) {
        const [name, run, paths] = anyOperation(random);
        const ours = await outcomeOf(() => run(inTree));
        const theirs = await outcomeOf(() => run(onDisk));
        log.push(`${name} ${paths.join(" → ")}`);
        expect(ours, log.join("\n")).toEqual(theirs);
        const isDone = theirs === undefined;
        if (isDone) for (const path of paths) changed.add(plain(path));
        if (random(12) === 0) await assertSame(changed);
      }
      await assertSamePatch(changed);
    },
    120_000,
  );

  it.each(runsAll ? [1, 2, 3] : [1])(
    "takes over another program's changes to a checkout, including folders that replace files and vice versa (%i)",
    async (seed) => {
      const { workspace, overlay, assertSame, assertSamePatch } = await openBoth(await oddRepository());
      const random = createRandom(seed);
      const paths = [
        "a",
        "a/b",
        "a/b/c.md",
        "docs",
        "docs/a.md",
        "docs/a",
        "docs/a/b",
        "run.sh",
        "README.md",
      ];
      const places = [...paths, "README.md/x.md", "run.sh/y/z.md", "module", "only/one.md", "docs/link.md"];
      const changed = new Set<string>();
      for (let round = 0; round < 60; round++) {
        const path = places[random(places.length)]!;
        const target = join(workspace.directory, path);
        changed.add(path);
        // Everything that was below it, and everything above it.
        for (const above of places) if (path.startsWith(`${above}/`)) changed.add(above);
        for (const file of overlay.files()) if (file.path.startsWith(`${path}/`)) changed.add(file.path);
        if (random(3) === 0) {
          await rm(target, { recursive: true, force: true }).catch(() => {});
          overlay.remove(path);
        } else {
          const text = `${round}\n`;
          await replaceFile(workspace.directory, path, text);
          overlay.write(path, Buffer.from(text));
        }
        if (random(10) === 0) await assertSame(changed);
      }
      await assertSamePatch(changed);
    },
    120_000,
  );

  it("keeps the modes that git keeps, also of a file that was removed and restored", async () => {
    const { workspace, overlay, assertSame, assertSamePatch } = await openBoth(await oddRepository());
    const paths = ["run.sh", "moved.sh", "docs/link.md"];
    await writeFiles(workspace.directory, { "run.sh": "changed\n", "docs/link.md": "else\n" });
    overlay.write("run.sh", Buffer.from("changed\n"));
    overlay.write("docs/link.md", Buffer.from("else\n"));
    await assertSame(paths);
    await rm(join(workspace.directory, "run.sh"));
    overlay.remove("run.sh");
    await assertSame(paths);
    await writeFiles(workspace.directory, { "run.sh": "again\n" });
    overlay.write("run.sh", Buffer.from("again\n"));
    await assertSamePatch(paths);
    expect(overlay.files().find(({ path }) => path === "docs/link.md")?.mode).toBe(0o120000);
  });

  it("has the tree of its commit if nothing changed, and no objects of its own if everything was undone", async () => {
    const { overlay, inTree } = await openBoth(await oddRepository());
    expect(overlay.treeId()).toBe(overlay.snapshot.tree);
    await inTree.writeText("docs/a.md", "other");
    expect(overlay.treeId()).not.toBe(overlay.snapshot.tree);
    await inTree.writeText("docs/a.md", "a\n".repeat(30));
    expect(overlay.treeId()).toBe(overlay.snapshot.tree);
    expect([...overlay.objects().values()].map(({ type }) => type)).toEqual(["blob"]);
    expect(overlay.changedPaths()).toEqual(["docs/a.md"]);
  });

  it("writes trees for repositories with SHA-256 ids", async () => {
    const path = await folder();
    await git(path, ["init", "--quiet", "--object-format=sha256", "--initial-branch=main"]);
    await writeFiles(path, { "docs/a.md": "a\n", "b.md": "b\n" });
    await git(path, ["add", "-A"]);
    await git(path, ["commit", "--quiet", "-m", "first"]);
    const mirror = join(await folder(), "m.git");
    await git("/", ["clone", "--quiet", "--bare", path, mirror]);
    const mirrors = createMirrors({ folder: await folder(), cacheBytes: 1_000_000 });
    cleanups.push(mirrors.close);
    const opened = await mirrors.open(mirror);
    const snapshot = await opened.snapshot(await git(path, ["rev-parse", "HEAD"]));
    const overlay = createOverlay(opened, snapshot);
    overlay.write("docs/new.md", Buffer.from("new\n"));
    overlay.remove("b.md");
    await writeFiles(path, { "docs/new.md": "new\n" });
    await rm(join(path, "b.md"));
    await git(path, ["add", "-A"]);
    const tree = overlay.treeId();
    expect(tree).toBe(await git(path, ["write-tree"]));
    await opened.writeObjects(overlay.objects());
    const { files } = await opened.compareTrees([snapshot.tree, tree]);
    expect(files.map(({ status, path: name }) => `${status} ${name}`)).toEqual(["D b.md", "A docs/new.md"]);
  });
});

async function replaceFile(directory: string, path: string, text: string): Promise<void> {
  const parts = path.split("/");
  for (let at = 1; at < parts.length; at++) {
    const above = join(directory, ...parts.slice(0, at));
    await mkdir(above).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
      await promisify(execFile)("sh", ["-c", '[ -d "$1" ] || { rm "$1"; mkdir "$1"; }', "sh", above]);
    });
  }
  await mkdir(dirname(join(directory, path)), { recursive: true });
  await rm(join(directory, path), { recursive: true, force: true });
  await writeFile(join(directory, path), text);
}
