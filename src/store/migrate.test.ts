import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/helpers/test-database.ts";
import { migrate } from "./migrate.ts";

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
    const { rows } = await store.database.pool.query("select name from migrations");
    expect(rows.map(({ name }) => name)).toEqual(readdirSync(migrationsFolder).sort());
  });

  test("leave data of a newer version alone and say so", async () => {
    await store.database.pool.query("insert into migrations (name) values ('9999_future.sql')");
    await expect(migrate(store.database)).rejects.toMatchObject({
      code: "data_folder_newer",
      message: expect.stringContaining("9999_future.sql"),
    });
  });
});
