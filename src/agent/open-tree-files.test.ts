import { chmod, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRepository, git, temporaryFolder } from "../../test/helpers/git-fixture.ts";
import { hostilePaths } from "../../test/helpers/hostile-paths.ts";
import { isAppError } from "../errors.ts";
import { createMirrors, type Mirror } from "../git/mirror/open-mirrors.ts";
import type { Snapshot } from "../git/mirror/snapshot.ts";
import { createOverlay } from "../git/overlay/create-overlay.ts";
import { openTreeFiles } from "./open-tree-files.ts";
import type { WorkingFiles } from "./working-files.ts";

const cleanups: (() => Promise<unknown>)[] = [];
let path: string;
let mirror: Mirror;
let snapshot: Snapshot;

afterAll(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
});

beforeAll(async () => {
  const { commit, ...repository } = await createRepository({
    "docs/page.md": "page\n",
    "docs/Page.md": "another page\n",
    "docs/run.md": "#!/bin/sh\n",
    "outside/secret.md": "secret\n",
  });
  path = repository.path;
  cleanups.push(repository.remove);
  await chmod(join(path, "docs/run.md"), 0o755);
  await symlink("../../../../etc/passwd", join(path, "docs/link.md"));
  await symlink("../outside", join(path, "linked"));
  await git(path, ["add", "--all"]);
  await git(path, ["update-index", "--add", "--cacheinfo", `160000,${commit},docs/module`]);
  await git(path, ["commit", "--quiet", "-m", "links, a submodule, names that differ by their case"]);
  const folder = await temporaryFolder();
  const mirrors = createMirrors({ folder, cacheBytes: 1_000_000 });
  cleanups.push(() => rm(folder, { recursive: true, force: true }), mirrors.close);
  mirror = await mirrors.open(join(path, ".git"));
  snapshot = await mirror.snapshot(await git(path, ["rev-parse", "HEAD"]));
});

function open(): { files: WorkingFiles; treeId(): string } {
  const overlay = createOverlay(mirror, snapshot);
  return { files: openTreeFiles(overlay), treeId: overlay.treeId };
}

const operations: [name: string, run: (files: WorkingFiles, path: string) => Promise<unknown>][] = [
  ["read", (files, path) => files.readText(path)],
  ["write", (files, path) => files.writeText(path, "overwritten")],
  ["delete", (files, path) => files.deleteFile(path)],
  ["move from", (files, path) => files.moveFile(path, "docs/moved.md")],
  ["move to", (files, path) => files.moveFile("docs/page.md", path)],
];

describe("hostile paths", () => {
  describe.each(operations)("%s", (_name, run) => {
    it.each([
      ...hostilePaths,
      ["a page in a link", "linked/secret.md", "not_a_regular_file"],
      ["a submodule", "docs/module", "not_a_regular_file"],
    ])("refuses %s, and changes nothing", async (_title, hostile, code) => {
      const { files, treeId } = open();
      const outcome = await run(files, hostile).catch((error: unknown) => error);
      expect(isAppError(outcome) ? outcome.code : outcome).toBe(code);
      expect(treeId()).toBe(snapshot.tree);
    });
  });
});

describe("contents of a repository", () => {
  it("shows a link as the text of its target, and never the target itself", async () => {
    const { files } = open();
    expect(await files.readText("docs/link.md")).toBe("../../../../etc/passwd");
    expect(await files.listFolder("docs")).toContainEqual({ name: "link.md", isFolder: false });
    await expect(files.listFolder("linked")).rejects.toMatchObject({ code: "not_a_regular_file" });
  });

  it("distinguishes names that differ only in case", async () => {
    const { files } = open();
    await files.writeText("docs/page.md", "changed\n");
    expect(await files.readText("docs/Page.md")).toBe("another page\n");
    await files.deleteFile("docs/Page.md");
    expect(await files.readText("docs/page.md")).toBe("changed\n");
    expect(await files.isFree("docs/Page.md")).toBe(true);
  });

  it("keeps untouched links, submodules and modes", async () => {
    const { files, treeId } = open();
    await files.writeText("docs/new.md", "new\n");
    await files.writeText("docs/run.md", "#!/bin/bash\n");
    await files.deleteFile("docs/new.md");
    await files.writeText("docs/run.md", "#!/bin/sh\n");
    expect(treeId()).toBe(snapshot.tree);
  });
});
