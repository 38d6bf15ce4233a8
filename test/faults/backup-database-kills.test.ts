import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkArchive } from "../../src/backup/check-archive.ts";
import { openDatabase } from "../../src/store/database.ts";
import { migrate } from "../../src/store/migrate.ts";
import { fillStore, hashTables, sceneKey } from "../helpers/backup-scene.ts";
import { bareEnvironment } from "../helpers/bare-environment.ts";
import { endWithTests } from "../helpers/end-with-tests.ts";
import { type PostgresServer, startPostgresServer } from "../helpers/postgres-server.ts";
import { seededRandom } from "../helpers/seeded-random.ts";

const main = join(import.meta.dirname, "../../src/main.ts");
const rounds = process.env.COPYDESK_FULL_FAULTS === "1" ? 40 : 6;
const seeds = Array.from({ length: rounds }, (_, n) => n + 1);
const timeLimit = { timeout: 900_000 };

let folder: string;
let server: PostgresServer;
let hashes: Record<string, string>;
let whole: string;

const connection = () => ({ connectionString: server.url });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "copydesk-database-kills-"));
  whole = join(folder, "whole.tar.gz");
  server = await startPostgresServer();
  const database = openDatabase(connection());
  await migrate(database);
  await fillStore(database, { projects: 4, jobsEach: 150, eventsEach: 60 });
  await database.close();
  hashes = await hashTables(connection());
});

afterAll(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

interface Outcome {
  /** The stable code of its error; null when it did what it should. */
  code: string | null;
  stderr: string;
  ms: number;
}

/** Runs a command; `killAfterMs` is when the database dies, and it is up again when this answers. */
async function run(args: string[], killAfterMs?: number): Promise<Outcome> {
  const env = {
    ...bareEnvironment(),
    DATABASE_URL: server.url,
    COPYDESK_DATA: join(folder, "data"),
    COPYDESK_SECRET_KEY: sceneKey.toString("hex"),
  };
  const startedAt = performance.now();
  const child = endWithTests(
    spawn(process.execPath, [main, ...args, "--json"], { env, stdio: ["ignore", "pipe", "pipe"] }),
  );
  const exited = once(child, "exit");
  const said = Promise.all([text(child.stdout!), text(child.stderr!)]);
  if (killAfterMs !== undefined) {
    await Promise.race([sleep(killAfterMs), exited]);
    await server.kill();
  }
  await exited;
  const [stdout, stderr] = await said;
  const ms = performance.now() - startedAt;
  if (killAfterMs !== undefined) await server.startAgain();
  const { error } = JSON.parse(stdout) as { error?: { code: string } };
  expect(child.exitCode, stderr).toBe(error === undefined ? 0 : 1);
  return { code: error?.code ?? null, stderr, ms };
}

test("a backup whose database dies says so and leaves no file, or a whole one; the next one is taken", {
  ...timeLimit,
}, async ({ annotate }) => {
  const { ms, code } = await run(["backup", whole]);
  expect(code).toBeNull();
  const file = join(folder, "backup.tar.gz");
  let lost = 0;
  for (const seed of seeds) {
    const outcome = await run(["backup", file], ms * (0.2 + 0.8 * seededRandom(seed)));
    expect([null, "store_unavailable"], outcome.stderr).toContain(outcome.code);
    expect(readdirSync(folder).filter((name) => name.includes("partial"))).toEqual([]);
    if (outcome.code !== null) lost += 1;
    if (outcome.code === null) expect(existsSync(file)).toBe(true);
    if (!existsSync(file)) continue;
    expect((await checkArchive(file)).tables.jobs, `seed ${seed}`).toBe(600);
    await rm(file);
  }
  expect((await run(["backup", file])).code).toBeNull();
  expect((await checkArchive(file)).tables).toMatchObject({ jobs: 600, job_events: 36_000, projects: 4 });
  expect(await hashTables(connection())).toEqual(hashes);
  await annotate(`the database died before the end of ${lost} of ${rounds} backups`);
});

test("a restore whose database dies says so, leaves the store as it was or complete, and can be repeated", {
  ...timeLimit,
}, async ({ annotate }) => {
  const restore = ["restore", whole, "--replace", "--yes"];
  const { ms, code } = await run(restore);
  expect(code).toBeNull();
  let lost = 0;
  for (const seed of seeds) {
    const outcome = await run(restore, ms * (0.2 + 0.8 * seededRandom(seed + 1_000)));
    expect([null, "store_unavailable"], outcome.stderr).toContain(outcome.code);
    if (outcome.code !== null) lost += 1;
    expect(await hashTables(connection()), `seed ${seed}`).toEqual(hashes);
  }
  expect((await run(restore)).code).toBeNull();
  expect(await hashTables(connection())).toEqual(hashes);
  await annotate(`the database died before the end of ${lost} of ${rounds} restores`);
});
