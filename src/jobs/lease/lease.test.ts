import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asClean } from "../../../test/helpers/as-clean.ts";
import { listWorker } from "../../../test/helpers/list-worker.ts";
import { createTestDatabase } from "../../../test/helpers/test-database.ts";
import { createLog } from "../../log.ts";
import { ownWords } from "../../outgoing/clean-text.ts";
import { inTransaction, openDatabase } from "../../store/database.ts";
import { noUsage } from "../record.ts";
import { appendEvent } from "./append-event.ts";
import { type ClaimedJob, claimJob } from "./claim-job.ts";
import { finishJob, type JobResult } from "./finish-job.ts";
import { registerWorker } from "./register-worker.ts";
import { releaseJob } from "./release-job.ts";
import { requeueDeadWorkers } from "./requeue-dead-workers.ts";

let store: Awaited<ReturnType<typeof createTestDatabase>>;
const _log = createLog({ level: "silent", pretty: false });

beforeAll(async () => {
  store = await createTestDatabase();
  await store.database.pool.query(
    "insert into projects (id, name, repository) values ('prj_1', 'Docs', '/docs')",
  );
});

afterAll(async () => {
  await store.drop();
});

const deps = () => ({ database: store.database });

async function addJob(id: string): Promise<void> {
  await inTransaction(store.database, async (client) => {
    await client.query(
      `insert into jobs (id, project_id, status, reason, prompt, repository, branch, model)
       values ($1, 'prj_1', 'active', 'queued', 'p', '/docs', 'copydesk/' || $1, 'copydesk/chores')`,
      [id],
    );
  });
}

async function claimed(workerId: string): Promise<ClaimedJob> {
  await listWorker(store.database, workerId);
  const job = await claimJob(deps(), workerId);
  if (job === null) throw new Error("nothing to claim");
  return job;
}

const result: JobResult = {
  status: "completed",
  reason: "no_changes",
  message: ownWords("done"),
  title: null,
  pullRequest: null,
  checks: null,
  patch: null,
  usage: noUsage,
};

test("a worker that was declared dead learns that its registration is over, even if its connection stands", async () => {
  const [first, other] = [await registerWorker(store.database), await registerWorker(store.database)];
  await store.database.pool.query("delete from workers where id = $1", [first.workerId]);
  await first.close();
  await first.lost();
  const { rows } = await store.database.pool.query(
    "select count(*)::integer as locks from pg_locks where classid = 7301 and database = (select oid from pg_database where datname = current_database())",
  );
  expect(rows).toEqual([{ locks: 1 }]);
  await other.close();
});

describe("a claimed job", () => {
  test("is given to only one of many workers that claim at once", async () => {
    await addJob("job_once");
    const workers = Array.from({ length: 8 }, (_, n) => `worker_${n}`);
    for (const id of workers) await listWorker(store.database, id);
    const claims = await Promise.all(workers.map((id) => claimJob(deps(), id)));
    const winners = claims.filter((job) => job !== null);
    expect(winners).toHaveLength(1);
    expect(await finishJob(deps(), winners[0]!, result)).toBe(true);
  });

  test("that is given back runs again without counting a crash", async () => {
    await addJob("job_released");
    const first = await claimed("worker_a");
    expect(await releaseJob(deps(), first)).toBe(true);
    const second = await claimed("worker_b");
    expect(second).toMatchObject({ id: "job_released", crashCount: 0 });
    await finishJob(deps(), second, result);
  });

  test("of a dead worker is queued again by another, with the crash counted and the old lease invalid", async () => {
    await addJob("job_crashed");
    const other = openDatabase(store.connection);
    const dead = await registerWorker(other);
    const stale = await claimed(dead.workerId);
    const live = await registerWorker(store.database);
    const self = { workerId: live.workerId, connectedMs: 60_000 };
    expect(await requeueDeadWorkers(deps(), self)).toEqual([]);

    await store.database.pool.query(
      "select pg_terminate_backend(pid) from pg_locks where database = (select oid from pg_database where datname = current_database()) and locktype = 'advisory' and classid = 7301 and objid = (select lock_id from workers where id = $1)",
      [dead.workerId],
    );
    await dead.lost();
    // The server releases the lock a moment after it has cut the connection.
    await expect.poll(() => requeueDeadWorkers(deps(), self)).toEqual(["job_crashed"]);

    const second = await claimed(live.workerId);
    expect(second).toMatchObject({ id: "job_crashed", crashCount: 1 });
    expect(await appendEvent(store.database, stale, { kind: "committed", data: asClean({}) })).toBeNull();
    expect(await finishJob(deps(), stale, { ...result, message: ownWords("from the dead") })).toBe(false);
    expect(await releaseJob(deps(), stale)).toBe(false);
    expect(await finishJob(deps(), second, result)).toBe(true);
    const { rows } = await store.database.pool.query("select message from jobs where id = 'job_crashed'");
    expect(rows).toEqual([{ message: "done" }]);
    await Promise.all([live.close(), dead.close()]);
    await other.close();
  });

  test("keeps its events in order, including text that PostgreSQL cannot store as it is", async () => {
    await addJob("job_events");
    const job = await claimed("worker_a");
    await appendEvent(store.database, job, { kind: "prompt", data: asClean({ text: "a\0b\ud800c" }) });
    await appendEvent(store.database, job, { kind: "checks", data: asClean({ counts: null }) });
    await finishJob(deps(), job, result);
    const { rows } = await store.database.pool.query(
      "select seq, kind, data from job_events where job_id = 'job_events' order by seq",
    );
    expect(rows.map(({ seq, kind }) => [seq, kind])).toEqual([
      [1, "prompt"],
      [2, "checks"],
      [3, "completed"],
    ]);
    expect(rows[0].data).toEqual({ text: "a\u2400b\ufffdc" });
  });
});
