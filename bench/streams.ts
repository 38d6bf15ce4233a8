/**
 * Measures what idle event streams cost an API process, and how soon an event reaches them: 5,000 streams,
 * first each of a different job and then all of one job. The streams are plain sockets of this process; the
 * API and PostgreSQL are separate processes. Linux only.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { createApiKey } from "../src/api-keys/create-api-key.ts";
import { createProject } from "../src/projects/create-project.ts";
import { startCopydesk } from "../test/helpers/copydesk-process.ts";
import { createTestDatabase } from "../test/helpers/test-database.ts";
import { describeMachine } from "./parts/describe-machine.ts";
import { cpuSecondsOf, residentMiB } from "./parts/measure-process.ts";
import { openStreams, type StreamClient } from "./parts/open-streams.ts";
import { printTable } from "./parts/print-table.ts";
import { quantile } from "./parts/quantile.ts";

const count = Number(process.argv[2] ?? 5_000);
const idleMs = 20_000;
/**
 * PostgreSQL adds a connection's activity to its statistics after ten idle seconds at the latest. The API
 * notices within five that it is quiet, and V8 returns the pages of what it has collected ten later.
 */
const settleMs = 25_000;
const eventsOfOneJob = 20;

const store = await createTestDatabase();
const { pool } = store.database;
const api = await startCopydesk({
  role: "api",
  environment: {
    DATABASE_URL: store.url,
    COPYDESK_STREAMS_PER_KEY: "100000",
    COPYDESK_LOG_LEVEL: "warn",
    COPYDESK_SECRET_KEY: "07".repeat(32),
  },
});
const pid = api.child.pid!;

try {
  console.log(describeMachine());
  const { id: projectId } = await createProject(store, {
    name: "docs",
    repository: "https://example.com/docs",
  });
  const { key } = await createApiKey(store, projectId, {});
  const headers = { authorization: `Bearer ${key}`, accept: "text/event-stream" };
  await addJobs(projectId, count);
  const pathOf = (n: number) => `/v2/agent/${projectId}/job/${idOf(n)}`;
  const warmUp = await openStreams(api.url, [`${pathOf(1)}/events`], headers);
  for (let n = 0; n < 300; n += 1) await get(pathOf(1 + n), headers);
  const own = Array.from({ length: count }, (_, n) => `${pathOf(n + 1)}/events`);
  const rows = [
    await measure(`${count} streams, a job each`, own, headers, pathOf(1), "job_%"),
    await measure(
      `${count} streams of one job`,
      own.map(() => own[0]!),
      headers,
      pathOf(1),
      idOf(1),
    ),
  ];
  warmUp.close();
  printTable(
    [
      "",
      "kB each",
      "tx/s idle",
      "own CPU % idle",
      "GET p50 ms",
      "GET p99 ms",
      "event to all p50 ms",
      "p99 ms",
      "load",
    ],
    rows,
  );
} finally {
  await api.end();
  await store.drop();
}

async function measure(
  name: string,
  paths: string[],
  headers: Record<string, string>,
  other: string,
  jobs: string,
): Promise<(string | number)[]> {
  const before = residentMiB(pid);
  const openedAt = performance.now();
  const streams = await openStreams(api.url, paths, headers);
  console.log(`${name}: opened in ${Math.round(performance.now() - openedAt)} ms`);
  await sleep(settleMs);
  const kilobytes = ((residentMiB(pid) - before) * 1_024) / paths.length;
  const [txBefore, cpuBefore] = [await transactions(), cpuSecondsOf(pid).own];
  await sleep(idleMs);
  const tx = ((await transactions()) - txBefore - 1) / (idleMs / 1_000);
  const cpu = (cpuSecondsOf(pid).own - cpuBefore) / (idleMs / 1_000);
  const gets: number[] = [];
  for (let n = 0; n < 300; n += 1) {
    gets.push(await get(other, headers));
    await sleep(10);
  }
  const events = await measureEvents(streams, jobs);
  streams.close();
  await sleep(2_000);
  const load = (await import("node:os")).loadavg()[0]!;
  return [
    ...[name, kilobytes, tx, cpu * 100, quantile(gets, 0.5), quantile(gets, 0.99)],
    ...[quantile(events, 0.5), quantile(events, 0.99), load],
  ];
}

/**
 * One statement adds an event to each of the jobs; the time runs from its commit to each stream's receipt.
 */
async function measureEvents(streams: StreamClient, jobs: string): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < eventsOfOneJob; n += 1) {
    const client = await pool.connect();
    await client.query("begin");
    await client.query(
      `with job as (update jobs set event_seq = event_seq + 1 where id like $1 returning id, event_seq)
       insert into job_events (job_id, seq, kind, data) select id, event_seq, 'tool_result', $2 from job`,
      [jobs, JSON.stringify({ text: "x".repeat(300) })],
    );
    const { all } = streams.expect();
    await client.query("commit");
    client.release();
    times.push(...(await all));
    await sleep(300);
  }
  return times;
}

async function get(path: string, { authorization }: Record<string, string>): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(`${api.url}${path}`, { headers: { authorization: authorization! } });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`GET ${path}: ${response.status}`);
  return performance.now() - startedAt;
}

async function transactions(): Promise<number> {
  const client = await pool.connect();
  await client.query("select pg_stat_force_next_flush()");
  await client.query("select pg_stat_clear_snapshot()");
  await sleep(1_100);
  const { rows } = await client.query(
    "select (xact_commit + xact_rollback)::integer as n from pg_stat_database where datname = current_database()",
  );
  client.release();
  return rows[0].n;
}

function idOf(n: number): string {
  return `job_${String(n).padStart(22, "0")}`;
}

async function addJobs(projectId: string, n: number): Promise<void> {
  await pool.query(
    `insert into jobs (id, project_id, status, reason, prompt, repository, branch, model, event_seq, turn_seq)
     select 'job_' || lpad(n::text, 22, '0'), $1, 'active', 'running', 'p', '/docs', 'b' || n, 'copydesk/chores', 1, 1
     from generate_series(1, $2::integer) as n`,
    [projectId, n],
  );
  await pool.query(
    "insert into job_events (job_id, seq, kind, data) select id, 1, 'created', '{}' from jobs where project_id = $1",
    [projectId],
  );
}
