import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/helpers/test-database.ts";
import { createApiKey } from "../api-keys/create-api-key.ts";
import { listApiKeys } from "../api-keys/list-api-keys.ts";
import { rotateApiKey } from "../api-keys/rotate-api-key.ts";
import { updateProject } from "../projects/update-project.ts";
import { describeReachedCap, findReachedCap, loadCaps } from "./load-caps.ts";

let store: TestDatabase;
let jobs = 0;

beforeAll(async () => {
  store = await createTestDatabase();
});

afterAll(async () => {
  await store.drop();
});

async function makeProject(id: string): Promise<string> {
  await store.database.pool.query(
    "insert into projects (id, name, repository) values ($1, 'Docs', '/docs')",
    [id],
  );
  return id;
}

async function makeJob(projectId: string, apiKeyId: string | null): Promise<string> {
  jobs += 1;
  const id = `job_${jobs}`;
  await store.database.pool.query(
    `insert into jobs (id, project_id, status, reason, prompt, repository, branch, model, turn_api_key_id)
     values ($1, $2, 'active', 'running', 'p', '/docs', 'copydesk/' || $1, 'openai/x', $3)`,
    [id, projectId, apiKeyId],
  );
  return id;
}

async function use(jobId: string, inputTokens: number, outputTokens: number, costUsd: number | null) {
  const usage = { steps: 1, inputTokens, cachedInputTokens: 0, outputTokens, costUsd };
  await store.database.pool.query("update jobs set usage = $2 where id = $1", [jobId, JSON.stringify(usage)]);
}

async function statesOf(projectId: string, apiKeyId: string | null) {
  const caps = await loadCaps(store.database.pool, [{ projectId, apiKeyId }]);
  return [...caps.values()][0]!;
}

const newKey = async (projectId: string, monthlyCap = {}) =>
  (await createApiKey(store, projectId, { monthlyCap })).record.id;

describe("the month's account", () => {
  test("grows by what each change of a job's usage adds, for the project and for the key of the turn", async () => {
    const project = await makeProject("prj_sum");
    const [one, other] = [await newKey(project), await newKey(project)];
    const [first, second, third] = [
      await makeJob(project, one),
      await makeJob(project, other),
      await makeJob(project, null),
    ];
    await use(first, 100, 10, null);
    await use(first, 300, 30, 0.5);
    await use(first, 300, 30, 0.5);
    await use(second, 1_000, 0, 0.25);
    await use(third, 5, 0, 1);
    expect(await statesOf(project, one)).toMatchObject([
      { of: "project", tokens: 1_335, costUsd: 1.75 },
      { of: "key", tokens: 330, costUsd: 0.5 },
    ]);
    expect(await statesOf(project, null)).toMatchObject([{ of: "project", tokens: 1_335 }]);
  });

  test("loses nothing when many jobs add to it at once", async () => {
    const project = await makeProject("prj_many");
    const key = await newKey(project);
    const ids = await Promise.all(Array.from({ length: 20 }, () => makeJob(project, key)));
    await Promise.all(
      ids.map(async (id) => {
        for (let step = 1; step <= 10; step += 1) await use(id, step * 7, 0, step * 0.5);
      }),
    );
    expect(await statesOf(project, key)).toMatchObject([
      { tokens: 1_400, costUsd: 100 },
      { tokens: 1_400, costUsd: 100 },
    ]);
  });

  test("is another one in another month, by the clock of the database in UTC", async () => {
    const project = await makeProject("prj_month");
    const job = await makeJob(project, null);
    await use(job, 900, 0, 9);
    await store.database.pool.query(
      "update monthly_usage set month = month - interval '1 month' where project_id = $1",
      [project],
    );
    const [state] = await statesOf(project, null);
    expect(state).toMatchObject({ tokens: 0, costUsd: 0 });
    await use(job, 950, 0, 9);
    expect(await statesOf(project, null)).toMatchObject([{ tokens: 50, costUsd: 0 }]);
    const { rows } = await store.database.pool.query(
      `select extract(day from $1::timestamptz at time zone 'UTC')::integer as day,
        $1::timestamptz - clock_timestamp() <= interval '31 days' and $1::timestamptz > clock_timestamp() as "isNext"`,
      [state!.resetsAt],
    );
    expect(rows).toEqual([{ day: 1, isNext: true }]);
    expect(Math.abs(state!.resetSeconds * 1_000 - (state!.resetsAt.getTime() - Date.now()))).toBeLessThan(
      60_000,
    );
  });

  test("is shared by a key and the keys that replace it, and so is the cap", async () => {
    const project = await makeProject("prj_rotate");
    const old = await newKey(project, { maxTokens: 500 });
    await use(await makeJob(project, old), 300, 0, null);
    const next = (await rotateApiKey(store, project, old)).record;
    expect(next.monthlyCap).toEqual({ maxTokens: 500 });
    await use(await makeJob(project, next.id), 250, 0, null);
    for (const id of [old, next.id]) {
      const states = await statesOf(project, id);
      expect(states[1]).toMatchObject({ of: "key", tokens: 550 });
      expect(findReachedCap(states)).toMatchObject({ of: "key" });
    }
    const listed = await listApiKeys(store, project);
    expect(listed.map(({ thisMonth }) => thisMonth.tokens)).toEqual([550, 550]);
  });

  test("of one project is no other's, and a key counts for its own project alone", async () => {
    const [project, other] = [await makeProject("prj_own"), await makeProject("prj_other")];
    const key = await newKey(project, { maxTokens: 1 });
    await use(await makeJob(project, key), 10, 0, null);
    expect(await statesOf(other, key)).toMatchObject([{ of: "project", tokens: 0 }]);
  });
});

