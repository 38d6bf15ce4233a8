import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestProject, type TestServer } from "../../test/helpers/test-server.ts";

let server: TestServer;
let project: TestProject;

beforeAll(async () => {
  server = await startTestServer();
  project = await server.newProject();
});

afterAll(() => server.close());

const query = async (text: string, values: unknown[] = []) =>
  (await server.store.database.pool.query(text, values)).rows;

async function ended(reason: string): Promise<string> {
  const { id } = (await (await project.create({ prompt: "x", mode: "preview" })).json()) as { id: string };
  await query("update jobs set status = 'completed', reason = $2 where id = $1", [id, reason]);
  return id;
}

async function open(id: string) {
  const headers = { authorization: `Bearer ${project.key}` };
  const answer = await fetch(`${project.jobs}/${id}/pull-request`, { method: "POST", headers });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

test("a preview becomes active again, once, queued for its next turn", async () => {
  const id = await ended("preview_ready");
  const answers = await Promise.all(Array.from({ length: 5 }, () => open(id)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  expect(answers.find(({ status }) => status === 200)!.body).toMatchObject({
    status: "active",
    reason: "queued",
  });
  expect(answers.find(({ status }) => status === 409)!.body).toMatchObject({ code: "no_preview" });
  const [job] = await query("select mode, publish_only, turn from jobs where id = $1", [id]);
  expect(job).toEqual({ mode: "pull_request", publish_only: true, turn: 2 });
});

test("a message after it lets the model work again", async () => {
  const id = await ended("preview_ready");
  await open(id);
  await query("update jobs set status = 'completed', reason = 'pull_request_opened' where id = $1", [id]);
  const headers = { authorization: `Bearer ${project.key}`, "content-type": "application/json" };
  const body = JSON.stringify({ prompt: "And more" });
  expect((await fetch(`${project.jobs}/${id}/message`, { method: "POST", headers, body })).status).toBe(200);
  expect(await query("select publish_only, turn from jobs where id = $1", [id])).toEqual([
    { publish_only: false, turn: 3 },
  ]);
});

test.each(["no_changes", "pull_request_opened"])(
  "a job that ended with %s has no preview",
  async (reason) => {
    expect(await open(await ended(reason))).toMatchObject({ status: 409, body: { code: "no_preview" } });
  },
);

test("a job that is not there is job_not_found", async () => {
  expect(await open("job_0123456789abcdefghijkl")).toMatchObject({
    status: 404,
    body: { code: "job_not_found" },
  });
});
