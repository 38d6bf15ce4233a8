/**
 * Measures how many jobs per second are created by 1, 16, 64 and 256 concurrent callers that each wait for
 * the commit, compared with callers that only insert an equally wide row into a bare table. Alternating, on a
 * database that waits for the disk.
 */

import { createJob } from "../src/jobs/create-job.ts";
import { createJobInserter } from "../src/jobs/insert-jobs.ts";
import { openDatabase } from "../src/store/database.ts";
import { createTestDatabase } from "../test/helpers/test-database.ts";
import { describeMachine } from "./parts/describe-machine.ts";
import { printTable } from "./parts/print-table.ts";
import { quantile } from "./parts/quantile.ts";

const callerCounts = [1, 16, 64, 256];
const rounds = 5;
const secondsPerTurn = 2;
/** One project may create 100 jobs an hour. */
const projects = 4_000;

const store = await createTestDatabase();
await store.database.pool.query(
  `alter database ${new URL(store.url).pathname.slice(1)} reset synchronous_commit`,
);
const database = openDatabase(store.connection);
const naive = openDatabase(store.connection, { poolSize: 16 });
let project = 0;

const addProjects = `
  insert into projects (id, name, repository) select 'prj_' || n, 'Docs', '/docs' from generate_series(0, ${projects - 1}) as n`;
const bareTable = `
  create table bare (id text primary key default gen_random_uuid()::text, project_id text not null, prompt text not null,
    metadata jsonb not null, created_at timestamptz not null default clock_timestamp());
  create index bare_newest on bare (project_id, created_at)`;

const deps = {
  insertJob: createJobInserter({ database }),
  defaultModel: "copydesk/chores",
  assertRefName: () => undefined,
};
const prompt = "Describe the new option of the command.";
const author = { kind: "service" } as const;

try {
  console.log(describeMachine());
  await database.pool.query(`${addProjects}; ${bareTable}`);
  const rows: (string | number)[][] = [];
  for (const callers of callerCounts) {
    const rates: { own: number; bare: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await database.pool.query("truncate rate_uses");
      const own = await rate(callers, create);
      rates.push({ own, bare: await rate(callers, insertBare) });
    }
    const median = (read: (one: (typeof rates)[number]) => number) => quantile(rates.map(read), 0.5);
    rows.push([
      callers,
      median(({ own }) => own),
      median(({ bare }) => bare),
      median(({ own, bare }) => own / bare),
    ]);
  }
  printTable(["callers", "Copydesk", "bare table", "ratio (median of rounds)"], rows);
} finally {
  await Promise.all([database.close(), naive.close()]);
  await store.drop();
}

/** Returns the calls per second. */
async function rate(callers: number, call: () => Promise<unknown>): Promise<number> {
  let done = 0;
  const began = performance.now();
  const until = began + secondsPerTurn * 1_000;
  const lanes = Array.from({ length: callers }, async () => {
    while (performance.now() < until) {
      await call();
      done += 1;
    }
  });
  await Promise.all(lanes);
  return (done * 1_000) / (performance.now() - began);
}

function create(): Promise<unknown> {
  project = (project + 1) % projects;
  return createJob(deps, `prj_${project}`, { prompt, metadata: { from: "bench" } }, { author });
}

function insertBare(): Promise<unknown> {
  project = (project + 1) % projects;
  return naive.pool.query("insert into bare (project_id, prompt, metadata) values ($1, $2, $3)", [
    `prj_${project}`,
    prompt,
    { from: "bench" },
  ]);
}
