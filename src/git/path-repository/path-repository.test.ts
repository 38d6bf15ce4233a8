import {
  chmod,
  chown,
  lchown,
  lstat,
  mkdir,
  readdir,
  readFile,
  rename,
  symlink,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createRepository, git } from "../../../test/helpers/git-fixture.ts";
import { asRoot } from "../../../test/helpers/skip-unless.ts";
import { useCleanups } from "../../../test/helpers/use-cleanups.ts";
import { workOnRepository } from "../../../test/helpers/work-on-repository.ts";

const { cleanups, folder } = useCleanups();
const stranger = 65_534;

async function repository() {
  const { path, remove } = await createRepository({ "docs/a.md": "one\n" });
  cleanups.push(remove);
  return path;
}

async function entriesOf(path: string): Promise<string[]> {
  return [".", ...(await readdir(path, { recursive: true }))].map((entry) => join(path, entry));
}

async function give(path: string, user: number): Promise<void> {
  for (const entry of await entriesOf(path)) await chown(entry, user, user);
}

async function work(path: string, between = async () => {}) {
  return await workOnRepository(path, await folder(), between);
}

const works = {
  head: true,
  fetched: true,
  base: "main",
  isMerged: false,
  mergeBase: true,
  deleted: "deleted",
};
const refused = (words: string) => ({
  code: "repository_unreachable",
  message: expect.stringContaining(words),
});

describe("a repository of this machine", () => {
  it("is fetched from and pushed to with common settings", async () => {
    const path = await repository();
    const settings = {
      "user.name": "A Person",
      "user.signingKey": "~/.ssh/id",
      "commit.gpgSign": "true",
      "core.hooksPath": ".husky/_",
      "core.fsmonitor": "true",
      "core.autocrlf": "input",
      "core.sharedRepository": "group",
      "filter.lfs.process": "git-lfs filter-process",
      "filter.lfs.required": "true",
      "remote.origin.url": "https://github.com/acme/docs.git",
      "remote.origin.fetch": "+refs/heads/*:refs/remotes/origin/*",
      "branch.main.remote": "origin",
      "pack.windowMemory": "1g",
      "receive.denyNonFastForwards": "false",
    };
    for (const [key, value] of Object.entries(settings)) await git(path, ["config", key, value]);
    await writeFile(join(path, ".git/info/attributes"), "*.md filter=lfs\n");
    await git(path, ["pack-refs", "--all"]);
    const seen = await work(path, async () => {
      const log = await readFile(join(path, ".git/logs/refs/heads/copydesk/job1"), "utf8");
      expect(log).toContain("Copydesk <copydesk@localhost>");
      const { mode } = await lstat(join(path, ".git/refs/heads/copydesk/job1"));
      expect(mode & 0o060).toBe(0o060);
    });
    expect(seen).toEqual(works);
    await git(path, ["fsck", "--strict"]);
  });

  it("respects what its owner has forbidden", async () => {
    const path = await repository();
    await git(path, ["config", "receive.denyNonFastForwards", "true"]);
    await expect(work(path)).rejects.toMatchObject({ code: "push_rejected" });
  });

  it("is refused if a setting that git needs has an unusable value", async () => {
    const path = await repository();
    await git(path, ["config", "core.sharedRepository", "0660"]);
    expect(await work(path)).toEqual(works);
    await git(path, ["config", "core.sharedRepository", "!sh"]);
    await expect(work(path)).rejects.toMatchObject(refused("core.sharedrepository"));
    await writeFile(join(path, ".git/config"), "[core\n");
    await expect(work(path)).rejects.toMatchObject(refused("config cannot be read"));
  });

  it("is found through a file that names its git directory", async () => {
    const path = await repository();
    await rename(join(path, ".git"), `${path}.apart`);
    await writeFile(join(path, ".git"), `gitdir: ../${path.split("/").at(-1)}.apart\n`);
    expect(await work(path)).toEqual(works);
  });
});

describe("a repository of this machine, for a service that is root", asRoot, () => {
  it("is used as the owner of its git directory if root owns the folder around it", async () => {
    const path = await repository();
    await give(join(path, ".git"), stranger);
    expect(await work(path)).toEqual(works);
    const owners = await Promise.all(
      (await entriesOf(join(path, ".git"))).map(async (entry) => (await lstat(entry)).uid),
    );
    expect(new Set(owners)).toEqual(new Set([stranger]));
  });

  it("is not pushed to if its owner cannot write to it", async () => {
    const path = await repository();
    await chown(path, stranger, stranger);
    const before = await entriesOf(path);
    await expect(work(path)).rejects.toMatchObject(refused("cannot write it"));
    expect(await entriesOf(path)).toEqual(before);
  });

  it("is not read if its owner cannot reach it", async () => {
    const path = await repository();
    await give(path, stranger);
    const closed = await folder();
    await chmod(closed, 0o700);
    await rename(path, join(closed, "site"));
    await expect(work(join(closed, "site"))).rejects.toMatchObject(refused("cannot read it"));
  });

  it("is not reached with root's rights through somebody else's link or git file", async () => {
    const secret = await repository();
    await chmod(secret, 0o700);
    const home = await folder();
    await chmod(home, 0o755);
    await symlink(secret, join(home, "link"));
    await mkdir(join(home, "pointer"));
    await writeFile(join(home, "pointer/.git"), `gitdir: ${secret}/.git\n`);
    await lchown(join(home, "link"), stranger, stranger);
    await give(join(home, "pointer"), stranger);
    for (const name of ["link", "pointer"])
      await expect(work(join(home, name)), name).rejects.toMatchObject(refused("cannot read it"));
  });
});
