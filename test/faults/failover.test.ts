import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createJob } from "../../src/jobs/create-job.ts";
import { createJobInserter } from "../../src/jobs/insert-jobs.ts";
import type { JobRecord } from "../../src/jobs/record.ts";
import { createProject } from "../../src/projects/create-project.ts";
import { type Database, openDatabase } from "../../src/store/database.ts";
import { migrate } from "../../src/store/migrate.ts";
import { whileStoreIsAway } from "../../src/worker/claims/while-store-is-away.ts";
import { type CopydeskProcess, startCopydesk } from "../helpers/copydesk-process.ts";
import { createRepository, git, temporaryFolder } from "../helpers/git-fixture.ts";
import { type PostgresPair, startPostgresPair } from "../helpers/postgres-pair.ts";
import { type ScriptedModelServer, startScriptedModelServer } from "../helpers/scripted-model-server.ts";

const jobs = 12;
/** How many jobs have ended when the first server is killed. */
const endedBefore = 3;
const modelMs = 50;

const pages = { "index.md": "# Widgets\n", "guide.md": "# Guide\n\nTake a widget.\n" };

let pair: PostgresPair;
let database: Database;
let model: ScriptedModelServer;
let repository: string;
let dataFolders: string[];
let workers: CopydeskProcess[] = [];

beforeAll(async () => {
  pair = await startPostgresPair();
  database = openDatabase({ connectionString: pair.url });
  await migrate(database);
  model = await startScriptedModelServer({ script: answer });
  ({ path: repository } = await createRepository(pages));
  dataFolders = await Promise.all([temporaryFolder(), temporaryFolder()]);
  workers = await Promise.all(dataFolders.map(startWorker));
});

afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.end("SIGKILL")));
  await model?.close();
  await database?.close();
  await pair?.close();
  for (const folder of [repository, ...(dataFolders ?? [])])
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

function startWorker(dataFolder: string): Promise<CopydeskProcess> {
  return startCopydesk({
    role: "worker",
    environment: {
      DATABASE_URL: pair.url,
      COPYDESK_DATA: dataFolder,
      COPYDESK_LOG_LEVEL: "error",
      COPYDESK_CONCURRENCY: "2",
      COPYDESK_MODEL: "openai-compatible/scripted",
      OPENAI_COMPATIBLE_BASE_URL: model.baseUrl,
      COPYDESK_ALLOW_PRIVATE_ADDRESSES: "yes",
    },
  });
}

function answer(index: number, { messages }: { messages: { role: string }[] }) {
  const step = messages.filter(({ role }) => role === "assistant").length;
  const call = [
    { name: "read", arguments: { path: "guide.md" } },
    { name: "edit", arguments: { path: "guide.md", edits: [{ old: "a widget", new: "one widget" }] } },
    { name: "finish", arguments: { title: "Say one widget", summary: "Says one widget." } },
  ][Math.min(step, 2)]!;
  return { calls: [{ ...call, id: `request_${index}` }], delayMs: modelMs };
}

async function countEnded(): Promise<number> {
  const count = "select count(*)::integer as n from jobs where status <> 'active'";
  return (await whileStoreIsAway(() => database.pool.query<{ n: number }>(count))).rows[0]!.n;
}

test("the database fails over to another server in the middle of jobs: none is lost, none is doubled", async () => {
  const project = await createProject({ database }, { name: "docs", repository });
  const deps = {
    insertJob: createJobInserter({ database }),
    defaultModel: "openai-compatible/scripted",
    assertRefName: () => undefined,
  };
  const create = async (n: number): Promise<string> => {
    const options = { author: { kind: "service" }, idempotencyKey: `create-${n}` } as const;
    const prompt = `Say one widget ${n}`;
    const created = await whileStoreIsAway(() => createJob(deps, project.id, { prompt }, options));
    return (JSON.parse(created.answer) as JobRecord).id;
  };
  const made = await Promise.all(Array.from({ length: jobs / 2 }, (_, n) => create(n)));
  await expect.poll(countEnded, { interval: 20 }).toBeGreaterThanOrEqual(endedBefore);
  const failedOver = pair.failOver();
  // Created while there is no server at first.
  const meanwhile = await Promise.all(Array.from({ length: jobs / 2 }, (_, n) => create(jobs / 2 + n)));
  await failedOver;
  const ids = [...made, ...meanwhile];
  expect(new Set(ids).size).toBe(jobs);

  await expect.poll(countEnded, { timeout: 240_000 }).toBe(jobs);
  const { rows } = await database.pool.query<{ id: string; reason: string; pulls: number }>(
    `select id, reason, (select count(*)::integer from pull_requests where job_id = jobs.id) as pulls from jobs order by id`,
  );
  expect(rows).toEqual(ids.sort().map((id) => ({ id, reason: "pull_request_opened", pulls: 1 })));
  const branches = await git(repository, [
    "for-each-ref",
    "--format=%(refname:lstrip=3)",
    "refs/heads/copydesk/",
  ]);
  expect(branches.split("\n").sort()).toEqual(ids);
  // A model call whose answer was stored is not paid for again.
  const stored = await database.pool.query<{ data: { toolCalls: { id: string }[] } }>(
    "select data from job_events where kind = 'model_answer'",
  );
  const answered = new Set(stored.rows.flatMap(({ data }) => data.toolCalls.map(({ id }) => id)));
  const calls = model.headers.map((headers, n) => ({ key: headers["idempotency-key"]!, id: `request_${n}` }));
  for (const [key, same] of Map.groupBy(calls, (call) => call.key)) {
    const at = same.findIndex(({ id }) => answered.has(id));
    expect([key, at]).toEqual([key, same.length - 1]);
  }
});
