import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createJob } from "../../src/jobs/create-job.ts";
import { createJobInserter } from "../../src/jobs/insert-jobs.ts";
import type { JobRecord } from "../../src/jobs/record.ts";
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
import { runningServer, untilStopped } from "../helpers/embedded-server.ts";
import { createRepository, git } from "../helpers/git-fixture.ts";
import { type ScriptedModelServer, startScriptedModelServer } from "../helpers/scripted-model-server.ts";
import { runsAll } from "../helpers/skip-unless.ts";

const author = { kind: "service" } as const;

// The shorter versions keep `npm test` and `npm run test:all` quick; the full one is what the figures are
// taken from.
const full = process.env.COPYDESK_FULL_FAULTS === "1";
const size = full
  ? { jobs: 2_000, workers: 6, kills: 300, restartEveryMs: 7_000, restartsMax: Number.POSITIVE_INFINITY }
  : runsAll
    ? { jobs: 16, workers: 3, kills: 4, restartEveryMs: 4_000, restartsMax: 4 }
    : { jobs: 6, workers: 2, kills: 2, restartEveryMs: 2_000, restartsMax: 1 };
const killEveryMs = () => 150 + Math.random() * 150;
const jobsPerProject = 100;
const modelMs = 20;

const pages = {
  "index.md": "# Widgets\n\nSee the [guide](guide.md).\n",
  "guide.md": "# Guide\n\nTake a widget.\n",
};

let dataFolder: string;
let repository: string;
let server: EmbeddedPostgres;
let database: Database;
let model: ScriptedModelServer;
const workers: (CopydeskProcess | null)[] = [];
const starting = new Set<Promise<void>>();
let isOver = false;

beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), "copydesk-kill-loop-"));
  ({ path: repository } = await createRepository(pages));
  server = await joinEmbeddedPostgres({ dataFolder, log: createLog({ level: "silent", pretty: false }) });
  database = openDatabase(server.connection);
  await migrate(database);
  model = await startScriptedModelServer({ script: answer });
});

afterAll(async () => {
  isOver = true;
  await Promise.all(starting);
  await Promise.all(workers.map((worker) => worker?.end("SIGKILL")));
  await model?.close();
  await database.close();
  await server.release();
  await untilStopped(join(dataFolder, "postgres"));
  await rm(dataFolder, { recursive: true, force: true });
  await rm(repository, { recursive: true, force: true });
});

/** Search, read, edit, finish; the number of the request is in the id of its call. */
function answer(index: number, { messages }: { messages: { role: string }[] }) {
  const step = messages.filter(({ role }) => role === "assistant").length;
  const call = [
    { name: "search", arguments: { pattern: "widget" } },
    { name: "read", arguments: { path: "guide.md" } },
    { name: "edit", arguments: { path: "guide.md", edits: [{ old: "a widget", new: "one widget" }] } },
    { name: "finish", arguments: { title: "Say one widget", summary: "Says one widget." } },
  ][Math.min(step, 3)]!;
  return { calls: [{ ...call, id: `request_${index}` }], delayMs: modelMs };
}

async function createJobs(): Promise<string[]> {
  const deps = {
    insertJob: createJobInserter({ database }),
    defaultModel: "openai-compatible/scripted",
    assertRefName: () => undefined,
  };
  const ids: string[] = [];
  for (let made = 0; made < size.jobs; made += jobsPerProject) {
    const project = await createProject({ database }, { name: "docs", repository });
    const count = Math.min(jobsPerProject, size.jobs - made);
    const prompts = Array.from({ length: count }, (_, n) => ({ prompt: `Say one widget ${n}` }));
    const created = await Promise.all(prompts.map((body) => createJob(deps, project.id, body, { author })));
    ids.push(...created.map(({ answer: text }) => (JSON.parse(text) as JobRecord).id));
  }
  return ids;
}

function keepWorker(slot: number): Promise<void> {
  const started = startWorker(slot).finally(() => starting.delete(started));
  starting.add(started);
  return started;
}

async function startWorker(slot: number): Promise<void> {
  workers[slot] = null;
  const worker = await startCopydesk({
    role: "worker",
    environment: {
      COPYDESK_DATA: dataFolder,
      COPYDESK_LOG_LEVEL: "error",
      COPYDESK_CONCURRENCY: "2",
      COPYDESK_MODEL: "openai-compatible/scripted",
      OPENAI_COMPATIBLE_BASE_URL: model.baseUrl,
      COPYDESK_ALLOW_PRIVATE_ADDRESSES: "yes",
    },
  }).catch(() => null);
  // The store may be away just now.
  if (worker === null) return isOver ? undefined : await startWorker(slot);
  workers[slot] = worker;
}

