import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/helpers/test-database.ts";
import { createJobInserter } from "./insert-jobs.ts";
import type { CreateOutcome, NewJob } from "./new-job.ts";

let store: TestDatabase;

beforeAll(async () => {
  store = await createTestDatabase();
});

afterAll(() => store.drop());

let made = 0;

/** Uses up `used` of the hour's creates. */
async function addProject(used: number, more: { model?: string; settings?: object } = {}): Promise<string> {
  made += 1;
  const id = `prj_${made}`;
  const { pool } = store.database;
  await pool.query(
    "insert into projects (id, name, repository, ref, model, settings) values ($1, 'Docs', '/docs', 'main', $2, $3)",
    [id, more.model ?? null, more.settings ?? {}],
  );
  await pool.query(
    "insert into rate_uses (project_id, operation, used_at) select $1, 'create', clock_timestamp() from generate_series(1, $2)",
    [id, used],
  );
  return id;
}

function job(projectId: string, more: Partial<NewJob> = {}): NewJob {
  made += 1;
  const id = `job_${made}`;
  return {
    ...{ id, projectId, apiKeyId: null, author: { kind: "service" }, prompt: "x", ref: null, model: null },
    ...{ defaultModel: "copydesk/chores", mode: "pull_request", asDraft: false, paths: ["a/**", "b"] },
    ...{ budget: {}, metadata: { from: "test" }, branch: `copydesk/${id}`, idempotency: null },
    ...{ labels: [], reviewers: [], title: null, topic: null, hasChosenBranch: false },
    toTurnAnswer: () => "{}",
    toAnswer: (row, time) => `${row.id} on ${row.model} in ${row.repository} at ${time}`,
    ...more,
  };
}

function keyed(projectId: string, key: string, body: string): NewJob {
  return job(projectId, { idempotency: { key, requestHash: Buffer.from(body) } });
}

/** All of them in one statement. */
function insert(jobs: NewJob[]): Promise<CreateOutcome[]> {
  const insertJob = createJobInserter({ database: store.database });
  return Promise.all(jobs.map((one) => insertJob(one)));
}

async function kinds(jobs: NewJob[]): Promise<string[]> {
  return (await insert(jobs)).map(({ kind }) => kind);
}

async function stored(id: string) {
  const { rows } = await store.database.pool.query(
    "select model, paths, metadata, base_ref, created_at, (select json_agg(json_build_array(seq, kind)) from job_events where job_id = id) as events from jobs where id = $1",
    [id],
  );
  return rows[0];
}

test("a batch gets exactly what is left of the limit, in order, each project for itself", async () => {
  const [a, b] = [await addProject(98), await addProject(100)];
  const outcomes = await insert([job(a), job(b), job(a), job(a)]);
  expect(outcomes.map(({ kind }) => kind)).toEqual(["created", "limited", "created", "limited"]);
  expect(outcomes.map((outcome) => "uses" in outcome && outcome.uses.left)).toEqual([1, 0, 0, 0]);
});

test("a missing project refuses only its own jobs", async () => {
  expect(await kinds([job(await addProject(0)), job("gone")])).toEqual(["created", "project_missing"]);
});

test("one key in one batch makes one job, and a different body with it is refused", async () => {
  const [a, b] = [await addProject(0), await addProject(0)];
  const batch = [keyed(a, "k", "1"), keyed(a, "k", "1"), keyed(a, "k", "2"), keyed(b, "k", "2")];
  const outcomes = await insert(batch);
  expect(outcomes.map(({ kind }) => kind)).toEqual(["created", "replayed", "key_reused", "created"]);
  expect(outcomes[1]).toMatchObject({
    jobId: batch[0]!.id,
    answer: (outcomes[0] as { answer: string }).answer,
  });
  expect(await stored(batch[1]!.id)).toBeUndefined();
});

