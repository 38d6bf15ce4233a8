import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestProject, type TestServer } from "../../test/helpers/test-server.ts";
import { createApiKey } from "../api-keys/create-api-key.ts";

let server: TestServer;
let project: TestProject;

beforeAll(async () => {
  server = await startTestServer();
  project = await server.newProject();
});

afterAll(() => server.close());

const query = async (text: string, values: unknown[] = []) =>
  (await server.store.database.pool.query(text, values)).rows;

async function newJob(status: string, reason: string): Promise<string> {
  const { id } = (await (await project.create({ prompt: "x", title: "Say it" })).json()) as { id: string };
  await query("update jobs set status = $2, reason = $3, patch = 'diff' where id = $1", [id, status, reason]);
  return id;
}

async function remove(id: string, { key, jobs } = project): Promise<{ status: number; code: string | null }> {
  const answer = await fetch(`${jobs}/${id}`, {
    method: "DELETE",
    headers: { authorization: `Bearer ${key}` },
  });
  const text = await answer.text();
  return { status: answer.status, code: text === "" ? null : (JSON.parse(text) as { code: string }).code };
}

test.each([
  ["completed", "no_changes"],
  ["failed", "cancelled"],
  ["archived", "no_changes"],
])("a job that is %s is deleted with its events and its diff", async (status, reason) => {
  const id = await newJob(status, reason);
  expect(await remove(id)).toEqual({ status: 204, code: null });
  expect((await project.get(`/${id}`)).status).toBe(404);
  expect(await query("select 1 from jobs where id = $1", [id])).toEqual([]);
  expect(await query("select 1 from job_events where job_id = $1", [id])).toEqual([]);
  expect(await remove(id)).toEqual({ status: 404, code: "job_not_found" });
});

test("the audit log says who deleted it, from where, and what it was", async () => {
  const id = await newJob("completed", "no_changes");
  await remove(id);
  const [entry] = await query("select * from audit_log where subject ->> 'id' = $1", [id]);
  expect(entry).toMatchObject({
    ...{
      action: "job.deleted",
      project_id: project.id,
      from_address: "127.0.0.1",
      author: { kind: "api_key" },
    },
    subject: { kind: "job", id, name: "Say it" },
    before: { status: "completed", reason: "no_changes", title: "Say it", prLink: null },
  });
});

test("refuses to delete an active job, and records nothing about the attempt", async () => {
  const id = await newJob("active", "running");
  expect(await remove(id)).toEqual({ status: 409, code: "job_active" });
  expect(await query("select 1 from job_events where job_id = $1", [id])).toHaveLength(1);
  expect(await query("select 1 from audit_log where subject ->> 'id' = $1", [id])).toEqual([]);
});

test("another project's job is not found, and a key that only reads deletes nothing", async () => {
  const id = await newJob("completed", "no_changes");
  const other = await server.newProject();
  expect(await remove(id, other)).toEqual({ status: 404, code: "job_not_found" });
  const { key } = await createApiKey(server.store, project.id, { scopes: ["read"] });
  expect(await remove(id, { ...project, key })).toEqual({ status: 403, code: "insufficient_scope" });
  expect((await project.get(`/${id}`)).status).toBe(200);
});

test("past use stays counted (the hour's creates, the month's tokens), an open pull request does not", async () => {
  const own = await server.newProject();
  const { id } = (await (await own.create({ prompt: "x" })).json()) as { id: string };
  await query(
    `update jobs set status = 'completed', reason = 'pull_request_opened', usage = usage || '{"inputTokens": 70}',
       pull_request = '{"url": "https://x/1", "number": 1, "state": "open", "branch": "b"}' where id = $1`,
    [id],
  );
  const used = () =>
    query("select tokens from monthly_usage where project_id = $1 and account_id = ''", [own.id]);
  const open = async () =>
    (await query("select open_pull_requests as open from project_load where project_id = $1", [own.id]))[0]
      .open;
  expect([await used(), await open()]).toEqual([[{ tokens: "70" }], 1]);
  expect(await remove(id, own)).toMatchObject({ status: 204 });
  expect([await used(), await open()]).toEqual([[{ tokens: "70" }], 0]);
  const next = await own.create({ prompt: "y" });
  expect(next.headers.get("ratelimit")).toContain('"create";r=98');
});
