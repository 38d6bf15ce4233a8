import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { listWorker } from "../../test/helpers/list-worker.ts";
import { createTestDatabase, type TestDatabase } from "../../test/helpers/test-database.ts";
import { openDatabase } from "./database.ts";
import type { Chore, PulseWorker, WorkerNews } from "./pulse.ts";

let store: TestDatabase;

beforeAll(async () => {
  store = await createTestDatabase();
  await store.database.pool.query(
    "insert into projects (id, name, repository) values ('prj_1', 'Docs', '/docs')",
  );
});

afterAll(() => store.drop());

const addJob = `
  insert into jobs (id, project_id, status, reason, prompt, repository, branch, model, event_seq, turn_seq, worker_id, lease)
  values ($1, 'prj_1', $2, $3, 'p', '/docs', 'b', 'copydesk/chores', 1, 1, $4, $4)`;

function worker(workerId: string, more: Partial<PulseWorker> = {}): PulseWorker {
  return { workerId, running: [], wantsJob: true, isSettled: true, ...more };
}

/** The next news of a worker. */
function nextNews(state: PulseWorker): Promise<WorkerNews> {
  return new Promise((resolve) => {
    const stop = store.database.pulse.watchWorker(
      () => state,
      (news) => {
        stop();
        resolve(news);
      },
    );
    onTestFinished(stop);
  });
}

test("a worker learns that it is registered, that jobs wait, and what became of its own", async () => {
  const { pool } = store.database;
  await listWorker(store.database, "worker_1");
  expect(await nextNews(worker("worker_1"))).toEqual({
    ...{ isListed: true, hasStrays: false, canClaim: false, cancelled: [] },
  });
  await pool.query(addJob, ["job_queued", "active", "queued", null]);
  await pool.query(addJob, ["job_cancelled", "failed", "cancelled", "worker_1"]);
  await pool.query(addJob, ["job_stray", "active", "running", "worker_1"]);
  expect(await nextNews(worker("worker_1", { running: ["job_cancelled"] }))).toEqual({
    ...{ isListed: true, hasStrays: true, canClaim: true, cancelled: ["job_cancelled"] },
  });
  const full = worker("worker_1", { running: ["job_cancelled", "job_stray"], wantsJob: false });
  expect(await nextNews(full)).toMatchObject({ hasStrays: false, canClaim: false });
  expect(await nextNews(worker("worker_unknown"))).toMatchObject({ isListed: false });
});

test("renews the worker's heartbeat", async () => {
  const { pool } = store.database;
  await listWorker(store.database, "worker_beating");
  await pool.query(
    "update workers set heartbeat_at = clock_timestamp() - interval '9 seconds' where id = 'worker_beating'",
  );
  await nextNews(worker("worker_beating"));
  const { rows } = await pool.query(
    "select heartbeat_at > clock_timestamp() - interval '8 seconds' as renewed from workers where id = 'worker_beating'",
  );
  expect(rows).toEqual([{ renewed: true }]);
});

test("of several processes one is told that a chore is due, and only while it is", async () => {
  const { pool } = store.database;
  await pool.query(
    "insert into workers (id, lock_id, host, pid, heartbeat_at) values ('worker_dead', null, 'h', 1, now() - interval '1 hour')",
  );
  // However long the eight take on a busy machine, it is not due again meanwhile.
  await pool.query("update chores set every = '1 hour', looked_at = '-infinity'");
  const told = await Promise.all(Array.from({ length: 8 }, () => ask(["dead_workers", "patches"])));
  expect(told.flat()).toEqual(["dead_workers"]);
  await pool.query("delete from workers");
  await pool.query("delete from jobs");
  await pool.query("update chores set looked_at = '-infinity'");
  expect(await ask(["dead_workers", "patches", "feedback", "deliveries", "waiting_jobs"])).toEqual([]);
});

async function ask(chores: Chore[]): Promise<Chore[]> {
  const { rows } = await store.database.pool.query<{ due: Chore[] }>(
    "select due from pulse(null, '{}', false, true, $1::text[])",
    [chores],
  );
  return rows[0]!.due;
}

test("the parts of a process ask together, and nobody asks once all have stopped", async () => {
  const database = openDatabase(store.connection, { poolSize: 1 });
  onTestFinished(() => database.close());
  let asked = 0;
  database.pool.on("acquire", () => {
    asked += 1;
  });
  const told: string[] = [];
  await listWorker(store.database, "worker_2");
  await store.database.pool.query("update chores set looked_at = '-infinity'");
  const heard = Promise.withResolvers<void>();
  const stops = [
    database.pulse.watchWorker(
      () => worker("worker_2"),
      () => heard.resolve(),
    ),
    database.pulse.onDue("pull_requests", () => void told.push("pull_requests")),
    database.pulse.onDue("branch_deletions", () => void told.push("branch_deletions")),
    database.pulse.onDue("feedback", () => void told.push("feedback")),
  ];
  await heard.promise;
  await expect.poll(() => told).toEqual(["pull_requests"]);
  expect(asked).toBe(1);
  for (const stop of stops) stop();
  const before = asked;
  // Another worker's pulse comes later than the next one here would have.
  await nextNews(worker("worker_2"));
  await nextNews(worker("worker_2"));
  expect(asked).toBe(before);
});

test("nobody looks for work of triggers and Slack if there are none", async () => {
  const { rows } = await store.database.pool.query<{ chore: string; due: boolean }>(
    "select chore, is_chore_due(chore, 'w', true) as due from unnest(array['triggers', 'trigger_sources', 'slack']) as chore",
  );
  expect(rows.filter(({ due }) => due)).toEqual([]);
});
