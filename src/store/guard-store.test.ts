import { afterAll, beforeAll, expect, test } from "vitest";
import { onlyInTestAll } from "../../test/helpers/skip-unless.ts";
import { createTestDatabase } from "../../test/helpers/test-database.ts";
import { openDatabase } from "./database.ts";
import { guardStore } from "./guard-store.ts";

let store: Awaited<ReturnType<typeof createTestDatabase>>;

beforeAll(async () => {
  store = await createTestDatabase();
});

afterAll(() => store.drop());

const unavailable = { code: "unavailable", details: { retryAfterSeconds: 1 } };

test("a server that refuses connections is unavailable", async () => {
  const away = openDatabase({ host: "127.0.0.1", port: 1, user: "x", database: "x" });
  await expect(guardStore(() => away.pool.query("select 1"))).rejects.toMatchObject(unavailable);
  await away.close();
});

test("a missing socket is unavailable", async () => {
  const away = openDatabase({ host: "/nonexistent", port: 1, user: "x", database: "x" });
  await expect(guardStore(() => away.pool.query("select 1"))).rejects.toMatchObject(unavailable);
  await away.close();
});

test("a connection that breaks in the middle is unavailable, and the next query gets another", async () => {
  const { pool } = store.database;
  await expect(
    guardStore(() => pool.query("select pg_terminate_backend(pg_backend_pid())")),
  ).rejects.toMatchObject(unavailable);
  await expect(guardStore(() => pool.query("select 1"))).resolves.toMatchObject({ rowCount: 1 });
});

test("a connection that breaks while idle does not end the process", async () => {
  const client = await store.database.pool.connect();
  const { rows } = await client.query("select pg_backend_pid() as pid");
  await store.database.pool.query("select pg_terminate_backend($1)", [rows[0].pid]);
  await new Promise((resolve) => setTimeout(resolve, 100));
  await expect(guardStore(() => client.query("select 1"))).rejects.toMatchObject(unavailable);
  client.release(true);
});

test(
  "a wait for a connection that takes too long is unavailable",
  onlyInTestAll("waits for the service's time limits"),
  async () => {
    const busy = openDatabase({ ...store.connection }, { poolSize: 1 });
    const client = await busy.pool.connect();
    await expect(guardStore(() => busy.pool.query("select 1"))).rejects.toMatchObject(unavailable);
    client.release();
    await busy.close();
  },
);

test.each([
  ["a mistake in a statement", "selec 1"],
  ["a value that is refused", "select 1 / 0"],
])("%s stays as it is", async (_title, text) => {
  await expect(guardStore(() => store.database.pool.query(text))).rejects.not.toMatchObject({
    code: "unavailable",
  });
});

test("a bug in Copydesk's own code stays as it is", async () => {
  await expect(guardStore(() => Promise.reject(new TypeError("x")))).rejects.toBeInstanceOf(TypeError);
});
