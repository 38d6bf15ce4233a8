/**
 * Measures the cost of idle workers: transactions per second, by the server's own count, with 1, 10 and 40 of
 * them, each with as many connections as a process has. They run in this process, on a database that nothing
 * else uses.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type RunningService, startService } from "../src/compose/start-service.ts";
import { readConfig } from "../src/config.ts";
import { createLog } from "../src/log.ts";
import { createTestDatabase } from "../test/helpers/test-database.ts";
import { describeMachine } from "./parts/describe-machine.ts";
import { printTable } from "./parts/print-table.ts";

const workerCounts = [1, 10, 40];
const seconds = 30;
/** Time after which the server's statistics include ended transactions. */
const settleMs = 3_000;

const countCommits =
  "select (xact_commit + xact_rollback)::integer as count from pg_stat_database where datname = current_database()";
const countConnections =
  "select count(*)::integer as count from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()";

const store = await createTestDatabase();
const folder = await mkdtemp(join(tmpdir(), "copydesk-bench-idle-"));
const workers: RunningService[] = [];

try {
  console.log(describeMachine());
  const rows: (string | number)[][] = [];
  for (const count of workerCounts) {
    while (workers.length < count) workers.push(await startWorker(workers.length));
    const perSecond = await measure();
    rows.push([count, perSecond, perSecond / count, (await read(countConnections)) / count]);
  }
  printTable(["idle workers", "transactions/s", "of each", "connections of each"], rows);
} finally {
  await Promise.all(workers.map((worker) => worker.stop()));
  await rm(folder, { recursive: true, force: true });
  await store.drop();
}

function startWorker(n: number): Promise<RunningService> {
  const environment = { DATABASE_URL: store.url, COPYDESK_DATA: join(folder, String(n)) };
  return startService(readConfig(environment), {
    role: "worker",
    log: createLog({ level: "error", pretty: false }),
  });
}

async function measure(): Promise<number> {
  await sleep(settleMs);
  const before = await read(countCommits);
  const began = performance.now();
  await sleep(seconds * 1_000);
  const [count, ms] = [(await read(countCommits)) - before, performance.now() - began];
  return (count * 1_000) / ms;
}

async function read(text: string): Promise<number> {
  return (await store.database.pool.query<{ count: number }>(text)).rows[0]!.count;
}
