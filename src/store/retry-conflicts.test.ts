import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/helpers/test-database.ts";
import { inTransaction } from "./database.ts";

let store: TestDatabase;

beforeAll(async () => {
  store = await createTestDatabase();
  await store.database.pool.query(
    "create table things (id integer primary key, changes integer not null default 0)",
  );
  await store.database.pool.query("insert into things (id) values (1), (2)");
});

afterAll(() => store.drop());

const change = "update things set changes = changes + 1 where id = $1";

test("two transactions that deadlock are both done, each once", async () => {
  let attempts = 0;
  const bothHoldOne = Promise.withResolvers<void>();
  const changeBoth = (first: number, second: number) =>
    inTransaction(store.database, async (client) => {
      attempts += 1;
      await client.query(change, [first]);
      if (attempts === 2) bothHoldOne.resolve();
      await bothHoldOne.promise;
      await client.query(change, [second]);
    });
  await Promise.all([changeBoth(1, 2), changeBoth(2, 1)]);
  const { rows } = await store.database.pool.query("select changes from things");
  expect(rows).toEqual([{ changes: 2 }, { changes: 2 }]);
  // On a busy machine the one that lost may come back before the other has noticed, and lose again.
  expect(attempts).toBeGreaterThanOrEqual(3);
});

test("a transaction that always loses is abandoned after five attempts, any other error after one", async () => {
  const attemptsUntil = async (code: string) => {
    let attempts = 0;
    const text = `do $$ begin raise exception 'no' using errcode = '${code}'; end $$`;
    const failing = inTransaction(store.database, async (client) => {
      attempts += 1;
      await client.query(text);
    });
    await expect(failing).rejects.toMatchObject({ code });
    return attempts;
  };
  expect([await attemptsUntil("40001"), await attemptsUntil("40P01"), await attemptsUntil("23505")]).toEqual([
    5, 5, 1,
  ]);
});
