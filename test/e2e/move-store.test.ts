import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { JobRecord } from "../../src/jobs/record.ts";
import { createLog } from "../../src/log.ts";
import { applicationName } from "../../src/store/database.ts";
import { joinEmbeddedPostgres } from "../../src/store/embedded-postgres/join-embedded-postgres.ts";
import { hashTables, withClient } from "../helpers/backup-scene.ts";
import { bareEnvironment } from "../helpers/bare-environment.ts";
import { startCopydesk } from "../helpers/copydesk-process.ts";
import { endServersIn } from "../helpers/embedded-server.ts";
import { createRepository, type FixtureRepository } from "../helpers/git-fixture.ts";
import { type PoolMode, startPgbouncer, withPgbouncer } from "../helpers/pgbouncer.ts";
import { createEmptyTestDatabase, type TestDatabase } from "../helpers/test-database.ts";
import { projectAt } from "../helpers/test-server.ts";

const run = promisify(execFile);
const main = join(import.meta.dirname, "../../src/main.ts");
/** A dozen programs start one after the other. */
const timeLimit = { timeout: 900_000 };
const log = createLog({ level: "silent", pretty: false });

/** Where a service has its data: a folder, with the store in it or on a server. */
type Place = Record<"COPYDESK_DATA", string> &
  Partial<Record<"DATABASE_URL" | "DATABASE_DIRECT_URL", string>>;

let folder: string;
let repository: FixtureRepository;
let server: TestDatabase;
let projectId: string;
let key: string;
/** The jobs that were created so far, as their service last told of them. */
const jobs: JobRecord[] = [];
/** Where the service was last, and the backup that was made there. */
let latest: { place: Place; backup: string };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "copydesk-move-"));
  repository = await createRepository({ "guide.md": "# Guide\n\nTake a widget.\n" });
  server = await createEmptyTestDatabase();
});

afterAll(async () => {
  while (endServersIn(folder)) await new Promise((resolve) => setTimeout(resolve, 50));
  await server?.drop();
  await repository?.remove();
  await rm(folder, { recursive: true, force: true, maxRetries: 20 });
});

async function copydesk<T = Record<string, string>>(place: Place, ...args: string[]): Promise<T> {
  const env = { ...bareEnvironment(), ...place };
  const { stdout } = await run(process.execPath, [main, ...args, "--json"], { env, maxBuffer: 1 << 24 });
  return JSON.parse(stdout);
}

async function newFolder(name: string, keyFrom?: Place): Promise<Place> {
  const place = { COPYDESK_DATA: join(folder, name) };
  await mkdir(place.COPYDESK_DATA, { mode: 0o755 });
  if (keyFrom !== undefined)
    await copyFile(join(keyFrom.COPYDESK_DATA, "secret.key"), join(place.COPYDESK_DATA, "secret.key"));
  return place;
}

const backupFile = (name: string) => join(folder, `${name}.tar.gz`);

/** Starts the service there, which has every job of the places before, runs one more, and makes a backup. */
async function workAt(place: Place, name: string): Promise<void> {
  const service = await startCopydesk({ environment: { ...place, COPYDESK_LOG_LEVEL: "error" } });
  onTestFinished(async () => void (await service.end("SIGKILL")));
  const client = projectAt(service.url, projectId, key);
  const read = async (path: string) => (await (await client.get(path)).json()) as JobRecord;
  for (const job of jobs) expect(await read(`/${job.id}`)).toEqual(job);
  const created = await client.create({ prompt: `Replace "widget" with "${name}" in guide.md` });
  const { id } = (await created.json()) as JobRecord;
  let job: JobRecord;
  do job = await read(`/${id}?wait=20`);
  while (job.status === "active");
  expect(job).toMatchObject({ status: "completed", reason: "pull_request_opened" });
  jobs.push(job);
  await copydesk(place, "backup", backupFile(name));
  expect(await service.end()).toBe(0);
}

