import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/helpers/test-database.ts";
import { migrate, readRunsBeside } from "./migrate.ts";

const migrationsFolder = join(import.meta.dirname, "../../migrations");

let store: TestDatabase;

beforeAll(async () => {
  store = await createTestDatabase();
});

afterAll(() => store.drop());

describe("migrations", () => {
  test("run once, however many processes start at the same time", async () => {
    await store.database.pool.query("drop schema copydesk cascade");
    await Promise.all(Array.from({ length: 5 }, () => migrate(store.database)));
    const { rows } = await store.database.pool.query(
      "select name from (select name from migrations union all select name from expansions) as applied order by 1",
    );
    expect(rows.map(({ name }) => name)).toEqual(readdirSync(migrationsFolder).sort());
  });

  test("leave a newer version's data alone and report it", async () => {
    await store.database.pool.query("insert into migrations (name) values ('9999_future.sql')");
    await expect(migrate(store.database)).rejects.toMatchObject({
      code: "data_folder_newer",
      message: expect.stringContaining("9999_future.sql"),
    });
    await store.database.pool.query("delete from migrations where name = '9999_future.sql'");
  });

  test("of a newer version that this one can run beside are no obstacle", async () => {
    const newest = readdirSync(migrationsFolder).sort().at(-1)!;
    const { pool } = store.database;
    await pool.query("insert into expansions (name, runs_beside) values ('9997_wider.sql', $1)", [newest]);
    await migrate(store.database);
    await pool.query(
      "insert into expansions (name, runs_beside) values ('9998_narrower.sql', '9997_wider.sql')",
    );
    await expect(migrate(store.database)).rejects.toMatchObject({
      code: "data_folder_newer",
      message: expect.stringMatching(/9998_narrower.*would have to know 9997_wider/),
    });
  });

  test("name an earlier one whose programs they can run beside", () => {
    const names = readdirSync(migrationsFolder).sort();
    for (const [at, name] of names.entries()) {
      const text = readFileSync(join(migrationsFolder, name), "utf8");
      const named = readRunsBeside(text);
      if (named !== null) expect(names.slice(0, at), name).toContain(named);
      else expect(text, name).not.toContain("runs-beside");
    }
  });

  test("give no trigger of a job's update a condition, which each statement would parse again", async () => {
    const { rows } = await store.database.pool.query(`
      select tgname from pg_trigger
      where tgrelid = 'jobs'::regclass and tgqual is not null and tgtype::integer & 16 <> 0`);
    expect(rows).toEqual([]);
  });
});