test("a replay returns the bytes of the first answer, even if the limit is reached or the project has changed", async () => {
  const project = await addProject(99);
  const first = keyed(project, "k", "1");
  const [created] = (await insert([first])) as [CreateOutcome & { answer: string }];
  await store.database.pool.query("update projects set repository = '/moved', model = 'a/b' where id = $1", [
    project,
  ]);
  const refusing = { ...keyed(project, "k", "1"), assertModel: () => expect.unreachable() };
  const uses = { policy: "create", limit: 100, left: 0, resetSeconds: expect.any(Number) };
  expect(await insert([refusing])).toEqual([
    { kind: "replayed", jobId: first.id, answer: created.answer, uses },
  ]);
  const { created_at } = await stored(first.id);
  expect(created.answer).toBe(`${first.id} on copydesk/chores in /docs at ${created_at.toISOString()}`);
});

test("a refused create stores nothing for its key", async () => {
  const full = await addProject(100);
  expect(await kinds([keyed(full, "k", "1"), keyed(full, "k", "2")])).toEqual(["limited", "limited"]);
});

test.each([
  ["openai/x", "anthropic/y", "openai/x"],
  [null, "anthropic/y", "anthropic/y"],
  [null, undefined, "copydesk/chores"],
])("a job that asks for %s in a project with %s runs on %s", async (asked, ofProject, expected) => {
  const project = await addProject(0, ofProject === undefined ? {} : { model: ofProject });
  const one = job(project, { model: asked });
  await insert([one]);
  expect(await stored(one.id)).toMatchObject({
    ...{ model: expected, base_ref: "main", paths: ["a/**", "b"], metadata: { from: "test" } },
    events: [[1, "created"]],
  });
});

test("changes to the project since the last create apply to the next one", async () => {
  const project = await addProject(0, { model: "a/old" });
  const insertJob = createJobInserter({ database: store.database });
  await insertJob(job(project));
  await store.database.pool.query(
    `update projects set model = 'a/new', repository = '/new', settings = '{"models": ["a/new"]}' where id = $1`,
    [project],
  );
  const asked: unknown[] = [];
  const next = job(project, { assertModel: (...of) => void asked.push(of) });
  expect(await insertJob(next)).toMatchObject({ answer: expect.stringContaining("on a/new in /new") });
  expect(asked.at(-1)).toEqual(["a/new", ["a/new"]]);
});

test("a forbidden model refuses only its own job, with the refuser's message", async () => {
  const project = await addProject(0);
  const why = new Error("not this model");
  const refused = job(project, {
    assertModel() {
      throw why;
    },
  });
  const [one, other] = await Promise.allSettled([insert([refused]), insert([job(project)])]);
  expect(one).toMatchObject({ status: "rejected", reason: why });
  expect(other).toMatchObject({ status: "fulfilled" });
  expect(await stored(refused.id)).toBeUndefined();
});

test("the project's cap is checked before the key's, and usage counts by month", async () => {
  const { pool } = store.database;
  const project = await addProject(0, { settings: { monthlyCap: { maxTokens: 1_000 } } });
  await pool.query(
    "insert into api_keys (id, project_id, name, secret_hash, scopes, monthly_cap) values ('key_1', $1, 'k', 'x', '{}', $2)",
    [project, { maxCostUsd: 2 }],
  );
  const use = (account: string, tokens: number, cost: number, monthsAgo = 0) =>
    pool.query(
      `insert into monthly_usage values ($1, $2, date_trunc('month', clock_timestamp() at time zone 'UTC') - make_interval(months => $5), $3, $4)
       on conflict (project_id, account_id, month) do update set tokens = excluded.tokens, cost_usd = excluded.cost_usd`,
      [project, account, tokens, cost, monthsAgo],
    );
  const byKey = () => job(project, { apiKeyId: "key_1" });
  await use("", 5_000, 0, 1);
  await use("", 999, 50);
  expect(await kinds([byKey(), job(project)])).toEqual(["created", "created"]);
  await use("key_1", 3, 2.5);
  const [capped, free] = await insert([byKey(), job(project)]);
  const resetsAt = expect.any(Date);
  expect(capped).toEqual({
    kind: "capped",
    cap: {
      of: "key",
      cap: { maxCostUsd: 2 },
      tokens: 3,
      costUsd: 2.5,
      resetsAt,
      resetSeconds: expect.any(Number),
    },
  });
  expect(free).toMatchObject({ kind: "created" });
  await use("", 1_000, 50);
  expect(await insert([byKey()])).toMatchObject([{ kind: "capped", cap: { of: "project", tokens: 1_000 } }]);
});