/** A hash of what a move must keep, and nothing that a running service changes by itself. */
async function hashStore({ COPYDESK_DATA, DATABASE_URL }: Place): Promise<Record<string, unknown>> {
  const kept = ["projects", "jobs", "job_events", "pull_requests", "webhooks"];
  const pick = (hashes: Record<string, string>) =>
    Object.fromEntries(kept.map((name) => [name, hashes[name]]));
  if (DATABASE_URL !== undefined) return pick(await hashTables(server.connection));
  const embedded = await joinEmbeddedPostgres({ dataFolder: COPYDESK_DATA, log });
  try {
    return pick(await hashTables(embedded.connection));
  } finally {
    await embedded.release();
  }
}

async function assertSecretsOpen(place: Place): Promise<void> {
  const { checks } = await copydesk<{ checks: { name: string }[] }>(place, "doctor", "--port", "0");
  expect(checks.find(({ name }) => name === "secrets")).toMatchObject({
    found: "1 under the newest key, 0 under an old one, 0 that cannot be decrypted",
  });
}

test(
  "a store moves to a server and back by backup and restore: every job, event, key and secret",
  timeLimit,
  async () => {
    const first = await newFolder("first");
    const project = ["project", "create", "--name", "docs", "--repository", repository.path];
    ({ projectId } = await copydesk<{ projectId: string }>(first, ...project));
    ({ key } = await copydesk<{ key: string }>(first, "key", "create", "--project", projectId));
    // Of an event that does not come: nothing is sent anywhere.
    const hook = ["--url", "https://example.com/hook", "--events", "pull_request.merged"];
    await copydesk(first, "webhook", "create", "--project", projectId, ...hook);
    await workAt(first, "gadget");

    const onServer = { ...(await newFolder("server", first)), DATABASE_URL: server.url };
    await copydesk(onServer, "restore", backupFile("gadget"));
    expect(await hashStore(onServer)).toEqual(await hashStore(first));
    await assertSecretsOpen(onServer);
    await workAt(onServer, "gizmo");

    const back = await newFolder("back", onServer);
    await copydesk(back, "restore", backupFile("gizmo"));
    expect(await hashStore(back)).toEqual(await hashStore(onServer));
    await assertSecretsOpen(back);
    await workAt(back, "doodad");
    latest = { place: back, backup: backupFile("doodad") };
  },
);

/**
 * Leaves the pooler several connections that have the service's name: how many the service itself left
 * depends on how busy it was, and a restore takes one of them for itself.
 */
async function leaveConnections(connectionString: string): Promise<void> {
  const connection = { connectionString, application_name: applicationName };
  const busy = () => withClient(connection, (client) => client.query("select pg_sleep(1)"));
  await Promise.all(Array.from({ length: 4 }, busy));
}

const poolModes: PoolMode[] = ["transaction", "session"];

test.each(poolModes)(
  "and so it does where the service reaches the server through PgBouncer in %s mode",
  {
    ...withPgbouncer,
    ...timeLimit,
  },
  async (mode) => {
    const name = new URL(server.url).pathname.slice(1);
    await withClient(server.connection, async (client) => {
      await client.query(`alter database "${name}" set search_path = copydesk`);
      await client.query(`alter database "${name}" set idle_in_transaction_session_timeout = '10s'`);
    });
    const pgbouncer = await startPgbouncer(server, 20, mode);
    onTestFinished(() => pgbouncer.close());
    const pooled = {
      ...(await newFolder(`pooled-${mode}`, latest.place)),
      ...{ DATABASE_URL: pgbouncer.url, DATABASE_DIRECT_URL: server.url },
    };
    await copydesk(pooled, "restore", latest.backup, "--replace", "--yes");
    await workAt(pooled, `trinket-${mode}`);
    const backup = backupFile(`trinket-${mode}`);
    const again = () => copydesk(pooled, "restore", backup, "--replace", "--yes");
    // In session mode the pooler resets what a client has left, its name included.
    if (mode === "transaction") {
      await leaveConnections(pgbouncer.url);
      await expect(again()).rejects.toThrow(/RECONNECT.*store_in_use/);
      await pgbouncer.reconnect();
    }
    await again();
    await assertSecretsOpen(pooled);

    const last = await newFolder(`last-${mode}`, pooled);
    await copydesk(last, "restore", backup);
    expect(await hashStore(last)).toEqual(await hashStore(pooled));
    await workAt(last, `sprocket-${mode}`);
    latest = { place: last, backup: backupFile(`sprocket-${mode}`) };
  },
);
