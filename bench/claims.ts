/**
 * Measures how many jobs per second workers claim and finish: with an empty queue, behind 100,000 queued jobs
 * of 4,000 projects, and next to 10⁶ finished ones. For comparison, the same connections claim and finish
 * rows of a bare table with only `skip locked`. The CPU columns say what limits the rate: cores that
 * PostgreSQL and this process (the client) kept busy meanwhile, and those that nothing on the machine used.
 * Needs the embedded server and about 2 GB of disk; Linux only.
 */

import { readFileSync } from "node:fs";
import { claimJob } from "../src/jobs/lease/claim-job.ts";
import { finishJob } from "../src/jobs/lease/finish-job.ts";
import { noUsage } from "../src/jobs/record.ts";
import { ownWords } from "../src/outgoing/clean-text.ts";
import { listWorker } from "../test/helpers/list-worker.ts";
import { createTestDatabase } from "../test/helpers/test-database.ts";
import { describeMachine } from "./parts/describe-machine.ts";
import { cpuSecondsOf, postgresPid, treeCpuSeconds } from "./parts/measure-process.ts";
import { printTable } from "./parts/print-table.ts";

const connectionCounts = [1, 2, 4, 8];
const projects = 4_000;
/** Jobs of one measurement, queued in pieces if the queue is to be nearly empty. */
const measured = 2_000;
const piece = 100;

const done = {
  ...({ status: "completed", reason: "no_changes", message: ownWords("Done."), title: null } as const),
  ...{ pullRequest: null, checks: null, patch: null, usage: noUsage },
};

const addProjects = `
  insert into projects (id, name, repository) select 'prj_' || n, 'Docs', '/docs' from generate_series(1, ${projects}) as n`;

const addJobs = `
  insert into jobs (id, project_id, status, reason, prompt, repository, branch, model, event_seq, turn_seq)
  select $1 || n, 'prj_' || (1 + n % ${projects}), $2, $3, 'p', '/docs', 'b' || n, 'copydesk/chores', 1, 1
  from generate_series(1, $4::integer) as n`;

const bareTable = `
  create table bare (id text primary key, state text not null default 'queued', at timestamptz not null default clock_timestamp());
  create index bare_queued on bare (at) where state = 'queued'`;

const addBareRows = "insert into bare (id) select $1 || n from generate_series(1, $2::integer) as n";

const claimBare = `
  update bare set state = 'running'
  where id = (select id from bare where state = 'queued' order by at limit 1 for update skip locked) returning id`;

const finishBare = "update bare set state = 'completed' where id = $1";

const store = await createTestDatabase();
const { pool } = store.database;
let made = 0;
const { rows: backends } = await pool.query<{ pid: number }>("select pg_backend_pid() as pid");
const postgres = postgresPid(backends[0]!.pid);

try {
  console.log(describeMachine());
  await pool.query(addProjects);
  await pool.query(bareTable);
  for (const connections of connectionCounts) await listWorker(store.database, `worker_${connections}`);
  const rows: (string | number)[][] = [];
  await measureAll("a queue that is nearly empty", piece, rows);
  await addQueued(100_000);
  await measureAll("100,000 queued in 4,000 projects", measured, rows);
  await pool.query(addJobs, ["done_", "completed", "no_changes", 1_000_000]);
  await measureAll("and 1,000,000 finished", measured, rows);
  printTable(
    [
      ...[
        "claimed and finished a second",
        "connections",
        "Copydesk",
        "× 1 connection",
        "bare table",
        "ratio",
      ],
      ...["cores: PostgreSQL", "client", "idle"],
    ],
    rows,
  );
} finally {
  await store.drop();
}

async function measureAll(name: string, atOnce: number, rows: (string | number)[][]): Promise<void> {
  await pool.query("vacuum analyze");
  let alone: number | undefined;
  for (const connections of connectionCounts) {
    const [own, bare] = [{ ms: 0 }, { ms: 0 }];
    const used = { postgres: 0, client: 0, idle: 0 };
    for (let jobs = 0; jobs < measured; jobs += atOnce) {
      await addQueued(atOnce);
      const before = cpuSeconds();
      own.ms += await time(atOnce, connections, claimAndFinish);
      const after = cpuSeconds();
      for (const who of ["postgres", "client", "idle"] as const) used[who] += after[who] - before[who];
      await addBare(atOnce);
      bare.ms += await time(atOnce, connections, claimAndFinishBare);
    }
    const [ownRate, bareRate] = [own, bare].map(({ ms }) => (measured / ms) * 1_000) as [number, number];
    alone ??= ownRate;
    const cores = [used.postgres, used.client, used.idle].map((seconds) => (seconds * 1_000) / own.ms);
    rows.push([name, connections, ownRate, ownRate / alone, bareRate, ownRate / bareRate, ...cores]);
    console.log(`${name}, ${connections} connections: ${Math.round(ownRate)}/s`);
  }
}

/** CPU of all of PostgreSQL and of this process, and the time in which cores had nothing to do. */
function cpuSeconds(): { postgres: number; client: number; idle: number } {
  const { own, others } = treeCpuSeconds(postgres);
  const [, , , , idle] = readFileSync("/proc/stat", "utf8").split(/\s+/, 5).map(Number);
  return { postgres: own + others, client: cpuSecondsOf(process.pid).own, idle: idle! / 100 };
}

async function addQueued(count: number): Promise<void> {
  made += 1;
  await pool.query(addJobs, [`job_${made}_`, "active", "queued", count]);
}

async function addBare(count: number): Promise<void> {
  made += 1;
  await pool.query(addBareRows, [`bare_${made}_`, count]);
}

/** Returns the milliseconds until this many calls, shared by the connections, have been made. */
async function time(
  count: number,
  connections: number,
  call: (connections: number) => Promise<void>,
): Promise<number> {
  let left = count;
  const began = performance.now();
  const lanes = Array.from({ length: connections }, async () => {
    while (left-- > 0) await call(connections);
  });
  await Promise.all(lanes);
  return performance.now() - began;
}

async function claimAndFinish(connections: number): Promise<void> {
  const job = await claimJob({ database: store.database }, `worker_${connections}`);
  if (job === null) throw new Error("the queue is empty");
  await finishJob({ database: store.database }, job, done);
}

async function claimAndFinishBare(): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(claimBare);
  if (rows[0] !== undefined) await pool.query(finishBare, [rows[0].id]);
}
