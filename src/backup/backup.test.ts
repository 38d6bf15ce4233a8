import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fillStore, hashTables, sceneKey, withClient, writeJobs } from "../../test/helpers/backup-scene.ts";
import { onlyInTestAll } from "../../test/helpers/skip-unless.ts";
import {
  createEmptyTestDatabase,
  createTestDatabase,
  type TestDatabase,
} from "../../test/helpers/test-database.ts";
import { sealedColumns } from "../compose/rotate-secrets.ts";
import { findMiscountedProjects } from "../jobs/lease/repair-load.ts";
import { ownWords } from "../outgoing/clean-text.ts";
import { openCredentials } from "../secrets/project-credentials.ts";
import { createSecretBox } from "../secrets/secret-box.ts";
import { applyMigrations, listMigrations, makeSchema } from "../store/migrate.ts";
import { backupStore } from "./backup-store.ts";
import { checkArchive } from "./check-archive.ts";
import { fingerprintKeys } from "./fingerprint-keys.ts";
import { type RestoreInput, restoreStore } from "./restore-store.ts";

let folder: string;
let source: TestDatabase;
let projects: string[];
let whole: string;
const stores: TestDatabase[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "copydesk-backup-"));
  source = await createTestDatabase();
  stores.push(source);
  projects = await fillStore(source.database, { projects: 3, jobsEach: 40, eventsEach: 20 });
  whole = join(folder, "whole.tar.gz");
  await backup(source, whole);
});

afterAll(async () => {
  for (const store of stores) await store.drop();
  await rm(folder, { recursive: true, force: true });
});

const nothing = () => undefined;

function backup({ database }: TestDatabase, file: string, { includeKeys = false, keys = [sceneKey] } = {}) {
  return backupStore(
    { database, keys, version: "1.2.3", sealedPlaces: sealedColumns },
    { file, includeKeys, onProgress: nothing },
  );
}

async function emptyStore(): Promise<TestDatabase> {
  const store = await createEmptyTestDatabase();
  stores.push(store);
  return store;
}

function restore(
  { database }: TestDatabase,
  file: string,
  options: Partial<RestoreInput> & { keys?: Buffer[]; kept?: Buffer[] } = {},
) {
  const { keys = [sceneKey], kept = [], ...rest } = options;
  const author = { kind: "command_line" as const, name: ownWords("ann") };
  const deps = { database, keys, author, version: "1.2.3", ownProcesses: [] };
  const keepKeys = async (more: readonly Buffer[]) => void kept.push(...more);
  return restoreStore(
    { ...deps, keepKeys },
    { file, replace: false, withoutKey: false, onProgress: nothing, ...rest },
  );
}

describe("a backup", () => {
  test("restores every row, whatever it contains, and the next numbers of sequences", async () => {
    const target = await emptyStore();
    const result = await restore(target, whole);
    expect(result).toMatchObject({ keys: "known", upgradedBy: [], tables: { projects: 3, jobs: 120 } });
    expect(await hashTables(target.connection)).toEqual(await hashTables(source.connection));
    const sequences =
      "select sequencename, last_value from pg_sequences where schemaname = 'copydesk' order by 1";
    const ask = (store: TestDatabase) =>
      withClient(store.connection, async (client) => (await client.query(sequences)).rows);
    expect(await ask(target)).toEqual(await ask(source));
    const { rows } = await target.database.pool.query("select credentials from projects where id = $1", [
      projects[0],
    ]);
    expect(openCredentials(createSecretBox(sceneKey), projects[0]!, rows[0].credentials)).toEqual({
      token: `token of ${projects[0]}`,
    });
  });

  test("leaves every trigger active: later writes are counted", async () => {
    const target = await emptyStore();
    await restore(target, whole);
    await target.database.pool.query(
      "update jobs set status = 'failed', reason = 'canceled' where id = (select min(id) from jobs)",
    );
    expect(await findMiscountedProjects(target.database)).toEqual([]);
    const { rows } = await target.database.pool.query(
      "select tgname from pg_trigger as t join pg_class as c on c.oid = tgrelid where relnamespace = 'copydesk'::regnamespace and tgenabled <> 'O'",
    );
    expect(rows).toEqual([]);
  });

  test("taken while jobs are written is of one moment: no job without its events, no wrong counter", async () => {
    const stop = new AbortController();
    const writing = Promise.all([1, 2, 3].map(() => writeJobs(source.database, projects[0]!, stop.signal)));
    const file = join(folder, "busy.tar.gz");
    await expect.poll(() => countJobs(source)).toBeGreaterThan(130);
    const { tables } = await backup(source, file);
    stop.abort();
    const written = (await writing).reduce((sum, count) => sum + count, 0);
    expect(tables.jobs).toBeGreaterThan(130);
    expect(tables.jobs).toBeLessThanOrEqual(120 + written);
    const target = await emptyStore();
    await restore(target, file);
    expect(await findMiscountedProjects(target.database)).toEqual([]);
    const { rows } = await target.database.pool.query(
      "select id from jobs where event_seq <> (select count(*) from job_events where job_id = jobs.id)",
    );
    expect(rows).toEqual([]);
  });

  test("is readable by its owner only and contains no key unless asked to", async () => {
    expect((await stat(whole)).mode & 0o777).toBe(0o600);
    expect(await checkArchive(whole)).toMatchObject({
      hasKeys: false,
      keyFingerprints: fingerprintKeys([sceneKey]),
    });
    expect((await readdir(folder)).filter((name) => name.includes("partial"))).toEqual([]);
  });

  test("of an unused store is refused", async () => {
    await expect(backup(await emptyStore(), join(folder, "none.tar.gz"))).rejects.toMatchObject({
      code: "store_empty",
    });
    expect(await readdir(folder)).not.toContain("none.tar.gz");
  });

  test("taken from an older schema is upgraded to this one", async () => {
    const old = await emptyStore();
    const known = await listMigrations();
    const before = known.slice(0, known.indexOf("0024_choices_of_jobs.sql"));
    const client = await old.database.pool.connect();
    await makeSchema(client);
    await client.query("drop table expansions");
    await applyMigrationsAsBefore(client, before);
    await client.query("insert into projects (id, name, repository) values ('prj_old', 'Old', '/srv/docs')");
    client.release();
    const file = join(folder, "old.tar.gz");
    await backup(old, file);
    const target = await emptyStore();
    const { upgradedBy } = await restore(target, file);
    expect(upgradedBy).toEqual(known.filter((name) => !before.includes(name)));
    expect((await target.database.pool.query("select id from projects")).rows).toEqual([{ id: "prj_old" }]);
  });
});

