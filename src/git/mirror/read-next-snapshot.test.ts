import { chmod, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { commitAll, createRepository, git, writeFiles } from "../../../test/helpers/git-fixture.ts";
import { useCleanups } from "../../../test/helpers/use-cleanups.ts";
import type { SizeLimits } from "../fetch/assert-repository-size.ts";
import { createMirrors, type Mirror } from "./open-mirrors.ts";
import { isFolder, joinPath, type Snapshot } from "./snapshot.ts";

const { cleanups, folder } = useCleanups();

const files = {
  "README.md": "one\n",
  "docs/a.md": "a\n",
  "docs/deep/er/b.md": "b\n",
  "docs/deep/c.md": "c\n",
  "docs/ü 文.md": "d\n",
  "other/e.md": "e\n",
};

/** A mirror that has read a commit of `files` and submodules, and the repository to commit more to. */
async function fixture() {
  const { path, remove } = await createRepository(files);
  cleanups.push(remove);
  await symlink("README.md", join(path, "link"));
  const commit = await commitAll(path, "a link");
  const mirrors = createMirrors({ folder: join(await folder(), "own"), cacheBytes: 1_000_000 });
  cleanups.push(mirrors.close);
  const mirror = await mirrors.open(join(path, ".git"));
  return { path, mirror, first: await mirror.snapshot(commit) };
}

/** Reads a commit's names as if no other commit had been read. */
async function readAlone(mirror: Mirror, commit: string): Promise<Snapshot> {
  const mirrors = createMirrors({ folder: join(await folder(), "own"), cacheBytes: 1_000_000 });
  cleanups.push(mirrors.close);
  return await (await mirrors.open(mirror.path)).snapshot(commit);
}

function describeSnapshot(snapshot: Snapshot) {
  const entriesBelow = (folder: string): unknown[] => {
    const { names, entryAt } = snapshot.folders.get(folder)!;
    return names.flatMap((name, at) => {
      const entry = entryAt(at);
      const path = joinPath(folder, name);
      return [{ path, ...entry }, ...(isFolder(entry) ? entriesBelow(path) : [])];
    });
  };
  const { commit, tree, format, files, bytes, hasLinks } = snapshot;
  return { commit, tree, format, files, bytes, hasLinks, paths: snapshot.paths(), entries: entriesBelow("") };
}

type Change = (path: string) => Promise<unknown>;

const edit: Change = (path) =>
  writeFiles(path, { "docs/deep/er/b.md": "longer than before\n", "README.md": "", "docs/ü 文.md": "e\n" });

it.each<[what: string, isNext: boolean, change: Change]>([
  ["the contents of files", true, edit],
  [
    "the target of a link",
    true,
    async (path) => {
      await rm(join(path, "link"));
      await symlink("docs/a.md", join(path, "link"));
    },
  ],
  ["nothing", true, (path) => git(path, ["commit", "--quiet", "--allow-empty", "-m", "nothing"])],
  ["the files of a folder", false, (path) => writeFiles(path, { "docs/deep/new.md": "n\n" })],
  ["the folders of a folder", false, (path) => writeFiles(path, { "docs/new/n.md": "n\n" })],
  ["the files by a deletion", false, (path) => rm(join(path, "docs/a.md"))],
  ["the folders by a deletion", false, (path) => rm(join(path, "docs/deep"), { recursive: true })],
  ["the name of a file", false, (path) => git(path, ["mv", "docs/a.md", "docs/b.md"])],
  ["the mode of a file", false, (path) => chmod(join(path, "docs/a.md"), 0o755)],
  [
    "a folder into a file",
    false,
    async (path) => {
      await rm(join(path, "other"), { recursive: true });
      await writeFiles(path, { other: "file\n" });
    },
  ],
])(
  "after %s changed, the names are those of the commit (by its changes alone: %s)",
  async (_what, isNext, change) => {
    const { path, mirror, first } = await fixture();
    await change(path);
    const commit =
      (await git(path, ["status", "--porcelain"])) === "" ? "" : await commitAll(path, "changed");
    const snapshot = await mirror.snapshot(commit || (await git(path, ["rev-parse", "HEAD"])));
    expect(describeSnapshot(snapshot)).toEqual(describeSnapshot(await readAlone(mirror, snapshot.commit)));
    // The list of paths is shared exactly where nothing but contents was read again.
    expect(snapshot.paths() === first.paths()).toBe(isNext);
  },
);

it("reads many commits one after another", async () => {
  const { path, mirror, first } = await fixture();
  for (let round = 0; round < 5; round++) {
    await writeFiles(path, {
      "docs/a.md": `${round}\n`,
      [`docs/deep/er/${"b".repeat(1 + (round % 2))}.md`]: "x",
    });
    const snapshot = await mirror.snapshot(await commitAll(path, `round ${round}`));
    expect(describeSnapshot(snapshot)).toEqual(describeSnapshot(await readAlone(mirror, snapshot.commit)));
  }
  expect(describeSnapshot(first)).toEqual(describeSnapshot(await readAlone(mirror, first.commit)));
});

it.each<[string, Partial<SizeLimits>]>([
  ["a file", { maxFileBytes: 100 }],
  ["all files", { maxTotalBytes: 100 }],
])("finds that %s became too large", async (_what, limits) => {
  const { path, mirror } = await fixture();
  await mirror.snapshot(await git(path, ["rev-parse", "HEAD"]), { limits });
  await writeFiles(path, { "docs/a.md": "a".repeat(101) });
  const commit = await commitAll(path, "large");
  await expect(mirror.snapshot(commit, { limits })).rejects.toMatchObject({ code: "repository_too_large" });
});
