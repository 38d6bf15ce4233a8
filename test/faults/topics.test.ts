import { afterAll, beforeAll, expect, test } from "vitest";
import type { JobRecord } from "../../src/jobs/record.ts";
import { startApiProcess } from "../helpers/start-api-process.ts";
import {
  projectAt,
  startTestServer,
  type TestProject,
  type TestServer,
  tally,
} from "../helpers/test-server.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

/** The prompts of each of the project's jobs, in their order. */
async function promptsOf({ id }: TestProject): Promise<string[][]> {
  const { rows } = await server.store.database.pool.query<{ prompts: string[] }>(
    `select array_agg(data ->> 'prompt' order by seq) as prompts from jobs join job_events on job_id = id
      where project_id = $1 and kind in ('created', 'message') group by id order by min(at)`,
    [id],
  );
  return rows.map(({ prompts }) => prompts);
}

async function setState({ id }: TestProject, state: "open" | "merged" | "closed"): Promise<void> {
  await server.store.database.pool.query(
    `update jobs set status = 'completed', reason = 'pull_request_opened', finished_at = now(),
      pull_request = jsonb_build_object('url', 'https://example.com/1', 'number', 1, 'state', $2::text, 'branch', branch)
      where project_id = $1 and (pull_request is null or pull_request ->> 'state' = 'open')`,
    [id, state],
  );
}

test("16 creates of one topic at the same moment make one job with 16 prompts; other topics and none have their own", async () => {
  const project = await server.newProject();
  const answers = await Promise.all([
    ...Array.from({ length: 16 }, (_, n) => project.create({ prompt: `say ${n}`, topic: "api" })),
    project.create({ prompt: "other", topic: "cli" }),
    project.create({ prompt: "none" }),
  ]);
  expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 15, 201: 3 });
  const records = (await Promise.all(answers.map((answer) => answer.json()))) as JobRecord[];
  expect(new Set(records.slice(0, 16).map(({ id }) => id)).size).toBe(1);
  expect(records.map(({ topic }) => topic)).toEqual([...Array(16).fill("api"), "cli", null]);
  const prompts = await promptsOf(project);
  const [shared] = prompts.filter(({ length }) => length > 1);
  expect(prompts.map(({ length }) => length).sort()).toEqual([1, 1, 16]);
  expect(new Set(shared)).toEqual(new Set(Array.from({ length: 16 }, (_, n) => `say ${n}`)));
  const listed = await fetch(`${project.jobs}s?topic=api`, {
    headers: { authorization: `Bearer ${project.key}` },
  });
  const page = (await listed.json()) as { data: JobRecord[] };
  expect(page.data.map(({ topic }) => topic)).toEqual(["api"]);
});

test("a key gives the first answer again, whether it began the job or was a turn of it", async () => {
  const project = await server.newProject();
  const create = (n: number) =>
    project.create({ prompt: `${n}`, topic: "t" }, { "idempotency-key": `key-${n}` });
  const [first, second] = [await create(1), await create(2)];
  expect([first.status, second.status]).toEqual([201, 200]);
  const texts = [await first.text(), await second.text()];
  await setState(project, "merged");
  for (const n of [1, 2]) {
    const again = await create(n);
    expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([n === 1 ? 201 : 200, "true"]);
    expect(await again.text()).toBe(texts[n - 1]);
  }
  const other = await project.create({ prompt: "3", topic: "t" }, { "idempotency-key": "key-2" });
  expect(other.status).toBe(422);
  expect(await promptsOf(project)).toEqual([["1", "2"]]);
});

test("an open pull request is gone on with, also of an archived job; after its end a new job begins", async () => {
  const project = await server.newProject();
  const first = (await (await project.create({ prompt: "1", topic: "t" })).json()) as JobRecord;
  await setState(project, "open");
  const second = await project.create({ prompt: "2", topic: "t" });
  expect([second.status, ((await second.json()) as JobRecord).id]).toEqual([200, first.id]);
  await setState(project, "open");
  await server.store.database.pool.query(
    "update jobs set status = 'archived', archived_at = now() where id = $1",
    [first.id],
  );
  const third = await project.create({ prompt: "3", topic: "t" });
  expect((await third.json()) as JobRecord).toMatchObject({
    id: first.id,
    status: "active",
    archivedAt: null,
  });
  for (const state of ["merged", "closed"] as const) {
    await setState(project, state);
    const next = await project.create({ prompt: state, topic: "t" });
    expect(next.status).toBe(201);
  }
  expect(await promptsOf(project)).toEqual([["1", "2", "3"], ["merged"], ["closed"]]);
});

test("what the topic's job cannot give is refused, and nothing is added", async () => {
  const project = await server.newProject();
  await project.create({ prompt: "1", topic: "t", ref: "main", paths: ["docs/**"] });
  for (const [field, value] of [
    ["ref", "next"],
    ["mode", "preview"],
    ["paths", ["**"]],
  ]) {
    const refused = await project.create({ prompt: "2", topic: "t", [field as string]: value });
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
      409,
      "topic_mismatch",
    ]);
  }
  const same = await project.create({ prompt: "2", topic: "t", ref: "main", paths: ["docs/**"] });
  expect(same.status).toBe(200);
  expect(await promptsOf(project)).toEqual([["1", "2"]]);
});

test.each(["", "a\nb", "x".repeat(101), 7])("the topic %j is refused", async (topic) => {
  const project = await server.newProject();
  const refused = await project.create({ prompt: "1", topic });
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
    400,
    "invalid_request",
  ]);
});

test("processes killed between commit and response: each retry elsewhere finds its one prompt", async () => {
  const project = await server.newProject();
  for (let kill = 0; kill < 4; kill += 1) {
    const doomed = await startApiProcess(server.store.connection, { dieAfterCommit: true });
    const key = { "idempotency-key": `kill-${kill}` };
    const body = { prompt: `kill ${kill}`, topic: "t" };
    await expect(projectAt(doomed.url, project.id, project.key).create(body, key)).rejects.toThrow();
    await doomed.kill();
    const again = await project.create(body, key);
    expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([
      kill === 0 ? 201 : 200,
      "true",
    ]);
  }
  expect(await promptsOf(project)).toEqual([["kill 0", "kill 1", "kill 2", "kill 3"]]);
});
