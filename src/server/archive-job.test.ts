import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestProject, type TestServer } from "../../test/helpers/test-server.ts";
import { archiveIdleJobs } from "../jobs/archive-idle-jobs.ts";
import type { JobRecord } from "../jobs/record.ts";

let server: TestServer;
let project: TestProject;

beforeAll(async () => {
  server = await startTestServer();
  project = await server.newProject();
});

afterAll(() => server.close());

const query = async (text: string, values: unknown[] = []) =>
  (await server.store.database.pool.query(text, values)).rows;

async function newJob(reason: string, owner = project): Promise<string> {
  const { id } = (await (await owner.create({ prompt: "x" })).json()) as { id: string };
  const status = { queued: "active", running: "active", no_changes: "completed" }[reason] ?? "failed";
  await query("update jobs set status = $2, reason = $3 where id = $1", [id, status, reason]);
  return id;
}

async function post(
  path: string,
  owner = project,
): Promise<{ status: number; body: JobRecord & { code?: string } }> {
  const headers = { authorization: `Bearer ${owner.key}` };
  const answer = await fetch(`${owner.jobs}${path}`, { method: "POST", headers });
  return { status: answer.status, body: (await answer.json()) as JobRecord };
}

test.each([
  ["no_changes", "completed"],
  ["cancelled", "failed"],
])("a job that ended with %s is archived, and unarchived to %s", async (reason, status) => {
  const id = await newJob(reason);
  const archived = await post(`/${id}/archive`);
  expect(archived).toMatchObject({ status: 200, body: { status: "archived", reason } });
  expect(Date.parse(archived.body.archivedAt!)).toBeGreaterThan(0);
  expect(await post(`/${id}/archive`)).toEqual(archived);
  const back = await post(`/${id}/unarchive`);
  expect(back).toMatchObject({ status: 200, body: { status, reason, archivedAt: null } });
  expect(await post(`/${id}/unarchive`)).toEqual(back);
  const events = await query("select kind from job_events where job_id = $1 order by seq", [id]);
  expect(events.map(({ kind }) => kind)).toEqual(["created", "archived", "unarchived"]);
});

test("an active job is not archived", async () => {
  const id = await newJob("running");
  expect(await post(`/${id}/archive`)).toMatchObject({ status: 409, body: { code: "job_active" } });
  expect(await post(`/${id}/unarchive`)).toMatchObject({ status: 200, body: { status: "active" } });
});

test("another project's job is job_not_found", async () => {
  const other = await server.newProject();
  const id = await newJob("no_changes");
  expect(await post(`/${id}/archive`, other)).toMatchObject({ status: 404, body: { code: "job_not_found" } });
  expect(await post("/job_nonsense/archive")).toMatchObject({ status: 404 });
});

test("archives exactly the jobs that were idle for as long as their project says", async () => {
  const patient = await server.newProject();
  await query("update projects set settings = '{\"archiveAfterDays\": 400}' where id = $1", [patient.id]);
  const old = await newJob("no_changes");
  const fresh = await newJob("no_changes");
  const running = await newJob("running");
  const kept = await newJob("no_changes", patient);
  const restored = await newJob("no_changes");
  await query(
    "update jobs set updated_at = now() - interval '91 days', finished_at = now() - interval '91 days' where id = any($1)",
    [[old, running, kept, restored]],
  );
  await query("update jobs set updated_at = now() where id = $1", [restored]);
  expect(await archiveIdleJobs(server.store.database, { daysDefault: 90, limit: 100 })).toBe(1);
  const rows = await query("select id, status from jobs where id = any($1)", [
    [old, fresh, running, kept, restored],
  ]);
  expect(new Map(rows.map(({ id, status }) => [id, status]))).toEqual(
    new Map([
      [old, "archived"],
      [fresh, "completed"],
      [running, "active"],
      [kept, "completed"],
      [restored, "completed"],
    ]),
  );
});
