import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asClean } from "../../test/helpers/as-clean.ts";
import { listWorker } from "../../test/helpers/list-worker.ts";
import { createTestDatabase, type TestDatabase } from "../../test/helpers/test-database.ts";
import { claimBranchDeletions } from "../feedback/claim-branch-deletions.ts";
import { claimFailedFollowUp } from "../feedback/claim-failed-follow-up.ts";
import { claimFeedback } from "../feedback/claim-feedback.ts";
import { claimPullRequests } from "../feedback/claim-pull-requests.ts";
import { archiveIdleJobs } from "../jobs/archive-idle-jobs.ts";
import { dropExpiredKeys } from "../jobs/drop-expired-keys.ts";
import { createJobLoader } from "../jobs/get-job.ts";
import { createJobInserter } from "../jobs/insert-jobs.ts";
import { toJobFilter } from "../jobs/job-filter.ts";
import { appendEvent } from "../jobs/lease/append-event.ts";
import { claimJob } from "../jobs/lease/claim-job.ts";
import { findCancelled } from "../jobs/lease/find-cancelled.ts";
import { finishJob } from "../jobs/lease/finish-job.ts";
import { beginPatch } from "../jobs/lease/pending-patches.ts";
import { releaseJob } from "../jobs/lease/release-job.ts";
import { findMiscountedProjects } from "../jobs/lease/repair-load.ts";
import { listJobRows, listJobs, seenJobsMax } from "../jobs/list-jobs.ts";
import { readActivity } from "../jobs/read-activity.ts";
import { noUsage } from "../jobs/record.ts";
import { createUsesLoader } from "../jobs/uses.ts";
import { ownWords } from "../outgoing/clean-text.ts";
import { takeDueDeliveries } from "../webhooks/take-deliveries.ts";
import { type Database, openDatabase } from "./database.ts";

const ended = 1_000_000;
const queued = 20_000;
const projects = 4_000;
/** Every second ended job is of this project; one in a hundred failed there, and as many were archived. */
const large = "prj_0";
/** After this, no statement has a plan of its own for its values any more. */
const warmUps = 7;

const chores =
  "array['dead_workers', 'waiting_jobs', 'patches', 'feedback', 'deliveries', 'branch_deletions', 'pull_requests']";

let store: TestDatabase;
let database: Database;

beforeAll(async () => {
  store = await createTestDatabase();
  await fill(store.database);
  // All of its statements run on one connection, whose transaction counts the rows that they read.
  database = openDatabase(store.connection, { poolSize: 1 });
}, 1_200_000);

afterAll(async () => {
  await database?.close();
  await store?.drop();
}, 120_000);

async function fill({ pool }: Database): Promise<void> {
  const run = (text: string) => pool.query(text);
  await run(
    `insert into projects (id, name, repository) select 'prj_' || n, 'Docs', '/docs' from generate_series(0, ${projects - 1}) as n`,
  );
  for (const table of ["jobs", "job_events", "host_feedback"])
    await run(`alter table ${table} disable trigger user`);
  await run(`
    insert into jobs (id, project_id, status, reason, prompt, repository, branch, model, event_seq, turn_seq, created_at, updated_at, finished_at)
    select 'job_' || n, case when n % 2 = 0 then '${large}' else 'prj_' || (n / 2 % ${projects}) end,
      case n / 2 % 100 when 0 then 'failed' when 1 then 'archived' else 'completed' end, 'no_changes', 'p', '/docs', 'b' || n, 'copydesk/chores', 1, 1,
      at, at, at
    from generate_series(1, ${ended}) as n cross join lateral (select clock_timestamp() - n * interval '5 seconds' as at) as made`);
  await run(`
    insert into jobs (id, project_id, status, reason, prompt, repository, branch, model, event_seq, turn_seq)
    select 'job_q' || n, 'prj_' || (n % ${projects}), 'active', 'queued', 'p', '/docs', 'q' || n, 'copydesk/chores', 1, 1
    from generate_series(1, ${queued}) as n`);
  await run(`
    insert into job_events (job_id, seq, kind, data) select 'job_' || n, 1, 'created', '{}' from generate_series(1, 100000) as n`);
  await run(`
    insert into host_feedback (project_id, job_id, number, kind, said, state, turn, created_at, due_at)
    select project_id, id, 1, 'comment', '{}', 'done', 1, created_at - interval '3 days', created_at
    from jobs where id like 'job_1%' and status = 'completed' limit 100000`);
  await run(
    "insert into webhooks (id, project_id, url, events, secrets) values ('wh_1', 'prj_0', 'https://x', '{job.completed}', '[]')",
  );
  await run(`
    insert into webhook_messages (id, project_id, type, job) select 'msg_' || n, 'prj_0', 'job.completed', '{}' from generate_series(1, 100000) as n`);
  await run(`
    insert into webhook_deliveries (webhook_id, message_id, state) select 'wh_1', id, 'delivered' from webhook_messages`);
  await run(`
    insert into idempotency_keys (project_id, operation, key, request_hash, job_id, response)
    select 'prj_' || (n % ${projects}), 'create', 'key_' || n, 'x', 'job_1', '""' from generate_series(1, 100000) as n`);
  for (const table of ["jobs", "job_events", "host_feedback"])
    await run(`alter table ${table} enable trigger user`);
  await run(`
    update project_load set queued = counted_load.queued, will_open = counted_load.will_open
    from counted_load where counted_load.project_id = project_load.project_id`);
  await run("vacuum analyze");
  await listWorker(store.database, "worker_1");
}

