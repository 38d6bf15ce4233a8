import { afterAll, beforeAll, expect, test } from "vitest";
import { onlyInTestAll } from "../helpers/skip-unless.ts";
import { startApiProcess } from "../helpers/start-api-process.ts";
import {
  projectAt,
  startTestServer,
  type TestProject,
  type TestServer,
  tally,
} from "../helpers/test-server.ts";

const full = process.env.COPYDESK_FULL_FAULTS === "1";
const kills = full ? 200 : 10;

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

async function count(table: "jobs" | "rate_uses" | "job_events", project: TestProject): Promise<number> {
  const of = {
    jobs: "project_id",
    rate_uses: "project_id",
    job_events: "split_part(data->>'prompt', ' ', 1)",
  };
  const { rows } = await server.store.database.pool.query(
    `select count(*)::integer as count from ${table} where ${of[table]} = $1`,
    [project.id],
  );
  return rows[0].count;
}

test("100 parallel posts with one key make one job, one event and one use; 99 are marked as replays", async () => {
  const project = await server.newProject();
  const body = { prompt: `${project.id} once` };
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => project.create(body, { "idempotency-key": "k" })),
  );
  expect(tally(answers.map(({ status }) => status))).toEqual({ 201: 100 });
  expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1);
  expect(new Set(answers.map((answer) => answer.headers.get("location"))).size).toBe(1);
  expect(tally(answers.map((answer) => answer.headers.get("idempotent-replayed")))).toEqual({
    null: 1,
    true: 99,
  });
  expect(
    await Promise.all([count("jobs", project), count("rate_uses", project), count("job_events", project)]),
  ).toEqual([1, 1, 1]);
});

test("a replay has the bytes of the first answer although the job has gone on, and differently written JSON is the same body", async () => {
  const project = await server.newProject();
  const key = { "idempotency-key": "k" };
  const first = await project.create('{"prompt":"x","metadata":{"a":"1","b":"2"}}', key);
  await server.store.database.pool.query(
    "update jobs set status = 'failed', reason = 'internal_error' where project_id = $1",
    [project.id],
  );
  const again = await project.create(
    '{ "metadata": {"b":"2","a":"1"}, "prompt": "\\u0078", "asDraft": false }',
    key,
  );
  expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([201, "true"]);
  expect(await again.text()).toBe(await first.text());
});

test("another body with the same key is refused, another project may use the same key", async () => {
  const [project, other] = [await server.newProject(), await server.newProject()];
  const key = { "idempotency-key": "k" };
  await project.create({ prompt: "x" }, key);
  const refused = await project.create({ prompt: "y" }, key);
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
    422,
    "idempotency_key_reused",
  ]);
  const elsewhere = await other.create({ prompt: "y" }, key);
  expect([elsewhere.status, elsewhere.headers.get("idempotent-replayed")]).toEqual([201, null]);
});

test("a key is forgotten after 24 hours", async () => {
  const project = await server.newProject();
  const key = { "idempotency-key": "k" };
  await project.create({ prompt: "x" }, key);
  await server.store.database.pool.query(
    "update idempotency_keys set created_at = created_at - interval '24 hours' where project_id = $1",
    [project.id],
  );
  const again = await project.create({ prompt: "y" }, key);
  expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([201, null]);
  expect(await count("jobs", project)).toBe(2);
});

test.each([
  ["of 256 characters", "k".repeat(256)],
  ["that is empty", ""],
  ["with a tab", "a\tb"],
  ["with bytes above ASCII", "\u00e9"],
])("a key %s is refused", async (_title, key) => {
  const project = await server.newProject();
  const answer = await project.create({ prompt: "x" }, { "idempotency-key": key });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({
    code: "invalid_request",
    errors: [{ path: "Idempotency-Key", message: "must be 1 to 255 printable ASCII characters" }],
  });
});

test("a create with a key that cannot be decided within 5 seconds is in flight, one without is unavailable", async () => {
  const project = await server.newProject();
  const holder = await server.store.database.pool.connect();
  try {
    await holder.query("begin");
    await holder.query("select pg_advisory_xact_lock(hashtextextended($1, 7302))", [project.id]);
    const [keyed, plain] = await Promise.all([
      project.create({ prompt: "x" }, { "idempotency-key": "k" }),
      project.create({ prompt: "x" }),
    ]);
    expect([keyed.status, keyed.headers.get("retry-after")]).toEqual([409, "1"]);
    expect(await keyed.json()).toMatchObject({ code: "idempotency_in_flight" });
    expect([plain.status, plain.headers.get("retry-after")]).toEqual([503, "1"]);
  } finally {
    await holder.query("rollback");
    holder.release();
  }
  expect((await project.create({ prompt: "x" }, { "idempotency-key": "k" })).status).toBe(201);
  expect(await count("jobs", project)).toBe(1);
});

test(`a process killed between commit and answer, ${kills} times: each retry elsewhere finds the one job`, {
  ...onlyInTestAll("processes killed one after the other"),
  timeout: 600_000,
}, async () => {
  let project = await server.newProject();
  for (let kill = 0; kill < kills; kill += 1) {
    if (kill % 50 === 0) project = await server.newProject();
    const body = { prompt: `kill ${kill}` };
    const key = { "idempotency-key": `kill-${kill}` };
    const doomed = await startApiProcess(server.store.connection, { dieAfterCommit: true });
    const before = await count("jobs", project);
    await expect(projectAt(doomed.url, project.id, project.key).create(body, key)).rejects.toThrow();
    await doomed.kill();
    expect(await count("jobs", project)).toBe(before + 1);
    const again = await project.create(body, key);
    expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([201, "true"]);
    expect(await count("jobs", project)).toBe(before + 1);
  }
});
