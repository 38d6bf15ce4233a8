import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CopydeskProcess, startCopydesk } from "../helpers/copydesk-process.ts";
import { type ScriptedModelServer, startScriptedModelServer } from "../helpers/scripted-model-server.ts";
import { makeTestProject, type TestProject } from "../helpers/test-project.ts";

let project: TestProject;
let model: ScriptedModelServer;
let isSlow = true;
let asked = 0;
const processes: CopydeskProcess[] = [];

beforeAll(async () => {
  project = await makeTestProject();
  model = await startScriptedModelServer({
    script: () => {
      asked += 1;
      const calls = [{ name: "finish", arguments: { title: "Nothing", summary: "Nothing to do." } }];
      return { calls, delayMs: isSlow ? 60_000 : 0 };
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

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(20);
}

describe("SIGTERM with four running jobs", () => {
  test("ends the worker with 0, and another takes the jobs over without a crash being counted", async () => {
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
  });
});
