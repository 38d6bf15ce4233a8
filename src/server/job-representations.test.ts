import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/helpers/test-database.ts";
import { createJobVersions, type JobVersions } from "../jobs/load-job-version.ts";
import { createJobRepresentations } from "./job-representations.ts";

let store: TestDatabase;
/** Whether each load fetched the whole row. */
let loads: boolean[];
let versions: JobVersions;

const address = { projectId: "prj_1", jobId: `job_${"1".repeat(22)}` };

beforeAll(async () => {
  store = await createTestDatabase();
  const { pool } = store.database;
  await pool.query("insert into projects (id, name, repository) values ('prj_1', 'Docs', '/docs')");
  await pool.query(
    `insert into jobs (id, project_id, status, reason, prompt, repository, branch, model)
     select 'job_' || repeat(n::text, 22), 'prj_1', 'active', 'running', 'p', '/docs', 'b' || n, 'm' from generate_series(1, 9) as n`,
  );
});

afterAll(() => store.drop());

beforeEach(() => {
  loads = [];
  const { load, list } = createJobVersions(store.database);
  versions = {
    list,
    async load(asked) {
      const found = await load(asked);
      loads.push(found?.row !== null);
      return found;
    },
  };
});

test("a record that has not changed is loaded once, and every change of its row is seen at once", async () => {
  const representations = createJobRepresentations(versions);
  const first = await representations.get(address);
  expect(await representations.get(address)).toBe(first);
  expect(loads).toEqual([true, false]);
  const changes = ["title = 'New'", "reason = 'queued'", 'metadata = \'{"a":"b"}\'', "pull_request = null"];
  const bodies = new Set([first.body]);
  for (const change of changes) {
    await store.database.pool.query(`update jobs set ${change} where id = $1`, [address.jobId]);
    bodies.add((await representations.get(address)).body);
    expect(loads.at(-1)).toBe(true);
  }
  expect(bodies.size).toBe(4);
  expect(new Set([...bodies].map((body) => JSON.parse(body).id))).toEqual(new Set([address.jobId]));
});

test("a kept record is not found through another project, nor when the job is gone", async () => {
  const representations = createJobRepresentations(versions);
  const gone = { ...address, jobId: `job_${"2".repeat(22)}` };
  await Promise.all([representations.get(address), representations.get(gone)]);
  const missing = { code: "job_not_found" };
  await expect(representations.get({ ...address, projectId: "prj_2" })).rejects.toMatchObject(missing);
  await store.database.pool.query("delete from jobs where id = $1", [gone.jobId]);
  await expect(representations.get(gone)).rejects.toMatchObject(missing);
  await expect(representations.get({ ...address, jobId: "x" })).rejects.toMatchObject(missing);
});

test("jobs asked for at the same time each get their own record", async () => {
  const representations = createJobRepresentations(versions);
  const ids = Array.from({ length: 6 }, (_, n) => `job_${String(n + 3).repeat(22)}`);
  const asked = [...ids, ...ids, ids[0]!];
  const got = await Promise.all(asked.map((jobId) => representations.get({ projectId: "prj_1", jobId })));
  expect(got.map(({ body }) => JSON.parse(body).id)).toEqual(asked);
});

test("of many jobs those are current that were loaded and have not changed since", async () => {
  const representations = createJobRepresentations(versions);
  const [same, changed, gone, unknown] = [3, 4, 5, 6].map((n) => `job_${String(n).repeat(22)}`);
  for (const jobId of [same!, changed!, gone!]) await representations.get({ projectId: "prj_1", jobId });
  const all = [same!, changed!, gone!, unknown!];
  expect([...(await representations.listCurrent(all)).keys()].sort()).toEqual([same, changed, gone]);
  await store.database.pool.query("update jobs set title = 'Newer' where id = $1", [changed]);
  await store.database.pool.query("delete from jobs where id = $1", [gone]);
  expect([...(await representations.listCurrent(all)).keys()]).toEqual([same]);
  await representations.get({ projectId: "prj_1", jobId: changed! });
  const found = (await representations.listCurrent(all)).get(changed!);
  expect(JSON.parse(found!.body)).toMatchObject({ id: changed, title: "Newer" });
});