/** As versions with only one list did. */
async function applyMigrationsAsBefore(client: Parameters<typeof makeSchema>[0], names: string[]) {
  await applyMigrations(client, names);
}

async function countJobs({ database }: TestDatabase): Promise<number> {
  return (await database.pool.query("select count(*)::integer as count from jobs")).rows[0].count;
}

/** Changes a bit there or behind: some bits of a compressed file do not change what it contains. */
function changeAt(bytes: Buffer, at: number): Buffer {
  const changed = Buffer.from(bytes);
  changed[at]! ^= 0x10;
  try {
    return gunzipSync(changed).equals(gunzipSync(bytes)) ? changeAt(bytes, at + 1) : changed;
  } catch {
    return changed;
  }
}

describe("a restore", onlyInTestAll("restores that are refused, with a store for each"), () => {
  test("leaves a used store alone, and replaces it if told to", async () => {
    const target = await createTestDatabase();
    stores.push(target);
    await withClient(target.connection, (client) =>
      client.query(
        "insert into copydesk.projects (id, name, repository) values ('prj_mine', 'Mine', '/srv/docs')",
      ),
    );
    await expect(restore(target, whole)).rejects.toMatchObject({ code: "store_not_empty" });
    await restore(target, whole, { replace: true });
    expect(await countJobs(target)).toBe(120);
  });

  test("does not wait: it names a service that has the store open", async () => {
    const target = await createTestDatabase();
    stores.push(target);
    await target.database.pool.query("select 1");
    await expect(restore(target, whole)).rejects.toMatchObject({ code: "store_in_use" });
  });

  test("needs the key of the secrets, or brings it along, or is told that it is lost", async () => {
    const file = join(folder, "with-key.tar.gz");
    await backup(source, file, { includeKeys: true });
    const other = [randomBytes(32)];
    await expect(restore(await emptyStore(), whole, { keys: other })).rejects.toMatchObject({
      code: "invalid_configuration",
      message: expect.stringContaining(fingerprintKeys([sceneKey])[0]!),
    });
    const kept: Buffer[] = [];
    expect(await restore(await emptyStore(), file, { keys: other, kept })).toMatchObject({
      keys: "restored",
    });
    expect(kept).toEqual([sceneKey]);
    const lost = await restore(await emptyStore(), whole, { keys: [], withoutKey: true });
    expect(lost.keys).toBe("missing");
  });

  test("of a newer schema is refused", async () => {
    const newer = await createTestDatabase();
    stores.push(newer);
    await newer.database.pool.query(
      "insert into expansions values ('9999_future.sql', '0032_policy_of_jobs.sql')",
    );
    const file = join(folder, "newer.tar.gz");
    await backup(newer, file);
    await expect(restore(await emptyStore(), file)).rejects.toMatchObject({ code: "data_folder_newer" });
  });

  test("of a truncated, changed or different file leaves the store empty", async () => {
    const bytes = await readFile(whole);
    const target = await emptyStore();
    const cuts = [0, 10, 1_000, bytes.length >> 1, bytes.length - 200, bytes.length - 9].map((length) =>
      bytes.subarray(0, length),
    );
    const changes = [0.3, 0.5, 0.7, 0.9].map((part) => changeAt(bytes, Math.floor(bytes.length * part)));
    for (const [n, broken] of [...cuts, ...changes, Buffer.from("no archive")].entries()) {
      const file = join(folder, `broken-${n}.tar.gz`);
      await writeFile(file, broken);
      await expect(restore(target, file), String(n)).rejects.toMatchObject({ code: "backup_unreadable" });
      await expect(checkArchive(file), String(n)).rejects.toMatchObject({ code: "backup_unreadable" });
    }
    expect(await hashTables(target.connection).catch(() => "no schema")).toBe("no schema");
  });
});
