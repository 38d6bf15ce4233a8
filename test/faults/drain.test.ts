import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CopydeskProcess, startCopydesk } from "../helpers/copydesk-process.ts";
import { type ScriptedModelServer, startScriptedModelServer } from "../helpers/scripted-model-server.ts";
import { makeTestProject, type TestProject } from "../helpers/test-project.ts";

const read = { name: "read", arguments: { path: "guide.md" } };
const finish = { name: "finish", arguments: { title: "Nothing", summary: "Nothing to do." } };

let project: TestProject;
let model: ScriptedModelServer;
let isSlow = true;
let asked = 0;
const processes: CopydeskProcess[] = [];

beforeAll(async () => {
  project = await makeTestProject();
  model = await startScriptedModelServer({
    script: (_, { messages }) => {
      if (messages.every(({ role }) => role !== "assistant")) return { calls: [read] };
      asked += 1;
      return { calls: [finish], delayMs: isSlow ? 60_000 : 0 };
    },
  });
});

afterAll(async () => {
  await Promise.all(processes.map((process) => process.end("SIGKILL")));
  await model.close();
  await project.remove();
});

async function start(role: "api" | "worker"): Promise<CopydeskProcess> {
  const environment = {
    ...project.environment,
    COPYDESK_MODEL: "openai-compatible/scripted",
    OPENAI_BASE_URL: model.baseUrl,
    COPYDESK_ALLOW_PRIVATE_ADDRESSES: "yes",
  };
  const started = await startCopydesk({ role, environment });
  processes.push(started);
  return started;
}

/** How often each model call was asked for, by job and step. */
function countCalls(): Map<string, number> {
  const names = model.headers.map((headers) => (headers["idempotency-key"] ?? "").split("-"));
  const groups = Map.groupBy(names, ([job, , , step]) => `${job} ${step}`);
  return new Map([...groups].map(([call, group]) => [call, group.length]));
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(20);
}

describe("SIGTERM with four running jobs", () => {
  test("ends the worker with 0, and another goes on with the jobs: no crash is counted, no answer asked for again", async () => {
    const [api, first] = await Promise.all([start("api"), start("worker")]);
    const running = await project.createJobs(api.url, 4, (n) => `Look at page ${n}`);
    await until(() => asked === 4);
    const stopping = first.end("SIGTERM");
    await sleep(500);
    const late = await project.createJobs(api.url, 1, () => "Look at one more page");
    expect(await stopping).toBe(0);
    expect(asked).toBe(4);

    isSlow = false;
    await start("worker");
    const records = await project.waitForAll(api.url, [...running, ...late]);
    expect(records.map(({ reason }) => reason)).toEqual(Array(5).fill("no_changes"));
    const { rows } = await project.store.database.pool.query("select distinct crash_count from jobs");
    expect(rows).toEqual([{ crash_count: 0 }]);
    const calls = countCalls();
    // The first answers were stored; the second ones were under way when the worker ended, and no answer
    // came.
    const counts = running.map((id) => [calls.get(`${id} 1`), calls.get(`${id} 2`)]);
    expect(counts).toEqual(running.map(() => [1, 2]));
    expect(calls.get(`${late[0]} 1`)).toBe(1);
    console.log(
      `drain: ${running.length} running jobs resumed elsewhere, 0 crashes counted, 0 of ${running.length} stored answers asked for again`,
    );
  });
});
