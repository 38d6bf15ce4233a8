import { afterAll, beforeAll, expect, test } from "vitest";
import { asClean } from "../../../test/helpers/as-clean.ts";
import { createTestDatabase, type TestDatabase } from "../../../test/helpers/test-database.ts";
import { type Database, openDatabase } from "../../store/database.ts";
import { noUsage } from "../record.ts";
import { appendEvent } from "./append-event.ts";

let store: TestDatabase;

beforeAll(async () => {
  store = await createTestDatabase();
  await store.database.pool.query(`
    insert into projects (id, name, repository) values ('prj_1', 'Docs', '/docs');
    insert into jobs (id, project_id, status, reason, prompt, repository, branch, model, worker_id, lease)
      values ('job_1', 'prj_1', 'active', 'running', 'p', '/docs', 'copydesk/job_1', 'copydesk/chores', 'worker_1', 'lease_1');
    insert into monthly_usage values ('prj_1', '', date_trunc('month', clock_timestamp() at time zone 'UTC'), 5, 0)`);
});

afterAll(() => store.drop());

/** How long a session waits for a lock before it checks for a deadlock, which it then loses. */
const looksAfter = (time: string): Database =>
  openDatabase({ ...store.connection, options: `-c deadlock_timeout=${time}` }, { poolSize: 1 });

const isBlocked = `
  select 1 from pg_locks where not granted and pid <> pg_backend_pid()
    and pid in (select pid from pg_stat_activity where datname = current_database())`;

test("an event that loses a deadlock is still written, and counted once", async () => {
  const loser = looksAfter("5s");
  const winner = looksAfter("50s");
  const client = await winner.pool.connect();
  try {
    await client.query("begin");
    await client.query("update monthly_usage set tokens = tokens where project_id = 'prj_1'");
    const job = { id: "job_1", lease: "lease_1" };
    const progress = { usage: { ...noUsage, inputTokens: 7 } };
    const appended = appendEvent(loser, job, { kind: "restarted", data: asClean({ why: "" }) }, { progress });
    await expect.poll(async () => (await store.database.pool.query(isBlocked)).rowCount).toBe(1);
    await client.query("update jobs set metadata = '{\"won\": true}' where id = 'job_1'");
    await client.query("commit");
    expect(await appended).toMatchObject({ seq: 1 });
  } finally {
    client.release();
    await Promise.all([loser.close(), winner.close()]);
  }
  const { rows } = await store.database.pool.query(`
    select jobs.event_seq, metadata, tokens::integer, (select count(*)::integer from job_events) as events
    from jobs join monthly_usage using (project_id)`);
  expect(rows).toEqual([{ event_seq: 1, metadata: { won: true }, tokens: 12, events: 1 }]);
});