// Also those of transactions before, as long as the server has not taken them over: only what is added
// counts.
const countReads = `
  select relname, (seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as read from pg_stat_xact_user_tables
  where seq_tup_read + coalesce(idx_tup_fetch, 0) > 0`;

/** Rows of tables that the work reads the n-th time, by table; it is always rolled back. */
async function rowsRead(work: () => Promise<unknown>): Promise<Record<string, number>> {
  for (let time = 1; ; time += 1) {
    await database.pool.query("begin");
    try {
      const before = await countsByTable();
      await work();
      const after = await countsByTable();
      const added = [...after].map(([table, read]) => [table, read - (before.get(table) ?? 0)] as const);
      if (time > warmUps) return Object.fromEntries(added.filter(([, read]) => read > 0));
    } finally {
      await database.pool.query("rollback");
    }
  }
}

async function countsByTable(): Promise<Map<string, number>> {
  const { rows } = await database.pool.query<{ relname: string; read: number }>(countReads);
  return new Map(rows.map(({ relname, read }) => [relname, read]));
}

async function expectFew(work: () => Promise<unknown>, most: number): Promise<void> {
  const read = await rowsRead(work);
  const total = Object.values(read).reduce((sum, one) => sum + one, 0);
  expect(total, JSON.stringify(read)).toBeLessThanOrEqual(most);
}

test("the counters equal the jobs that were written without their triggers", async () => {
  const { rows } = await store.database.pool.query("select count(*)::integer as count from jobs");
  expect(rows).toEqual([{ count: ended + queued }]);
  expect(await findMiscountedProjects(store.database)).toHaveLength(0);
});

