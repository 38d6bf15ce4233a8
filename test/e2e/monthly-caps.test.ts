import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createApiKey } from "../../src/api-keys/create-api-key.ts";
import type { JobRecord } from "../../src/jobs/record.ts";
import { sendMessage } from "../../src/jobs/send-message.ts";
import { updateProject } from "../../src/projects/update-project.ts";
import { type CopydeskProcess, startCopydesk } from "../helpers/copydesk-process.ts";
import { startScriptedModelServer } from "../helpers/scripted-model-server.ts";
import { makeTestProject, type TestProject } from "../helpers/test-project.ts";

let project: TestProject;
let copydesk: CopydeskProcess;
let model: Awaited<ReturnType<typeof startScriptedModelServer>>;

/** Each answer counts 110 tokens. */
beforeAll(async () => {
  project = await makeTestProject();
  model = await startScriptedModelServer({
    script: (_index, { messages }) => {
      const step = messages.filter(({ role }) => role === "assistant").length;
      if (step === 0) return { calls: [{ name: "read", arguments: { path: "guide.md" } }] };
      if (step > 30) return { calls: [{ name: "finish", arguments: { title: "Done", summary: "" } }] };
      const write = { path: "guide.md", content: `# Guide\n\nTake widget ${step}.\n` };
      return { calls: [{ name: "write", arguments: write }] };
    },
  });
  copydesk = await startCopydesk({
    environment: {
      ...project.environment,
      COPYDESK_MODEL: "openai-compatible/scripted",
      OPENAI_COMPATIBLE_BASE_URL: model.baseUrl,
      COPYDESK_ALLOW_PRIVATE_ADDRESSES: "yes",
      COPYDESK_PRICES: JSON.stringify({
        "openai-compatible/scripted": { input: 10_000, cachedInput: 10_000, output: 10_000 },
      }),
    },
  });
});

afterAll(async () => {
  await copydesk?.end();
  await model?.close();
  await project?.remove();
});

beforeEach(async () => {
  await project.store.database.pool.query("delete from monthly_usage");
  await setCap(null);
});

async function setCap(monthlyCap: object | null) {
  await updateProject(project.store, project.projectId, { settings: { monthlyCap } });
}

async function post(path: string, body: object, key = project.key) {
  const headers = { authorization: `Bearer ${key}` };
  const init = { method: "POST", headers, body: JSON.stringify(body) };
  const response = await project.request(copydesk.url, path, init);
  return { response, body: (await response.json()) as Record<string, unknown> };
}

async function runJob(key?: string): Promise<JobRecord> {
  const { body } = await post("/job", { prompt: "Count the widgets" }, key);
  const [record] = await project.waitForAll(copydesk.url, [String(body.id)]);
  return record!;
}

function expectRefusal({ response, body }: Awaited<ReturnType<typeof post>>, whose: string) {
  expect(body).toMatchObject({ status: 429, code: "budget_exceeded" });
  const resetsAt = new Date(String(body.resetsAt));
  expect(resetsAt.toISOString()).toMatch(/-01T00:00:00\.000Z$/);
  expect(body.detail).toContain(`This ${whose} has used`);
  expect(body.detail).toContain(resetsAt.toISOString());
  const seconds = Number(response.headers.get("retry-after"));
  expect(Math.abs(seconds * 1_000 - (resetsAt.getTime() - Date.now()))).toBeLessThan(60_000);
}

describe("a monthly cap", () => {
  test("of the project's tokens ends the job that comes up to it, with its patch, and refuses what comes after", async () => {
    await setCap({ maxTokens: 450 });
    const record = await runJob();
    expect(record).toMatchObject({ status: "failed", reason: "budget_exceeded", prLink: null });
    expect(record.message).toContain("This project has used 440 of 450 tokens");
    expect(record.message).toMatch(/resets at \d{4}-\d\d-01T/);
    expect(record.usage.steps).toBe(4);
    const diff = await project.request(copydesk.url, `/job/${record.id}/diff`);
    expect(await diff.text()).toContain("+Take widget 3.");
    await setCap({ maxTokens: 440 });
    expectRefusal(await post("/job", { prompt: "More" }), "project");
    expectRefusal(await post(`/job/${record.id}/message`, { prompt: "Go on" }), "project");
    await setCap({ maxTokens: 10_000 });
    expect((await post(`/job/${record.id}/message`, { prompt: "Go on" })).response.status).toBe(200);
    await project.waitForAll(copydesk.url, [record.id]);
  });

  test("of the cost counts what the calls have cost", async () => {
    await setCap({ maxCostUsd: 3 });
    const record = await runJob();
    expect(record).toMatchObject({ status: "failed", reason: "budget_exceeded", usage: { steps: 2 } });
    expect(record.message).toContain("$2.20 of $3.00");
    expect(record.usage.costUsd).toBeCloseTo(2.2);
  });

  test("of a key stops this key's jobs, and no other's", async () => {
    const { key } = await createApiKey(project.store, project.projectId, { monthlyCap: { maxTokens: 230 } });
    expect(await runJob(key)).toMatchObject({ reason: "budget_exceeded", usage: { steps: 2 } });
    const { key: other } = await createApiKey(project.store, project.projectId, {
      monthlyCap: { maxTokens: 220 },
    });
    expect(await runJob(other)).toMatchObject({ reason: "budget_exceeded", usage: { steps: 2 } });
    expectRefusal(await post("/job", { prompt: "More" }, other), "API key");
    expect((await runJob()).status).toBe("completed");
  });

  test("of a key does not count what nobody with a key has asked for", async () => {
    const first = await runJob();
    const asked = { projectId: project.projectId, jobId: first.id };
    const { rows: before } = await project.store.database.pool.query(
      "select tokens::integer from monthly_usage where account_id <> ''",
    );
    const { database } = project.store;
    await sendMessage(
      { database },
      asked,
      { prompt: "From a comment" },
      { author: { kind: "code_host", host: "github" } },
    );
    await project.waitForAll(copydesk.url, [first.id]);
    const { rows } = await project.store.database.pool.query(
      "select account_id = '' as \"isProject\", tokens::integer from monthly_usage order by 1",
    );
    expect(rows[0]).toEqual({ isProject: false, ...before[0] });
    expect(rows[1].tokens).toBeGreaterThan(before[0].tokens);
  });

  test("refuses exactly at the cap, whichever of many creates at once", async () => {
    await project.store.database.pool.query(
      "insert into monthly_usage values ($1, '', date_trunc('month', clock_timestamp() at time zone 'UTC'), 1000, 0)",
      [project.projectId],
    );
    await setCap({ maxTokens: 1_000 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => post("/job", { prompt: "x" })));
    expect(new Set(answers.map(({ response }) => response.status))).toEqual(new Set([429]));
  });
});
