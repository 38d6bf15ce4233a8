import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestProject, type TestServer } from "../../test/helpers/test-server.ts";
import { createJobLoader } from "./get-job.ts";
import { getJobDiff } from "./get-job-diff.ts";
import { listJobEvents } from "./list-job-events.ts";
import { listJobs } from "./list-jobs.ts";

let server: TestServer;
let project: TestProject;
const ids: string[] = [];

beforeAll(async () => {
  server = await startTestServer();
  project = await server.newProject();
  for (let count = 0; count < 25; count += 1) ids.push(await newJob(project, count));
  const { pool } = server.store.database;
  await pool.query("update jobs set status = 'failed', reason = 'cancelled' where id = any($1)", [
    ids.slice(0, 5),
  ]);
  // As if one transaction had created them all: within one instant the order is by id, and no page may lose
  // or repeat one.
  await pool.query("update jobs set created_at = '2026-11-21T09:30:00.123Z' where id = any($1)", [
    ids.slice(5, 15),
  ]);
});

afterAll(() => server.close());

async function newJob(owner: TestProject, count: number): Promise<string> {
  const answer = await owner.create({ prompt: `job ${count}` });
  return ((await answer.json()) as { id: string }).id;
}

const deps = () => ({ database: server.store.database, loadJob: createJobLoader(server.store.database) });

async function allPages(input: object): Promise<{ ids: string[]; pages: number }> {
  const found: string[] = [];
  let cursor: string | undefined;
  for (let pages = 1; ; pages += 1) {
    const page = await listJobs(deps(), project.id, { ...input, cursor });
    found.push(...page.data.map((job) => job.id));
    if (page.nextCursor === null) return { ids: found, pages };
    cursor = page.nextCursor;
  }
}

test.each([1, 7, 25, 100])("pages of %d together contain every job once, newest first", async (limit) => {
  const { ids: found, pages } = await allPages({ limit });
  expect(found.toSorted()).toEqual(ids.toSorted());
  expect(pages).toBe(Math.ceil(25 / limit));
  const { data } = await listJobs(deps(), project.id, { limit: 100 });
  const keys = data.map((job) => `${job.createdAt} ${job.id}`);
  expect(keys).toEqual(keys.toSorted().reverse());
});

test("a status leaves only jobs that have it, and other projects' jobs never appear", async () => {
  const other = await server.newProject();
  await newJob(other, 0);
  expect((await allPages({ status: "failed", limit: 2 })).ids.toSorted()).toEqual(ids.slice(0, 5).toSorted());
  expect((await listJobs(deps(), project.id, { status: "archived" })).data).toEqual([]);
});

test.each([
  [{ limit: 0 }, "limit"],
  [{ limit: 101 }, "limit"],
  [{ limit: "x" }, "limit"],
  [{ status: "done" }, "status"],
  [{ cursor: "x" }, "cursor"],
  [{ cursor: Buffer.from('["2026","x"]').toString("base64url") }, "cursor"],
  [{ order: "asc" }, "order"],
])("%j is refused at %s", async (input, path) => {
  await expect(listJobs(deps(), project.id, input)).rejects.toMatchObject({
    code: "invalid_request",
    details: { errors: [{ path }] },
  });
});

test("events are listed after the given number, oldest first", async () => {
  const address = { projectId: project.id, jobId: ids[0] ?? "" };
  await server.store.database.pool.query(
    "insert into job_events (job_id, seq, kind, data) select $1, seq, 'step', '{}' from generate_series(2, 6) as seq",
    [address.jobId],
  );
  const events = await listJobEvents(deps(), address, { after: 3, limit: 2 });
  expect(events.map(({ seq }) => seq)).toEqual([4, 5]);
  const [first] = await listJobEvents(deps(), address);
  expect(first).toMatchObject({ seq: 1, kind: "created", data: { prompt: "job 0" } });
  expect(first?.at).toMatch(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/);
});

test("the diff is returned as stored, and is empty before there is one", async () => {
  const address = { projectId: project.id, jobId: ids[1] ?? "" };
  expect(await getJobDiff(deps(), address)).toBe("");
  await server.store.database.pool.query("update jobs set patch = 'diff --git a b' where id = $1", [
    address.jobId,
  ]);
  expect(await getJobDiff(deps(), address)).toBe("diff --git a b");
});

test("events and diff of another project's job are job_not_found", async () => {
  const other = await server.newProject();
  const address = { projectId: other.id, jobId: ids[0] ?? "" };
  await expect(listJobEvents(deps(), address)).rejects.toMatchObject({ code: "job_not_found" });
  await expect(getJobDiff(deps(), address)).rejects.toMatchObject({ code: "job_not_found" });
});
