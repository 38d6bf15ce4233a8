import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestProject, type TestServer } from "../../test/helpers/test-server.ts";

let server: TestServer;
let project: TestProject;

beforeAll(async () => {
  server = await startTestServer();
  project = await server.newProject();
});

afterAll(() => server.close());

async function newJob(): Promise<string> {
  return ((await (await project.create({ prompt: "x" })).json()) as { id: string }).id;
}

async function ask(number: string, { id, key } = project) {
  const response = await fetch(`${server.url}/v2/agent/${id}/pull-request/${number}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const { id: found, code } = (await response.json()) as { id?: string; code?: string };
  return [response.status, found ?? code];
}

async function openPull(jobId: string, number: number): Promise<void> {
  const pull = { url: `https://git.example/pulls/${number}`, number, state: "open", branch: "b" };
  const { pool } = server.store.database;
  await pool.query("update jobs set pull_request = $2 where id = $1", [jobId, JSON.stringify(pull)]);
}

test("a pull request leads to the job that opened it, within its project only", async () => {
  const jobId = await newJob();
  await openPull(jobId, 7);
  expect(await ask("7")).toEqual([200, jobId]);
  expect(await ask("7", await server.newProject())).toEqual([404, "pull_request_not_found"]);
});

test("a key is needed", async () => {
  const response = await fetch(`${server.url}/v2/agent/${project.id}/pull-request/7`);
  expect(response.status).toBe(401);
});

test.each(["8", "0", "07", "-1", "x", "1e0", "99999999999999999999"])(
  "%s is no pull request",
  async (number) => {
    expect(await ask(number)).toEqual([404, "pull_request_not_found"]);
  },
);
