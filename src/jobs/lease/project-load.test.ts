import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/helpers/test-database.ts";
import { inTransaction } from "../../store/database.ts";
import { findMiscountedProjects, repairLoad } from "./repair-load.ts";

let store: TestDatabase;

beforeAll(async () => {
  store = await createTestDatabase();
});

afterAll(() => store.drop());

const projects = ["prj_a", "prj_b"];

const states = [
  ["active", "queued", null],
  ["active", "waiting_capacity", null],
  ["active", "running", "worker_1"],
  ["completed", "no_changes", null],
  ["completed", "pull_request_opened", null],
  ["failed", "cancelled", "worker_1"],
  ["failed", "model_error", null],
  ["archived", "no_changes", null],
] as const;

const pullRequests = [null, '{"state":"open"}', '{"state":"merged"}'];

const row = fc.record({
  project: fc.constantFrom(...projects),
  state: fc.constantFrom(...states),
  mode: fc.constantFrom("pull_request", "preview"),
  pullRequest: fc.constantFrom(...pullRequests),
});

type Row = typeof row extends fc.Arbitrary<infer T> ? T : never;

const step = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("add" as const),
      rows: fc.array(row, { minLength: 1, maxLength: 5 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("change" as const), at: fc.nat(50), row }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("remove" as const), at: fc.nat(50) }) },
);

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const add = `
  insert into jobs (id, project_id, status, reason, worker_id, mode, pull_request, prompt, repository, branch, model)
  select input.*, 'p', '/docs', 'copydesk/' || input.id, 'copydesk/chores'
  from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::jsonb[])
    as input (id, project, status, reason, worker, mode, pull_request)`;

const change = `
  update jobs set status = $2, reason = $3, worker_id = $4, mode = $5, pull_request = $6::jsonb
  where id = (select id from jobs order by id offset $1 % greatest(1, (select count(*) from jobs)) limit 1)`;

const remove =
  "delete from jobs where id = (select id from jobs order by id offset $1 % greatest(1, (select count(*) from jobs)) limit 1)";

let made = 0;

function nextId(): string {
  made += 1;
  return `job_${String(made).padStart(8, "0")}`;
}

function toStatement(step: Step): [string, unknown[]] {
  if (step.kind === "remove") return [remove, [step.at]];
  if (step.kind === "change") {
    const { state, mode, pullRequest } = step.row;
    return [change, [step.at, ...state, mode, pullRequest]];
  }
  const column = (read: (row: Row) => unknown) => step.rows.map(read);
  return [
    add,
    [
      column(nextId),
      column(({ project }) => project),
      column(({ state }) => state[0]),
      column(({ state }) => state[1]),
      column(({ state }) => state[2]),
      column(({ mode }) => mode),
      column(({ pullRequest }) => pullRequest),
    ],
  ];
}

const counters = "project_id, queued, waiting, running, opening, will_open, open_pull_requests";
const differing = `
  (select ${counters} from project_load except select ${counters} from counted_load)
  union all (select ${counters} from counted_load except select ${counters} from project_load)`;

test("wrong counters are found and recounted, even while jobs change", async () => {
  const { pool } = store.database;
  await pool.query("delete from projects");
  for (const id of projects)
    await pool.query("insert into projects (id, name, repository) values ($1, 'Docs', '/docs')", [id]);
  const queued = { state: states[0], mode: "pull_request" as const, pullRequest: null };
  const addOne = (project: string) =>
    pool.query(...toStatement({ kind: "add", rows: [{ project, ...queued }] }));
  await addOne("prj_a");
  await addOne("prj_b");
  expect(await findMiscountedProjects(store.database)).toEqual([]);
  await pool.query("update project_load set queued = 7, open_pull_requests = 1 where project_id = 'prj_b'");
  expect(await findMiscountedProjects(store.database)).toEqual(["prj_b"]);
  const adding = Array.from({ length: 5 }, () => addOne("prj_b"));
  await repairLoad(store.database, ["prj_b"]);
  await Promise.all(adding);
  expect((await pool.query(differing)).rows).toEqual([]);
});

test("the counters of every project equal its jobs, whatever happens to them and however that is grouped into transactions", async () => {
  const { pool } = store.database;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { maxLength: 12 }),
      async (transactions) => {
        await pool.query("delete from projects");
        for (const id of projects)
          await pool.query("insert into projects (id, name, repository) values ($1, 'Docs', '/docs')", [id]);
        for (const steps of transactions) {
          await inTransaction(store.database, async (client) => {
            for (const one of steps) await client.query(...toStatement(one));
          });
          expect((await pool.query(differing)).rows).toEqual([]);
        }
      },
    ),
    { numRuns: 40 },
  );
});

test("of the jobs that are queued in a project only the first moves its counters in an index", async () => {
  const { pool } = store.database;
  await pool.query("delete from projects");
  await pool.query("insert into projects (id, name, repository) values ('prj_a', 'Docs', '/docs')");
  const queued = { state: states[0], mode: "pull_request" as const, pullRequest: null };
  const moves = await inTransaction(store.database, async (client) => {
    const seen: boolean[] = [];
    for (let n = 0; n < 4; n += 1) {
      const before = await inPlace(client);
      await client.query(...toStatement({ kind: "add", rows: [{ project: "prj_a", ...queued }] }));
      seen.push((await inPlace(client)) === before);
    }
    return seen;
  });
  expect(moves).toEqual([true, false, false, false]);
});

/** Number of changes of counters in this transaction that no index had to be told of. */
async function inPlace(client: { query(text: string): Promise<{ rows: { hot: number }[] }> }) {
  const { rows } = await client.query(
    "select n_tup_hot_upd::integer as hot from pg_stat_xact_user_tables where relname = 'project_load'",
  );
  return rows[0]!.hot;
}

test("first events go with their job, and uses of the limit with their project", async () => {
  const { pool } = store.database;
  await pool.query("delete from projects");
  for (const id of projects)
    await pool.query("insert into projects (id, name, repository) values ($1, 'Docs', '/docs')", [id]);
  const queued = { state: states[0], mode: "pull_request" as const, pullRequest: null };
  for (const project of projects)
    await pool.query(...toStatement({ kind: "add", rows: [{ project, ...queued }] }));
  await pool.query(
    "insert into job_events (job_id, seq, kind, data) select id, 1, 'created', '{}' from jobs",
  );
  await pool.query(
    "insert into rate_uses (project_id, operation, used_at) select id, 'create', now() from projects",
  );
  await pool.query("delete from projects where id = 'prj_a'");
  const left = await pool.query(
    `select (select array_agg(distinct project_id) from rate_uses) as uses,
       (select array_agg(distinct jobs.project_id) from job_events left join jobs on jobs.id = job_id) as events`,
  );
  expect(left.rows).toEqual([{ uses: ["prj_b"], events: ["prj_b"] }]);
});
