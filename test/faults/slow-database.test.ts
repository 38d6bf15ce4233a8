import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { checkStoreSpeed } from "../../src/cli/service/speed-checks.ts";
import { isAppError } from "../../src/errors.ts";
import { createJob } from "../../src/jobs/create-job.ts";
import { createJobInserter } from "../../src/jobs/insert-jobs.ts";
import { createLog } from "../../src/log.ts";
import { createProject } from "../../src/projects/create-project.ts";
import { type Database, openDatabase } from "../../src/store/database.ts";
import {
  type EmbeddedPostgres,
  joinEmbeddedPostgres,
} from "../../src/store/embedded-postgres/join-embedded-postgres.ts";
import { migrate } from "../../src/store/migrate.ts";
import { whileStoreIsAway } from "../../src/worker/claims/while-store-is-away.ts";
import { type CopydeskProcess, startCopydesk } from "../helpers/copydesk-process.ts";
import { runningServer } from "../helpers/embedded-server.ts";
import { createRepository, git, temporaryFolder } from "../helpers/git-fixture.ts";
import { descendantsOf } from "../helpers/processes.ts";
import { skipUnless } from "../helpers/skip-unless.ts";
import { slowDown, whyNoSlowDown } from "../helpers/slow-disk.ts";

const whyNot = await whyNoSlowDown();
const jobs = 6;
const log = createLog({ level: "silent", pretty: false });

let dataFolder: string;
let repository: string;
let server: EmbeddedPostgres;
let database: Database;
let projectId: string;
let workers: CopydeskProcess[] = [];

beforeAll(async () => {
  if (whyNot !== null) return;
  dataFolder = await temporaryFolder();
  server = await joinEmbeddedPostgres({ dataFolder, log });
  database = openDatabase(server.connection);
  await migrate(database);
  ({ path: repository } = await createRepository({ "guide.md": "# Guide\n\nTake a widget.\n" }));
  projectId = (await createProject({ database }, { name: "docs", repository })).id;
  const environment = { COPYDESK_DATA: dataFolder, COPYDESK_LOG_LEVEL: "error", COPYDESK_CONCURRENCY: "2" };
  workers = await Promise.all([1, 2].map(() => startCopydesk({ role: "worker", environment })));
});

afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.end("SIGKILL")));
  await database?.close();
  await server?.release();
  for (const folder of [repository, dataFolder])
    if (folder !== undefined) await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

function serverPids(): number[] {
  const pid = runningServer(join(dataFolder, "postgres"))!;
  return [pid, ...descendantsOf(pid).map((child) => child.pid)];
}

/** Every flush of every process of the server waits so long from now on. */
async function slowServer(delayMs: number): Promise<() => Promise<void>> {
  const endSlowness = await slowDown(serverPids(), delayMs);
  onTestFinished(endSlowness);
  return endSlowness;
}

const create = (n: number) => {
  const deps = {
    ...{ insertJob: createJobInserter({ database }), defaultModel: "copydesk/chores" },
    assertRefName: () => undefined,
  };
  const options = { author: { kind: "service" }, idempotencyKey: `create-${n}` } as const;
  const prompt = `Replace "a widget" with "widget ${n}" in guide.md`;
  return createJob(deps, projectId, { prompt }, options);
};

/** A create waits for the one before it in its project, but not for long: then it has to be tried again. */
async function createOneByOne(these: readonly number[]): Promise<string[]> {
  const ids: string[] = [];
  for (const n of these) ids.push((await untilCreated(n)).jobId);
  return ids.sort();
}

/** Tries again as clients do. */
async function untilCreated(n: number): ReturnType<typeof create> {
  try {
    return await create(n);
  } catch (error) {
    if (!isAppError(error) || !["idempotency_in_flight", "unavailable"].includes(error.code)) throw error;
    return await untilCreated(n);
  }
}

interface Ended {
  id: string;
  reason: string;
  crashes: number;
  pulls: number;
}

async function untilEnded(ids: readonly string[]): Promise<Ended[]> {
  const query = `select id, reason, crash_count as crashes,
      (select count(*)::integer from pull_requests where job_id = jobs.id) as pulls
    from jobs where status <> 'active' and id = any($1) order by id`;
  const ended = async () => (await whileStoreIsAway(() => database.pool.query<Ended>(query, [ids]))).rows;
  await expect.poll(async () => (await ended()).length, { timeout: 240_000 }).toBe(ids.length);
  const branches = await git(repository, [
    "for-each-ref",
    "--format=%(refname:lstrip=3)",
    "refs/heads/copydesk/",
  ]);
  expect(branches.split("\n")).toEqual(expect.arrayContaining([...ids]));
  return await ended();
}

const numbers = (from: number) => Array.from({ length: jobs }, (_, n) => from + n);

describe("a database whose disk is slow", skipUnless(whyNot === null, whyNot ?? ""), () => {
  test("holds jobs up, and no worker is taken for dead: each job ends once", async () => {
    const endSlowness = await slowServer(400);
    expect(await checkStoreSpeed({ database })).toMatchObject({ ok: false, needed: false });
    const ids = await createOneByOne(numbers(0));
    expect(await untilEnded(ids)).toEqual(
      ids.map((id) => ({ id, reason: "pull_request_opened", crashes: 0, pulls: 1 })),
    );
    await endSlowness();
    expect(await checkStoreSpeed({ database })).toMatchObject({ name: "store speed" });
  });

  test("that stands still for longer than a dead worker is silent: the living ones keep their jobs", async () => {
    const endSlowness = await slowServer(12_000);
    const ids = await createOneByOne([100, 101]);
    await endSlowness();
    expect(await untilEnded(ids)).toEqual(
      ids.map((id) => ({ id, reason: "pull_request_opened", crashes: 0, pulls: 1 })),
    );
    const { rows } = await database.pool.query("select id from workers");
    expect(rows).toHaveLength(2);
  });

  test("and that is killed meanwhile has every job that it acknowledged", async () => {
    await slowServer(400);
    const acknowledged: string[] = [];
    const creating = numbers(200).map(async (n) => {
      acknowledged.push((await create(n)).jobId);
    });
    const all = Promise.allSettled(creating);
    await Promise.any(creating);
    for (const pid of serverPids()) kill(pid);
    await all;
    const kept = [...acknowledged].sort();
    expect(kept.length).toBeGreaterThan(0);
    expect((await untilEnded(kept)).map(({ id, reason, pulls }) => [id, reason, pulls])).toEqual(
      kept.map((id) => [id, "pull_request_opened", 1]),
    );
    // Asked again, whoever got no answer gets the job that was stored, or one that is new.
    const ids = await createOneByOne(numbers(200));
    expect(new Set(ids).size).toBe(jobs);
    expect(ids).toEqual(expect.arrayContaining(kept));
    expect((await untilEnded(ids)).map(({ pulls }) => pulls)).toEqual(ids.map(() => 1));
  });
});

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended with its server.
  }
}