async function count(sql: string): Promise<number> {
  const { rows } = await whileStoreIsAway(() => database.pool.query<{ n: string }>(sql));
  return Number(rows[0]!.n);
}

const activeJobs = () => count("select count(*) as n from jobs where status = 'active'");

async function killAndRestart(): Promise<{ kills: number; restarts: number }> {
  const done = { kills: 0, restarts: 0 };
  let restartAt = performance.now() + size.restartEveryMs;
  while ((await activeJobs()) > 0) {
    await sleep(killEveryMs());
    if (performance.now() > restartAt && done.restarts < size.restartsMax) {
      const pid = runningServer(join(dataFolder, "postgres"));
      if (pid !== null) process.kill(pid, "SIGKILL");
      done.restarts += 1;
      restartAt = performance.now() + size.restartEveryMs;
    }
    if (done.kills >= size.kills) continue;
    const ready = workers.flatMap((worker, slot) => (worker === null ? [] : [slot]));
    const slot = ready[Math.floor(Math.random() * ready.length)];
    if (slot === undefined) continue;
    await workers[slot]!.end("SIGKILL");
    done.kills += 1;
    void keepWorker(slot);
  }
  return done;
}

/**
 * Calls that were made again although their answer had been stored, and answers that died with their worker.
 */
async function findRepeatedCalls(): Promise<{ afterStore: string[]; lost: number }> {
  const { rows } = await database.pool.query<{ callId: string; data: { toolCalls: { id: string }[] } }>(
    "select job_id as \"callId\", data from job_events where kind = 'model_answer'",
  );
  const stored = new Set(rows.flatMap(({ data }) => data.toolCalls.map(({ id }) => id)));
  const requests = Map.groupBy(
    model.headers.map((headers, index) => ({ key: headers["idempotency-key"]!, id: `request_${index}` })),
    ({ key }) => key,
  );
  const afterStore = [...requests].flatMap(([key, calls]) => {
    const at = calls.findIndex(({ id }) => stored.has(id));
    return at !== -1 && at < calls.length - 1 ? [key] : [];
  });
  const asked = [...requests.values()].flat().length;
  return { afterStore, lost: asked - stored.size };
}

test(
  `${size.jobs} jobs end with one pull request each while workers are killed and the database is restarted`,
  async () => {
    const ids = await createJobs();
    const startedAt = performance.now();
    await Promise.all(Array.from({ length: size.workers }, (_, slot) => keepWorker(slot)));
    const { kills, restarts } = await killAndRestart();
    const seconds = (performance.now() - startedAt) / 1_000;

    const { rows: reasons } = await database.pool.query(
      "select status || ' ' || reason as ending, count(*)::integer as n from jobs group by 1",
    );
    expect(reasons).toEqual([{ ending: "completed pull_request_opened", n: size.jobs }]);
    expect(await count("select count(distinct branch) as n from pull_requests")).toBe(size.jobs);
    expect(await count("select count(*) as n from pull_requests")).toBe(size.jobs);
    const refs = await git(repository, ["for-each-ref", "--format=%(refname:short)", "refs/heads/copydesk/"]);
    expect(refs.split("\n").sort()).toEqual(ids.map((id) => `copydesk/${id}`).sort());
    const { afterStore, lost } = await findRepeatedCalls();
    expect(afterStore).toEqual([]);
    expect(model.refusals).toEqual([]);
    const attempts = await count("select count(*) as n from job_events where kind = 'started'");
    const anew = await count("select count(*) as n from job_events where kind = 'restarted'");
    const extra = (((attempts - size.jobs) / size.jobs) * 100).toFixed(1);
    console.log(
      `${size.jobs} jobs, ${kills} kills, ${restarts} restarts of the database in ${seconds.toFixed(0)} s: 0 lost, 0 doubled, ` +
        `${attempts} attempts (${extra} % extra), ${anew} begun anew, ${model.headers.length} model calls, ` +
        `0 repeated after their answer was stored, ${lost} answers lost with their worker`,
    );
  },
  full ? 1_500_000 : 600_000,
);
