import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/helpers/test-database.ts";
import { inTransaction, openDatabase } from "./database.ts";

let store: TestDatabase;

beforeAll(async () => {
  store = await createTestDatabase();
  await store.database.pool.query(
    "insert into workers (id, lock_id, host, pid) values ('worker_stopped', 1, 'elsewhere', 1)",
  );
});

afterAll(() => store.drop());

const beat = "update workers set heartbeat_at = clock_timestamp() where id = 'worker_stopped'";

test("a process that is suspended in a transaction does not keep others from the rows it has locked", async () => {
  const stopped = openDatabase(store.connection, { idleInTransactionMs: 2_000 });
  const holds = Promise.withResolvers<void>();
  const wakesUp = Promise.withResolvers<void>();
  const transaction = inTransaction(stopped, async (client) => {
    await client.query(beat);
    holds.resolve();
    await wakesUp.promise;
    await client.query(beat);
  });
  await holds.promise;
  const { rowCount } = await store.database.pool.query("delete from workers where id = 'worker_stopped'");
  wakesUp.resolve();
  await expect(transaction).rejects.toThrow();
  expect(rowCount).toBe(1);
  const { rows } = await stopped.pool.query("select 1 as one");
  expect(rows).toEqual([{ one: 1 }]);
  await stopped.close();
});

test("every connection ends a transaction that is idle for 10 seconds", async () => {
  const { rows } = await store.database.pool.query("show idle_in_transaction_session_timeout");
  expect(rows).toEqual([{ idle_in_transaction_session_timeout: "10s" }]);
});

test("connections that the server ends, whether idle, in use or busy, do not end the process", async () => {
  const doomed = await createTestDatabase();
  const left = openDatabase(doomed.connection, { poolSize: 3 });
  const [idle, taken] = await Promise.all([left.pool.connect(), left.pool.connect()]);
  const atWork = left.pool.query("select pg_sleep(600)").catch((error: { code?: string }) => error.code);
  await expect.poll(async () => (await idle.query(sleeping)).rowCount).toBe(1);
  idle.release();
  await doomed.drop();
  expect(await atWork).toBe("57P01");
  await expect(taken.query("select 1")).rejects.toThrow();
  taken.release(true);
  await left.close();
});

const sleeping = `
  select 1 from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and state = 'active' and query like '%pg_sleep%'`;
