import { appendFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { commitAll, createRepository, git, writeFiles } from "../../../test/helpers/git-fixture.ts";
import { useCleanups } from "../../../test/helpers/use-cleanups.ts";
import { findRemoteBranch, readRemoteCommit } from "../remote/find-remote-branch.ts";
import { openRemote } from "../remote/open-remote.ts";
import { parseRepository } from "../remote/parse-repository.ts";
import { listRefs } from "../wire/list-refs.ts";
import { readPathRefs } from "./read-path-refs.ts";

const { cleanups } = useCleanups();

async function repository() {
  const { path, commit, remove } = await createRepository({ "a.md": "a\n" });
  cleanups.push(remove);
  return { path, commit };
}

/** The refs read from the files, and those that git's own service lists for the same repository. */
async function bothWays(path: string, wanted: string) {
  const options = { repository: parseRepository(path), allowPrivateAddresses: true };
  const remote = await openRemote(options);
  const files: [string, string][] = [];
  const service: [string, string][] = [];
  const headOfFiles = await readPathRefs(remote.local!, wanted, (...ref) => files.push(ref));
  // As in another user's repository, whose refs only git may read.
  const elsewhere = { ...remote, local: { ...remote.local!, user: ownUser() } };
  const request = { wanted, take: (...ref: [string, string]) => service.push(ref) };
  const headOfService = await listRefs(options, elsewhere, request);
  return { files: { head: headOfFiles, refs: files }, service: { head: headOfService, refs: service } };
}

const ownUser = () => ({ uid: process.getuid!(), gid: process.getgid!() });

describe("the refs of a repository of this machine", () => {
  it("are read as git lists them: from files, the packed list, both, symbolic, or none", async () => {
    const { path } = await repository();
    for (const name of ["packed", "both", "docs/deep/er"]) await git(path, ["branch", name]);
    await git(path, ["pack-refs", "--all"]);
    await writeFiles(path, { "a.md": "b\n" });
    const newer = await commitAll(path, "second");
    for (const name of ["both", "docs/loose", "gone"]) await git(path, ["branch", "--force", name, newer]);
    await git(path, ["branch", "--delete", "--force", "gone"]);
    await git(path, ["symbolic-ref", "refs/heads/alias", "refs/heads/packed"]);
    await writeFile(join(path, ".git/refs/heads/both.lock"), "");
    const names = ["main", "packed", "both", "docs/loose", "docs/deep/er", "alias", "gone", "docs", "pack"];
    for (const wanted of ["HEAD", "refs/heads/", ...names.map((name) => `refs/heads/${name}`)]) {
      const { files, service } = await bothWays(path, wanted);
      expect([wanted, files]).toEqual([wanted, service]);
    }
    const { files } = await bothWays(path, "refs/heads/");
    expect(files.refs).toHaveLength(6);
  });

  it("are found while git packs them", async () => {
    const { path, commit } = await repository();
    const { local } = await openRemote({ repository: parseRepository(path), allowPrivateAddresses: true });
    let isPacking = true;
    const packing = (async () => {
      for (let time = 0; time < 20; time += 1) {
        await writeFile(join(path, ".git/loose"), `${commit}\n`);
        await rename(join(path, ".git/loose"), join(path, ".git/refs/heads/main"));
        await git(path, ["pack-refs", "--all"]);
      }
    })().finally(() => {
      isPacking = false;
    });
    const read = async (wanted: string) => {
      const found: string[] = [];
      while (isPacking) {
        found.length = 0;
        await readPathRefs(local!, wanted, (_, id) => void found.push(id));
        expect([wanted, ...found]).toEqual([wanted, commit]);
      }
    };
    await Promise.all([packing, ...["HEAD", "refs/heads/main", "refs/heads/"].map(read)]);
  });

  it("have a HEAD that names a commit, a branch that is not there yet, or nothing that is known", async () => {
    const { path, commit } = await repository();
    await git(path, ["checkout", "--quiet", "--detach"]);
    expect((await bothWays(path, "HEAD")).files).toEqual({ head: null, refs: [["HEAD", commit]] });
    await git(path, ["symbolic-ref", "HEAD", "refs/heads/later"]);
    const { files } = await bothWays(path, "HEAD");
    expect(files).toEqual({ head: "refs/heads/later", refs: [] });
  });

  it("are current, and nothing outside the list of refs is read", async () => {
    const { path, commit } = await repository();
    const options = { repository: parseRepository(path), allowPrivateAddresses: true };
    const ask = async () => await findRemoteBranch(options, await openRemote(options), null);
    expect(await ask()).toEqual({ name: "main", commit });
    await writeFiles(path, { "a.md": "b\n" });
    const newer = await commitAll(path, "second");
    expect(await ask()).toEqual({ name: "main", commit: newer });
    await git(path, ["pack-refs", "--all"]);
    expect(await ask()).toEqual({ name: "main", commit: newer });
    await writeFile(join(path, ".git/refs/heads/outside"), `ref: ../../../../etc/hostname\n`);
    await writeFile(join(path, ".git/refs/heads/loop"), "ref: refs/heads/loop\n");
    await writeFile(join(path, ".git/refs/heads/words"), "none of your business\n");
    for (const name of ["outside", "loop", "words"])
      expect(await readRemoteCommit(options, await openRemote(options), name)).toBeNull();
  });

  it("are read without a program once the configuration is known", async () => {
    const { path, commit } = await repository();
    const options = { repository: parseRepository(path), allowPrivateAddresses: true };
    const ask = async () => await findRemoteBranch(options, await openRemote(options), "main");
    await ask();
    vi.stubEnv("PATH", path);
    expect(await ask()).toEqual({ name: "main", commit });
    await appendFile(join(path, ".git/config"), "[core]\n\tlogAllRefUpdates = true\n");
    await expect(ask()).rejects.toMatchObject({ code: "git_missing" });
  });

  it("follow the current configuration, however often it was read before", async () => {
    const { path } = await repository();
    const options = { repository: parseRepository(path), allowPrivateAddresses: true };
    const settings = async () => (await openRemote(options)).local!.settings.join("");
    const before = await settings();
    await appendFile(join(path, ".git/config"), "[receive]\n\tdenyDeletes = yes\n");
    expect(await settings()).toBe(`${before}[receive]\n\tdenydeletes = yes`);
    await appendFile(join(path, ".git/config"), "[receive]\n\tdenyDeletes = perhaps\n");
    await expect(settings()).rejects.toMatchObject({ code: "repository_unreachable" });
    await rm(join(path, ".git/config"));
    expect(await settings()).toBe("");
  });
});
