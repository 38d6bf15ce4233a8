import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBucketServer } from "../../../test/helpers/bucket-server.ts";
import { skipUnless } from "../../../test/helpers/skip-unless.ts";
import { createTestDatabase, type TestDatabase } from "../../../test/helpers/test-database.ts";
import { recordBackup } from "../../backup/record-backup.ts";
import { readConfig } from "../../config.ts";
import { mirrorName } from "../../git/mirror/ensure-mirror.ts";
import { parseRepository } from "../../git/remote/parse-repository.ts";
import { ownWords } from "../../outgoing/clean-text.ts";
import {
  checkBackups,
  checkBucket,
  checkClock,
  checkDisk,
  checkMirrors,
  checkPermissions,
  checkRetention,
  checkTls,
  checkWorkspaces,
} from "./operator-checks.ts";

let dataFolder: string;
let store: TestDatabase;

beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), "copydesk-operator-"));
  store = await createTestDatabase();
});

afterAll(async () => {
  await store.drop();
  await rm(dataFolder, { recursive: true, force: true });
});

const author = { kind: "command_line" as const, name: ownWords("ann") };

describe("doctor finds what an operator forgot", () => {
  test("a bucket that takes nothing", async () => {
    await using bucket = await startBucketServer();
    const config = readConfig({});
    expect(await checkBucket(config)).toMatchObject({ ok: true });
    expect(await checkBucket({ ...config, bucket: bucket.settings })).toMatchObject({ ok: true });
    expect(bucket.objects.size).toBe(0);
    const other = { ...bucket.settings, secretKey: "another" };
    const found = expect.stringContaining("SignatureDoesNotMatch");
    expect(await checkBucket({ ...config, bucket: other })).toMatchObject({ ok: false, needed: true, found });
  });

  test("a backup that nobody made, and one that is old", async () => {
    const { pool } = store.database;
    expect(await checkBackups(store)).toMatchObject({ ok: true, found: "none is known" });
    await pool.query(
      "insert into projects (id, name, repository) values ('prj_1', 'Docs', 'https://git.example.com/docs')",
    );
    await pool.query(
      "insert into jobs (id, project_id, status, reason, prompt, repository, branch, model) values ('job_1', 'prj_1', 'failed', 'canceled', 'p', 'https://git.example.com/docs', 'b', 'm')",
    );
    expect(await checkBackups(store)).toMatchObject({ ok: false, needed: false, found: "none is known" });
    await recordBackup(store, { kind: "noted", author, tool: "pgbackrest", bytes: null });
    expect(await checkBackups(store)).toMatchObject({
      ok: true,
      found: expect.stringContaining("pgbackrest"),
    });
    await pool.query("update backups set at = at - interval '5 days'");
    expect(await checkBackups(store)).toMatchObject({
      ok: false,
      found: "the newest is 5 days old (pgbackrest)",
    });
  });

  test("a clock that is apart from the database's", async () => {
    expect(await checkClock(store)).toMatchObject({ ok: true });
    const late = { pool: { query: async () => ({ rows: [{ now: new Date(Date.now() - 60_000) }] }) } };
    expect(await checkClock({ database: late } as unknown as TestDatabase)).toMatchObject({
      ok: false,
      found: "60 seconds apart from the database's",
    });
  });

  test("mirrors that no project names", async () => {
    const names = [mirrorName(parseRepository("https://git.example.com/docs")), "0".repeat(32)];
    for (const name of names) await mkdir(join(dataFolder, "mirrors", name), { recursive: true });
    expect(await checkMirrors(store, { dataFolder })).toMatchObject({
      ok: false,
      found: "2 of repositories, 1 of them used by no project",
    });
  });

  test("a key that others can read, which is more than a hint", async () => {
    await writeFile(join(dataFolder, "secret.key"), "x", { mode: 0o600 });
    expect(await checkPermissions({ dataFolder })).toMatchObject({ ok: true });
    await chmod(join(dataFolder, "secret.key"), 0o644);
    expect(await checkPermissions({ dataFolder })).toMatchObject({
      ok: false,
      needed: true,
      cure: expect.stringContaining("chmod 600"),
    });
  });

  test("data that is kept for ever, and how much room there is", async () => {
    expect(checkRetention({ retention: { recordsDays: 400, transcriptsDays: 90 } }).ok).toBe(true);
    expect(checkRetention({ retention: { recordsDays: 3_650, transcriptsDays: 3_650 } }).ok).toBe(false);
    expect((await checkDisk({ dataFolder })).found).toMatch(/ free of .* at the data folder/);
  });

  test("a folder for workspaces that cannot be made", async () => {
    const file = join(dataFolder, "a-file");
    await writeFile(file, "");
    const found = await checkWorkspaces({ dataFolder, workspacesFolder: join(file, "below") });
    expect(found).toMatchObject({
      ok: false,
      needed: true,
      cure: expect.stringContaining("COPYDESK_WORKSPACES"),
    });
  });

  test(
    "whether checkouts are made in memory",
    skipUnless(existsSync("/dev/shm"), "there is no /dev/shm"),
    async () => {
      const workspacesFolder = await mkdtemp("/dev/shm/copydesk-workspaces-");
      try {
        const inMemory = await checkWorkspaces({ dataFolder, workspacesFolder });
        expect(inMemory).toMatchObject({ ok: true, found: expect.stringContaining("in memory (tmpfs)") });
      } finally {
        await rm(workspacesFolder, { recursive: true });
      }
    },
  );

  test.each([
    [null, "127.0.0.1", true],
    [null, "0.0.0.0", false],
    ["http://copydesk.example.com", "0.0.0.0", false],
    ["http://localhost:4100", "127.0.0.1", true],
    ["https://127.0.0.1:9", "127.0.0.1", false],
  ])("a service that is reached without TLS: %s on %s", async (publicUrl, host, ok) => {
    expect(await checkTls({ publicUrl, host })).toMatchObject({ name: "TLS", ok, needed: false });
  });
});
