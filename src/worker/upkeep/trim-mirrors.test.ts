import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createRepository } from "../../../test/helpers/git-fixture.ts";
import { fetchBase } from "../../git/fetch/fetch-base.ts";
import { deleteJobRefs } from "../../git/mirror/delete-job-refs.ts";
import { ensureMirror } from "../../git/mirror/ensure-mirror.ts";
import { parseRepository } from "../../git/remote/parse-repository.ts";
import { trimMirrors } from "./trim-mirrors.ts";

let folder: string;
const day = 24 * 60 * 60_000;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "copydesk-trim-"));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

/** A mirror of this size that was last used this long ago. */
async function mirror(letter: string, bytes: number, ageMs: number, jobs: string[] = []): Promise<string> {
  const name = letter.repeat(32);
  await mkdir(join(folder, name, "objects/pack"), { recursive: true });
  await mkdir(join(folder, name, "refs/jobs"), { recursive: true });
  await writeFile(join(folder, name, "HEAD"), "");
  await writeFile(join(folder, name, "objects/pack/pack-1.pack"), Buffer.alloc(bytes));
  for (const job of jobs) await mkdir(join(folder, name, "refs/jobs", job));
  const at = new Date(Date.now() - ageMs);
  await utimes(join(folder, name, "HEAD"), at, at);
  return name;
}

const left = async () => (await readdir(folder)).sort();

test("within the limits nothing is removed", async () => {
  const names = [await mirror("a", 1_000, day), await mirror("b", 1_000, 2 * day)];
  expect(await trimMirrors(folder, { maxBytes: 2_000, maxAgeMs: 30 * day })).toBe(0);
  expect(await left()).toEqual(names);
});

test("long unused mirrors are removed, however small", async () => {
  await mirror("a", 10, 31 * day);
  const kept = await mirror("b", 10, 29 * day);
  expect(await trimMirrors(folder, { maxBytes: 1_000, maxAgeMs: 30 * day })).toBe(10);
  expect(await left()).toEqual([kept]);
});

test("over the limit the least recently used are removed first, and no more than needed", async () => {
  const newest = await mirror("a", 1_000, day);
  await mirror("b", 1_000, 3 * day);
  const middle = await mirror("c", 1_000, 2 * day);
  await mirror("d", 1_000, 4 * day);
  expect(await trimMirrors(folder, { maxBytes: 2_500, maxAgeMs: 30 * day })).toBe(2_000);
  expect(await left()).toEqual([newest, middle]);
});

test("a mirror that a job holds, and one that was just touched, stay", async () => {
  const held = await mirror("a", 1_000, 40 * day, ["job_1"]);
  const touched = await mirror("b", 1_000, 60_000);
  expect(await trimMirrors(folder, { maxBytes: 0, maxAgeMs: day })).toBe(0);
  expect(await left()).toEqual([held, touched]);
});

test("refs of a job from long ago keep nothing", async () => {
  const name = await mirror("a", 1_000, 40 * day, ["job_1"]);
  const weekAgo = new Date(Date.now() - 8 * day);
  await utimes(join(folder, name, "refs/jobs/job_1"), weekAgo, weekAgo);
  expect(await trimMirrors(folder, { maxBytes: 0, maxAgeMs: 30 * day })).toBe(1_000);
  expect(await left()).toEqual([]);
});

test("real mirrors stay while a job uses them, and are created again after their removal", async () => {
  const { path, commit, remove } = await createRepository({ "a.md": "a\n" });
  try {
    const repository = parseRepository(path);
    const options = {
      repository,
      allowPrivateAddresses: false,
      mirrorsFolder: folder,
      ref: null,
      jobId: "job1",
    };
    const { mirror: real } = await fetchBase(options);
    const age = async () => await utimes(join(real, "HEAD"), new Date(0), new Date(0));
    await age();
    expect(await trimMirrors(folder, { maxBytes: 0, maxAgeMs: day })).toBe(0);
    await deleteJobRefs(real, "job1");
    await rm(join(real, "refs/jobs"), { recursive: true, force: true });
    await ensureMirror(folder, repository);
    expect(await trimMirrors(folder, { maxBytes: 0, maxAgeMs: day })).toBe(0);
    await age();
    expect(await trimMirrors(folder, { maxBytes: 0, maxAgeMs: day })).toBeGreaterThan(0);
    expect(await left()).toEqual([]);
    expect(await fetchBase(options)).toMatchObject({ baseCommit: commit, fetched: true, mirror: real });
  } finally {
    await remove();
  }
});

test("unfinished mirrors, and a missing folder, are left alone", async () => {
  await mkdir(join(folder, "new-abc"));
  expect(await trimMirrors(folder, { maxBytes: 0, maxAgeMs: 0 })).toBe(0);
  expect(await left()).toEqual(["new-abc"]);
  expect(await trimMirrors(join(folder, "nowhere"), { maxBytes: 0, maxAgeMs: 0 })).toBe(0);
});
