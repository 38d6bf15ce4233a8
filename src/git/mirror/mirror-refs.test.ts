import { mkdir, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { createRepository, git } from "../../../test/helpers/git-fixture.ts";
import { useCleanups } from "../../../test/helpers/use-cleanups.ts";
import { deleteRefs, listRefs, readRef, writeRef } from "./mirror-refs.ts";

const { cleanups, folder } = useCleanups();

async function openMirror() {
  const { path, commit, remove } = await createRepository({ "a.md": "a\n" });
  cleanups.push(remove);
  const mirror = join(await folder(), "mirror.git");
  await git("/", ["init", "--quiet", "--bare", mirror]);
  await git(mirror, ["fetch", "--quiet", path, `${commit}:refs/bases/x`]);
  return { mirror, commit, names: () => git(mirror, ["for-each-ref", "--format=%(refname) %(objectname)"]) };
}

describe("refs of a mirror", () => {
  it("are written, read and deleted so that git sees the same", async () => {
    const { mirror, commit, names } = await openMirror();
    await writeRef(mirror, "refs/jobs/job1/base", commit);
    await writeRef(mirror, "refs/jobs/job1/base", commit);
    expect(await names()).toBe(`refs/bases/x ${commit}\nrefs/jobs/job1/base ${commit}`);
    expect([...(await listRefs(mirror))].sort()).toEqual([
      ["refs/bases/x", commit],
      ["refs/jobs/job1/base", commit],
    ]);
    expect(await readRef(mirror, "refs/jobs/job1/base")).toBe(commit);
    expect(await readRef(mirror, "refs/jobs/job1/head")).toBeNull();
    await deleteRefs(mirror, ["refs/jobs/job1/base", "refs/jobs/job1/head"]);
    await deleteRefs(mirror, ["refs/jobs/job1/base", "refs/jobs/job1/head"]);
    expect(await names()).toBe(`refs/bases/x ${commit}`);
    expect(await readdir(join(mirror, "refs/jobs"))).toEqual([]);
  });

  it("are read and deleted with git if somebody packed them", async () => {
    const { mirror, commit, names } = await openMirror();
    await writeRef(mirror, "refs/jobs/job1/base", commit);
    await git(mirror, ["pack-refs", "--all", "--prune"]);
    expect((await listRefs(mirror)).get("refs/jobs/job1/base")).toBe(commit);
    await deleteRefs(mirror, ["refs/jobs/job1/base", "refs/jobs/job1/head"]);
    expect(await names()).toBe(`refs/bases/x ${commit}`);
  });

  const lockOf = async (mirror: string) => {
    const lock = join(mirror, "refs/jobs/job1/base.lock");
    await mkdir(dirname(lock), { recursive: true });
    await writeFile(lock, "");
    return lock;
  };

  it("are left alone, with an error, while somebody else goes on writing them", async () => {
    const { mirror, commit } = await openMirror();
    const lock = await lockOf(mirror);
    const use = setInterval(() => void utimes(lock, new Date(), new Date()), 100);
    cleanups.push(async () => clearInterval(use));
    await expect(writeRef(mirror, "refs/jobs/job1/base", commit)).rejects.toMatchObject({
      code: "git_failed",
    });
    expect(await listRefs(mirror)).toEqual(new Map([["refs/bases/x", commit]]));
  });

  it("are written as soon as somebody else has written them", async () => {
    const { mirror, commit } = await openMirror();
    const lock = await lockOf(mirror);
    const written = writeRef(mirror, "refs/jobs/job1/base", commit);
    await rm(lock);
    await written;
    expect(await readRef(mirror, "refs/jobs/job1/base")).toBe(commit);
  });

  it("are written although a process was killed that held the lock", async () => {
    const { mirror, commit, names } = await openMirror();
    await utimes(await lockOf(mirror), 0, 0);
    await writeRef(mirror, "refs/jobs/job1/base", commit);
    expect(await names()).toContain(`refs/jobs/job1/base ${commit}`);
    expect(await readdir(join(mirror, "refs/jobs/job1"))).toEqual(["base"]);
  });

  it("end up with the last of many concurrent writers", async () => {
    const { mirror, commit, names } = await openMirror();
    const jobs = Array.from({ length: 20 }, (_, at) => `refs/jobs/job${at}/base`);
    await Promise.all(jobs.map((name) => writeRef(mirror, name, commit)));
    expect((await names()).split("\n")).toHaveLength(21);
    await Promise.all(jobs.map((name) => deleteRefs(mirror, [name])));
    expect((await names()).split("\n")).toHaveLength(1);
  });
});
