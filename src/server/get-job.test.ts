import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestProject, type TestServer } from "../../test/helpers/test-server.ts";
import { jobRecord } from "../jobs/record-schema.ts";

let server: TestServer;
let project: TestProject;

beforeAll(async () => {
  server = await startTestServer();
  project = await server.newProject();
});

afterAll(() => server.close());

async function newJob(): Promise<string> {
  const answer = await project.create({ prompt: "x" });
  return ((await answer.json()) as { id: string }).id;
}

async function finish(jobId: string): Promise<void> {
  const { pool } = server.store.database;
  await pool.query("update jobs set status = 'completed', reason = 'no_changes' where id = $1", [jobId]);
}

test("Location names where a created job is returned, with the same bytes", async () => {
  const created = await project.create({ prompt: "x", metadata: { b: "1", a: "2" } });
  const record = await created.text();
  const location = created.headers.get("location") ?? "";
  expect(location).toBe(`${new URL(project.jobs).pathname}/${JSON.parse(record).id}`);
  const answer = await project.get(location.slice(location.lastIndexOf("/")));
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
  const text = await answer.text();
  expect(JSON.parse(text)).toEqual(JSON.parse(record));
  expect(jobRecord.parse(JSON.parse(text))).toEqual(JSON.parse(text));
  expect(Object.keys(JSON.parse(text)).slice(0, 7)).toEqual([
    "id",
    "status",
    "source",
    "model",
    "prLink",
    "createdAt",
    "archivedAt",
  ]);
});

test("the job has its row, its first event, its branch and its place in the queue", async () => {
  const id = await newJob();
  const { pool } = server.store.database;
  const { rows: jobs } = await pool.query(
    "select branch, event_seq, status, reason from jobs where id = $1",
    [id],
  );
  expect(jobs).toEqual([{ branch: `copydesk/${id}`, event_seq: 1, status: "active", reason: "queued" }]);
  const { rows: events } = await pool.query("select seq, kind, data from job_events where job_id = $1", [id]);
  expect(events).toMatchObject([
    { seq: 1, kind: "created", data: { prompt: "x", mode: "pull_request", turn: 1 } },
  ]);
  const { rows: queued } = await pool.query('select is_queued(jobs) as "isQueued" from jobs where id = $1', [
    id,
  ]);
  expect(queued).toEqual([{ isQueued: true }]);
});

test("If-None-Match with the current ETag is answered 304 without a body; after a change it is 200", async () => {
  const id = await newJob();
  const etag = (await project.get(`/${id}`)).headers.get("etag") ?? "";
  expect(etag).toMatch(/^"[\w-]{22}"$/);
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
    const answer = await project.get(`/${id}`, { "if-none-match": known });
    expect([answer.status, answer.headers.get("etag"), await answer.text()]).toEqual([304, etag, ""]);
  }
  await finish(id);
  const changed = await project.get(`/${id}`, { "if-none-match": etag });
  expect(changed.status).toBe(200);
  expect(changed.headers.get("etag")).not.toBe(etag);
});

test("HEAD returns the headers of GET", async () => {
  const id = await newJob();
  const answer = await fetch(`${project.jobs}/${id}`, {
    ...{ method: "HEAD", headers: { authorization: `Bearer ${project.key}` } },
  });
  expect([answer.status, await answer.text()]).toEqual([200, ""]);
  expect(answer.headers.get("etag")).toBe((await project.get(`/${id}`)).headers.get("etag"));
});

test("wait ends when the status changes", async () => {
  const id = await newJob();
  const answer = project.get(`/${id}?wait=30`);
  await sleep(300);
  await finish(id);
  expect(await (await answer).json()).toMatchObject({ id, status: "completed", reason: "no_changes" });
});

test("wait ends with the unchanged record when its time is up", async () => {
  const id = await newJob();
  const start = performance.now();
  expect(await (await project.get(`/${id}?wait=1`)).json()).toMatchObject({ status: "active" });
  expect(performance.now() - start).toBeGreaterThan(990);
});

test("wait on a job that is not active returns at once", async () => {
  const id = await newJob();
  await finish(id);
  const answer = await Promise.race([project.get(`/${id}?wait=60`), sleep(45_000)]);
  expect(await answer?.json()).toMatchObject({ status: "completed" });
});

test("a change other than of the status does not end the wait", async () => {
  const id = await newJob();
  const answer = project.get(`/${id}?wait=60`);
  await sleep(200);
  const { pool } = server.store.database;
  await pool.query("update jobs set reason = 'running' where id = $1", [id]);
  await sleep(300);
  await finish(id);
  expect(await (await answer).json()).toMatchObject({ status: "completed" });
});

test.each(["-1", "61", "1.5", "x", "", "1e9"])("wait=%s is refused", async (wait) => {
  const id = await newJob();
  const answer = await project.get(`/${id}?wait=${wait}`);
  expect(await answer.json()).toMatchObject({ code: "invalid_request", errors: [{ path: "wait" }] });
});

test.each(["job_0123456789abcdefghijkl", "job_", "x", "%00", "job_0123456789abcdefghijkl'--"])(
  "%s is job_not_found",
  async (id) => {
    const answer = await project.get(`/${id}`);
    expect([answer.status, await answer.json()]).toMatchObject([404, { code: "job_not_found" }]);
  },
);

test("a job of another project is job_not_found, with and without wait", async () => {
  const other = await server.newProject();
  const id = await newJob();
  for (const path of [`/${id}`, `/${id}?wait=5`]) {
    const answer = await other.get(path);
    expect([answer.status, await answer.json()]).toMatchObject([404, { code: "job_not_found" }]);
  }
});

test("waiting clients get a response when the server closes", async () => {
  const asked = Promise.withResolvers<void>();
  const own = await startTestServer({
    plugins: [
      async (app) => {
        app.addHook("onRequest", async ({ url }) => {
          if (url.endsWith("?wait=60")) asked.resolve();
        });
      },
    ],
  });
  const there = await own.newProject();
  const { id } = (await (await there.create({ prompt: "x" })).json()) as { id: string };
  const answer = there.get(`/${id}?wait=60`);
  await asked.promise;
  await own.close();
  expect(await (await answer).json()).toMatchObject({ id, status: "active" });
});
