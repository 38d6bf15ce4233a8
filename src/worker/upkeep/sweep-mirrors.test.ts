import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createRepository, type FixtureRepository, git } from "../../../test/helpers/git-fixture.ts";
import { createTestDatabase } from "../../../test/helpers/test-database.ts";
import { sweepMirrors } from "./sweep-mirrors.ts";

let store: Awaited<ReturnType<typeof createTestDatabase>>;
let repository: FixtureRepository;
let mirrorsFolder: string;
let mirror: string;

beforeAll(async () => {
  store = await createTestDatabase();
  repository = await createRepository({ "index.md": "# Home\n" });
  mirrorsFolder = await mkdtemp(join(tmpdir(), "copydesk-mirrors-"));
  mirror = join(mirrorsFolder, "0123");
  await git(repository.path, ["clone", "--quiet", "--bare", repository.path, mirror]);
  await store.database.pool.query(
    "insert into projects (id, name, repository) values ('prj_1', 'Docs', '/docs')",
  );
});

beforeEach(() => store.database.pool.query("delete from jobs"));

afterAll(async () => {
  await repository.remove();
  await rm(mirrorsFolder, { recursive: true, force: true });
  await store.drop();
});

async function addJob(id: string, status: string, lease: string | null): Promise<void> {
  await store.database.pool.query(
    `insert into jobs (id, project_id, status, reason, prompt, repository, branch, model, lease)
     values ($1, 'prj_1', $2, 'queued', 'p', '/docs', 'copydesk/' || $1, 'copydesk/chores', $3)`,
    [id, status, lease],
  );
}

async function hold(...refs: string[]): Promise<void> {
  for (const ref of refs) await git(mirror, ["update-ref", ref, repository.commit]);
}

const heldRefs = async () =>
  (await git(mirror, ["for-each-ref", "--format=%(refname)", "refs/jobs/"])).split("\n");

test("every ref of an ended job is removed; those of active, still held and unknown jobs stay", async () => {
  await addJob("job_ended", "completed", null);
  await addJob("job_queued", "active", null);
  await addJob("job_cancelled", "failed", "5f0c1c5e-0000-4000-8000-000000000000");
  const kept = ["refs/jobs/job_cancelled/base", "refs/jobs/job_queued/base", "refs/jobs/job_unknown/base"];
  await hold(...kept, "refs/jobs/job_ended/base", "refs/jobs/job_ended/start");
  expect(await sweepMirrors(store, mirrorsFolder)).toBe(1);
  expect(await heldRefs()).toEqual(kept);
  await sweepMirrors(store, mirrorsFolder);
  expect(await readdir(join(mirror, "refs/jobs"))).not.toContain("job_ended");
});

test("a mirror that was never finished is removed after an hour, a young one stays", async () => {
  const [old, young] = [join(mirrorsFolder, "new-old"), join(mirrorsFolder, "new-young")];
  await Promise.all([mkdir(old), mkdir(young)]);
  const hoursAgo = Date.now() / 1_000 - 2 * 3_600;
  await utimes(old, hoursAgo, hoursAgo);
  await sweepMirrors(store, mirrorsFolder);
  expect((await readdir(mirrorsFolder)).sort()).toEqual(["0123", "new-young"]);
});

test("an interrupted fetch's pack is removed after an hour, and so are git's folders beside a mirror", async () => {
  const packs = join(mirror, "objects/pack");
  const parts = [join(packs, "tmp_pack_old"), join(packs, "tmp_pack_young"), join(packs, "pack-1.pack")];
  const beside = [join(mirrorsFolder, "history-old"), join(mirrorsFolder, "index-old")];
  for (const part of parts) await writeFile(part, "x");
  for (const folder of beside) await mkdir(folder);
  const hoursAgo = Date.now() / 1_000 - 2 * 3_600;
  for (const path of [parts[0]!, parts[2]!, ...beside]) await utimes(path, hoursAgo, hoursAgo);
  await sweepMirrors(store, mirrorsFolder);
  const left = await readdir(packs);
  expect(left).toEqual(expect.arrayContaining(["tmp_pack_young", "pack-1.pack"]));
  expect(left).not.toContain("tmp_pack_old");
  expect((await readdir(mirrorsFolder)).filter((name) => /^(history|index)-/.test(name))).toEqual([]);
});

test("a missing folder has nothing to sweep", async () => {
  expect(await sweepMirrors(store, join(mirrorsFolder, "none"))).toBe(0);
});
