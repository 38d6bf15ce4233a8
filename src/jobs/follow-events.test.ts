import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/helpers/test-database.ts";
import { silentLog } from "../../test/helpers/test-server.ts";
import { createNotifications, type Notifications } from "../store/notifications.ts";
import { createEventFeed, type EventFeed, type Follower, type Following } from "./follow-events.ts";
import { createJobChanges, type JobChanges } from "./job-changes.ts";

let store: TestDatabase;
let notifications: Notifications;
let jobChanges: JobChanges;
let feed: EventFeed;
let reads: number;
let following: Following[];

beforeAll(async () => {
  store = await createTestDatabase();
  const { pool } = store.database;
  await pool.query("insert into projects (id, name, repository) values ('prj_1', 'Docs', '/docs')");
  await pool.query(
    `insert into jobs (id, project_id, status, reason, prompt, repository, branch, model, event_seq)
     select 'job_' || n, 'prj_1', 'active', 'running', 'p', '/docs', 'b' || n, 'm', 1 from generate_series(1, 60) as n`,
  );
  await pool.query("insert into job_events (job_id, seq, kind, data) select id, 1, 'noted', '{}' from jobs");
});

afterAll(() => store.drop());

beforeEach(() => {
  reads = 0;
  following = [];
  notifications = createNotifications(store.database);
  jobChanges = createJobChanges(notifications);
  const { pool } = store.database;
  const counting = Object.create(pool, {
    query: {
      value(...values: Parameters<typeof pool.query>) {
        reads += 1;
        return pool.query(...values);
      },
    },
  }) as typeof pool;
  feed = createEventFeed({
    ...{ jobChanges, database: { pool: counting }, log: silentLog(), keepAllowed: async () => undefined },
  });
});

afterEach(async () => {
  for (const { stop } of following) stop();
  await notifications.close();
});

/** One statement, so one notification per job but all at once; without `told`, as if none had arrived. */
async function addEvents(jobIds: string[], { told = true } = {}): Promise<void> {
  const client = await store.database.pool.connect();
  await client.query("begin");
  if (!told) await client.query("set local session_replication_role = replica");
  await client.query(
    `with job as (update jobs set event_seq = event_seq + 1 where id = any($1) returning id, event_seq)
     insert into job_events (job_id, seq, kind, data) select id, event_seq, 'noted', '{}' from job`,
    [jobIds],
  );
  await client.query("commit");
  client.release();
}

interface Seen extends Follower {
  seqs: number[];
  isEnded: boolean;
}

function follow(jobId: string, options: Partial<Follower> = {}): Seen {
  const seen: Seen = {
    ...{ jobId, projectId: "prj_1", after: 0, seqs: [], isEnded: false },
    take({ seq }) {
      seen.seqs.push(seq);
      return true;
    },
    end() {
      seen.isEnded = true;
    },
    ...options,
  };
  following.push(feed.add(seen));
  return seen;
}

const newest = async (jobId: string) =>
  (await store.database.pool.query("select event_seq from jobs where id = $1", [jobId])).rows[0].event_seq;

test("all followers of all jobs are served with one query per wake-up", async () => {
  const jobIds = Array.from({ length: 50 }, (_, n) => `job_${n + 1}`);
  const followers = jobIds.flatMap((jobId) => [follow(jobId), follow(jobId), follow(jobId)]);
  await expect.poll(() => followers.every(({ seqs }) => seqs.length === 1)).toBe(true);
  await expect.poll(() => notifications.confirmedAt()).toBeGreaterThan(0);
  await addEvents(jobIds);
  await expect.poll(() => followers.every(({ seqs }) => seqs.length === 2)).toBe(true);
  const before = reads;
  for (let round = 1; round <= 5; round += 1) {
    await addEvents(jobIds);
    await expect.poll(() => followers.every(({ seqs }) => seqs.length === 2 + round)).toBe(true);
  }
  // One read per round, or two if the server notified the jobs in two pieces.
  expect(reads - before).toBeLessThanOrEqual(10);
});

test("a follower gets each event once and in order, from its own position, even if it takes one at a time", async () => {
  await addEvents(["job_51"]);
  const whole = follow("job_51");
  const rest = follow("job_51", { after: 1 });
  const seqs: number[] = [];
  const slow = follow("job_51", { take: ({ seq }) => seqs.push(seq) === 0 });
  for (let round = 0; round < 4; round += 1) await addEvents(["job_51"]);
  await expect.poll(() => whole.seqs).toEqual([1, 2, 3, 4, 5, 6]);
  expect(rest.seqs).toEqual([2, 3, 4, 5, 6]);
  for (let taken = 1; taken <= 6; taken += 1) {
    await expect.poll(() => seqs.length).toBe(taken);
    following.at(-1)!.wake();
  }
  expect([seqs, slow.after]).toEqual([[1, 2, 3, 4, 5, 6], 6]);
});

test("events from while the listening connection was down are delivered when it is back", async () => {
  const seen = follow("job_52");
  await expect.poll(() => notifications.confirmedAt()).toBeGreaterThan(0);
  await addEvents(["job_52"]);
  await expect.poll(() => seen.seqs).toEqual([1, 2]);
  await addEvents(["job_52"], { told: false });
  await store.database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where query ~ '^(listen|select 1$)' and datname = current_database()",
  );
  await expect.poll(() => seen.seqs).toEqual([1, 2, 3]);
});

test("a follower ends with its job, after the last event, and at once if the job is another project's or deleted", async () => {
  const seen = follow("job_53");
  const others = [follow("job_53", { projectId: "prj_2" }), follow("job_0")];
  await addEvents(["job_53"]);
  await store.database.pool.query(
    `with job as (update jobs set status = 'completed', event_seq = event_seq + 1 where id = 'job_53' returning id, event_seq)
     insert into job_events (job_id, seq, kind, data) select id, event_seq, 'completed', '{}' from job`,
  );
  await expect.poll(() => [seen, ...others].map(({ isEnded }) => isEnded)).toEqual([true, true, true]);
  expect(seen.seqs.at(-1)).toBe(await newest("job_53"));
  expect(others.map(({ seqs }) => seqs)).toEqual([[], []]);
});