describe(`beside ${ended} jobs that have ended and ${queued} queued ones of ${projects} projects`, () => {
  const result = {
    ...({ status: "completed", reason: "no_changes", message: ownWords("Done."), title: null } as const),
    ...{ pullRequest: null, checks: null, patch: null, usage: noUsage },
  };
  const claimed = async () => (await claimJob({ database }, "worker_1"))!;

  test("a claim, an event, a release and an end read a few rows each", async () => {
    await expectFew(claimed, 40);
    await expectFew(async () => {
      const job = await claimed();
      await appendEvent(database, job, { kind: "committed", data: asClean({}) });
      await findCancelled(database, [job.id]);
      await releaseJob({ database }, job);
    }, 80);
    await expectFew(async () => finishJob({ database }, await claimed(), result), 80);
  });

  test("an event writes into no index of its job", async () => {
    const changed = ["updated_at", "event_seq", "usage", "append_token", "turn_seq", "messages_taken"];
    const { rows } = await database.pool.query(
      `select indexrelid::regclass::text as index, attname as column from pg_index
        join pg_attribute on attrelid = indrelid
          and (attnum = any(indkey) or pg_get_indexdef(indexrelid) ~ ('\\m' || attname || '\\M'))
        where indrelid = 'jobs'::regclass and attname = any($1)`,
      [changed],
    );
    expect(rows).toEqual([]);
  });

  test("a create reads a few rows and the uses of its project's last hour", async () => {
    const insertJob = createJobInserter({ database });
    let made = 0;
    const create = () => {
      made += 1;
      const id = `job_new${made}`;
      return insertJob({
        ...{
          id,
          projectId: large,
          apiKeyId: null,
          author: { kind: "service" },
          prompt: "x",
          ref: null,
          model: null,
        },
        ...{
          defaultModel: "copydesk/chores",
          mode: "pull_request",
          asDraft: false,
          paths: [],
          budget: {},
          metadata: {},
        },
        ...{ labels: [], reviewers: [], title: null, topic: null, hasChosenBranch: false },
        ...{
          toTurnAnswer: () => "{}",
          branch: id,
          idempotency: { key: id, requestHash: Buffer.from("1") },
          toAnswer: () => "{}",
        },
      });
    };
    await expectFew(create, 40);
  });

  test.each([undefined, "active", "completed", "archived", "failed"])(
    "a page of a project's jobs with status %s reads little more than its rows, both the first and later ones",
    async (status) => {
      const input = { limit: 20, ...(status && { status }) };
      await expectFew(() => listJobs({ database }, large, input), 21 * 2);
      const at = new Date(Date.now() - (ended / 2) * 5_000).toISOString();
      const cursor = Buffer.from(JSON.stringify([at, `job_${"0".repeat(22)}`])).toString("base64url");
      await expectFew(() => listJobs({ database }, large, { ...input, cursor }), 21 * 2);
    },
  );

  test("a filter that finds a page early reads little more; one that finds nothing reads what a page looks at", async () => {
    await expectFew(() => listJobs({ database }, large, { pullRequest: "none", limit: 20 }), 21 * 2);
    const projectIds = [large, "prj_1"];
    const filter = toJobFilter({ q: "nobody has said this" });
    const look = () => listJobRows(database, { projectIds, filter, limit: 20, after: null });
    await expectFew(look, 2 * seenJobsMax + 100);
    const all = { projectIds, filter: toJobFilter({}), limit: 20, after: null };
    await expectFew(() => listJobRows(database, all), 2 * 21 * 2);
  });

  test("current activity and the last hour are read without the jobs that ended before", async () => {
    await expectFew(() => readActivity({ database }, null), 4 * queued);
    await expectFew(() => readActivity({ database }, ["prj_1"]), 2_000);
  });

  test("a page of jobs is read in its order, without sorting", async () => {
    for (const filter of ["", "and status = 'failed'", "and status = 'completed'"]) {
      const { rows } = await database.pool.query(
        `explain select id from jobs where project_id = '${large}' ${filter} order by created_at desc, id desc limit 21`,
      );
      const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
      expect(plan).toMatch(/Index (Only )?Scan/);
      expect(plan).not.toMatch(/Sort|Seq Scan/);
    }
  });

  test("a job, and the state of a limit, are read by their keys", async () => {
    const load = createJobLoader(database);
    await expectFew(() => load("job_77777"), 2);
    const uses = createUsesLoader(database, "create");
    await expectFew(() => uses(large), 5);
  });

  test("the pulse reads a few rows, whatever is due", async () => {
    await database.pool.query("update chores set looked_at = '-infinity'");
    await expectFew(
      () => database.pool.query(`select * from pulse('worker_1', array['job_5'], true, true, ${chores})`),
      60,
    );
  });

  test("workers that look for feedback, deliveries, branches, pull requests and lost work read a few rows", async () => {
    await expectFew(() => claimFeedback(database), 10);
    await expectFew(() => claimFailedFollowUp(database), 10);
    await expectFew(() => takeDueDeliveries(database, { limit: 20, busy: [], perWebhook: 3 }), 10);
    await expectFew(() => claimBranchDeletions(database, { limit: 10 }), 10);
    await expectFew(() => beginPatch(database), 10);
    const limits = { waitingProjects: [], uncheckedHosts: [], limit: 20 };
    await expectFew(() => claimPullRequests(database, limits), projects * 2);
  });

  test("periodic clean-up reads its projects and the rows it removes", async () => {
    await expectFew(() => dropExpiredKeys(database), 10);
    await expectFew(() => archiveIdleJobs(database, { daysDefault: 3_650, limit: 100 }), projects * 2);
    await expectFew(
      () => archiveIdleJobs(database, { daysDefault: 30, limit: 100 }),
      projects * 2 + 100 * 20,
    );
  });
});