describe("a cap", () => {
  const state = {
    of: "project" as const,
    tokens: 900,
    costUsd: 1.5,
    resetsAt: new Date("2026-12-01T00:00:00Z"),
    resetSeconds: 9,
  };

  test.each([
    [{}, { tokens: 1e12, costUsd: 1e9 }, false],
    [{ maxTokens: 900 }, { tokens: 0, costUsd: 0 }, true],
    [{ maxTokens: 901 }, { tokens: 1, costUsd: 0 }, false],
    [{ maxTokens: 901 }, { tokens: 2, costUsd: 0 }, true],
    [{ maxCostUsd: 1.5 }, { tokens: 0, costUsd: 0 }, true],
    [{ maxCostUsd: 2 }, { tokens: 9, costUsd: 0.5 }, false],
    [{ maxCostUsd: 2 }, { tokens: 0, costUsd: 0.51 }, true],
  ])("of %j with %j more is reached: %s", (cap, next, reached) => {
    expect(findReachedCap([{ ...state, cap }], next) !== null).toBe(reached);
  });

  test("that is reached says whose, how far and until when", () => {
    expect(describeReachedCap({ ...state, cap: { maxTokens: 800, maxCostUsd: 3 } })).toBe(
      "This project has used 900 of 800 tokens and $1.50 of $3.00 this month. Its monthly cap resets at 2026-12-01T00:00:00.000Z; the operator of the service can raise it.",
    );
  });

  test("of a project is set, kept beside other settings, and taken away", async () => {
    const project = await makeProject("prj_set");
    const set = (monthlyCap: unknown) => updateProject(store, project, { settings: { monthlyCap } });
    expect((await set({ maxTokens: 5, maxCostUsd: 2.5 })).settings).toEqual({
      monthlyCap: { maxTokens: 5, maxCostUsd: 2.5 },
    });
    expect((await statesOf(project, null))[0]!.cap).toEqual({ maxTokens: 5, maxCostUsd: 2.5 });
    expect((await set(null)).settings).toEqual({});
    await expect(set({ maxTokens: 0 })).rejects.toMatchObject({ code: "invalid_request" });
  });
});
