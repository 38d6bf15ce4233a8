import { afterAll, expect, test } from "vitest";
import { silentLog, startTestServer } from "../../../test/helpers/test-server.ts";
import { pruneJobs } from "../../jobs/prune-jobs.ts";
import { updateProject } from "../../projects/update-project.ts";
import { pruneOldJobs } from "./prune-old-jobs.ts";

const retention = { transcriptsDays: 90, recordsDays: 400 };

const server = await startTestServer();
afterAll(() => server.close());
const project = await server.newProject();

const query = async (text: string, values: unknown[] = []) =>
  (await server.store.database.pool.query(text, values)).rows;

const prune = () =>
  pruneOldJobs({ ...server.store, log: silentLog(), retention }, new AbortController().signal);

/** A job that ended this number of days ago by the store's clock; `set` changes it further. */
async function endedJob(days: number, set = "", owner = project): Promise<string> {
  const { id } = (await (await owner.create({ prompt: "x" })).json()) as { id: string };
  await query(
    `update jobs set status = 'completed', reason = 'no_changes', patch = 'diff', usage = '{"steps":2,"inputTokens":10,"cachedInputTokens":0,"outputTokens":5,"costUsd":1}',
       finished_at = clock_timestamp() - make_interval(days => $2) where id = $1`,
    [id, days],
  );
  if (set !== "") await query(`update jobs set ${set} where id = $1`, [id]);
  return id;
}

/** What remains of a job: "all", "record" or "nothing". */
async function leftOf(jobId: string): Promise<string> {
  const [row] = await query(
    "select patch, (select count(*)::integer from job_events where job_id = jobs.id) as events from jobs where id = $1",
    [jobId],
  );
  if (row === undefined) return "nothing";
  return row.patch === null && row.events === 0
    ? "record"
    : row.patch === "diff" && row.events > 0
      ? "all"
      : "part";
}

const open = `pull_request = '{"url":"https://example.com/1","number":1,"state":"open","branch":"b"}'`;

test.each([
  [89, "", "all"],
  [91, "", "record"],
  [91, "status = 'archived'", "record"],
  [91, "status = 'failed'", "record"],
  [399, "", "record"],
  [401, "", "nothing"],
  [401, "status = 'active', reason = 'queued'", "all"],
  [401, "status = 'active', reason = 'running', worker_id = 'w'", "all"],
  [401, open, "all"],
  [401, open.replace("open", "merged"), "nothing"],
  [401, "patch_seq = 1", "all"],
  [401, "branch_delete_due_at = clock_timestamp()", "all"],
])("%i days after its end, with %j, this remains of a job: %s", async (days, set, left) => {
  const id = await endedJob(days, set);
  await prune();
  expect(await leftOf(id)).toBe(left);
  await query("update jobs set worker_id = null where id = $1", [id]);
});

test("a project's own retention takes precedence over the service's", async () => {
  const own = await server.newProject();
  const settings = { keepTranscriptsDays: 2, keepRecordsDays: 5 };
  await updateProject({ ...server.store, assertModel: () => undefined } as never, own.id, { settings });
  const ids = [await endedJob(1, "", own), await endedJob(3, "", own), await endedJob(6, "", own)];
  const elsewhere = await endedJob(6);
  await prune();
  expect(await Promise.all([...ids, elsewhere].map(leftOf))).toEqual(["all", "record", "nothing", "all"]);
});

test("expired content is reported with its own code, and the record stays unchanged", async () => {
  const id = await endedJob(100);
  const before = await project.get(`/${id}`);
  await prune();
  const after = await project.get(`/${id}`);
  expect(await after.text()).toBe(await before.text());
  expect(after.headers.get("etag")).toBe(before.headers.get("etag"));
  for (const path of ["/events", "/events/stream", "/diff", "/checks"]) {
    const response = await project.get(`/${id}${path}`);
    expect([path, response.status, await response.json()]).toMatchObject([
      path,
      410,
      { code: "transcript_expired" },
    ]);
  }
  const sent = await fetch(`${project.jobs}/${id}/message`, {
    method: "POST",
    headers: { authorization: `Bearer ${project.key}`, "content-type": "application/json" },
    body: '{"prompt":"And now?"}',
  });
  expect([sent.status, await sent.json()]).toMatchObject([410, { code: "transcript_expired" }]);
  await query("update jobs set reason = 'preview_ready' where id = $1", [id]);
  const opened = await fetch(`${project.jobs}/${id}/pull-request`, {
    method: "POST",
    headers: { authorization: `Bearer ${project.key}` },
  });
  expect([opened.status, await opened.json()]).toMatchObject([410, { code: "transcript_expired" }]);
  await query("update jobs set finished_at = clock_timestamp() - interval '401 days' where id = $1", [id]);
  await prune();
  const gone = await project.get(`/${id}`);
  expect([gone.status, await gone.json()]).toMatchObject([404, { code: "job_not_found" }]);
});

test("monthly accounts and the queue's counters stay unchanged, and batches do not overlap", async () => {
  const own = await server.newProject();
  for (let n = 0; n < 7; n += 1) await endedJob(500, "", own);
  await own.create({ prompt: "waits" });
  const books = () =>
    Promise.all([
      query("select * from monthly_usage where project_id = $1", [own.id]),
      query(
        "select queued, waiting, running, will_open, open_pull_requests from project_load where project_id = $1",
        [own.id],
      ),
    ]);
  const before = await books();
  expect(before[1]).toMatchObject([{ queued: 1, will_open: 1 }]);
  const rounds = await Promise.all(
    Array.from({ length: 4 }, () => pruneJobs(server.store.database, retention, { limit: 2 })),
  );
  expect(rounds.every(({ transcripts, records }) => transcripts <= 2 && records <= 2)).toBe(true);
  await prune();
  expect(await query("select status from jobs where project_id = $1", [own.id])).toEqual([
    { status: "active" },
  ]);
  expect(await books()).toEqual(before);
  const counted = await query(
    "select queued, waiting, running, will_open, open_pull_requests from counted_load where project_id = $1",
    [own.id],
  );
  expect(counted).toEqual(before[1]);
});
