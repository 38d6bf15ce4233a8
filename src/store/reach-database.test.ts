import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/helpers/test-database.ts";
import { describeProblem, reachDatabase, refuseOld } from "./reach-database.ts";

let store: TestDatabase;

beforeAll(async () => {
  store = await createTestDatabase();
});

afterAll(() => store.drop());

describe("an unusable DATABASE_URL is reported with a remedy, and never with its password", () => {
  const cases: [string, (own: URL) => string, RegExp][] = [
    ["a wrong password", (own) => withPart(own, { password: "wr0ng" }), /password.*pg_hba\.conf/],
    ["an unknown user", (own) => withPart(own, { username: "nobody-there" }), /nobody-there.*pg_hba\.conf/],
    ["a missing database", (own) => withPart(own, { pathname: "/not_there" }), /not_there.*createdb/],
    ["a port where nothing listens", () => "postgres://u:wr0ng@127.0.0.1:1/x", /ECONNREFUSED.*Start Postgre/],
    ["an unknown host", () => "postgres://u:wr0ng@no-such-host.invalid/x", /no-such-host.*Correct the host/],
    ["no file", () => "postgres://u:wr0ng@127.0.0.1:1/x?sslrootcert=/not/there", /not\/there.*the file/],
  ];
  test.each(cases)("%s", async (_title, change, words) => {
    const connectionString = change(new URL(store.url));
    const error: Error = await reachDatabase({ connectionString }, { poolSize: 1 }).then(
      () => new Error("It could be reached."),
      (thrown) => thrown,
    );
    expect(error).toMatchObject({ code: "store_unavailable" });
    expect(error.message).toMatch(words);
    expect(error.message).toContain("DATABASE_URL");
    expect(error.message).not.toContain("wr0ng");
  });
});

test("a usable database is opened", async () => {
  const database = await reachDatabase({ connectionString: store.url }, { poolSize: 1 });
  expect((await database.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  await database.close();
});

test("a server that is too old is reported with the required version", () => {
  expect(() => refuseOld("The database", "14.11 (Debian 14.11-1)")).toThrow(/14\.11.*15 or newer.*Upgrade/);
  expect(() => refuseOld("The database", "15.0")).not.toThrow();
  expect(() => refuseOld("The database", "19beta1")).not.toThrow();
});

test("several addresses that refuse are one line", () => {
  const refused = Object.assign(new Error("connect ECONNREFUSED ::1:5432"), { code: "ECONNREFUSED" });
  expect(describeProblem(new AggregateError([refused, refused]))).toMatch(/^connect ECONNREFUSED.*Start/);
});

function withPart(own: URL, part: Partial<URL>): string {
  return Object.assign(new URL(own.href), part).href;
}
