import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { startService } from "../../src/compose/start-service.ts";
import { readConfig } from "../../src/config.ts";
import { noUsage } from "../../src/jobs/record.ts";
import { createLog } from "../../src/log.ts";
import { ownWords } from "../../src/outgoing/clean-text.ts";
import { createGate } from "../../src/outgoing/create-gate.ts";
import { createKnownSecrets } from "../../src/outgoing/known-secrets.ts";
import { type Database, openDatabase } from "../../src/store/database.ts";
import { reachDatabase } from "../../src/store/reach-database.ts";
import { type RunningWorker, startWorker } from "../../src/worker/claims/start-worker.ts";
import { type Pgbouncer, type PoolMode, startPgbouncer, withPgbouncer } from "../helpers/pgbouncer.ts";
import { skipUnless } from "../helpers/skip-unless.ts";
import { makeTestProject, type TestProject } from "../helpers/test-project.ts";

const log = createLog({ level: "error", pretty: false });
const workers = 200;
const listeningWorkers = 20;
const pooledConnections = 20;
/** Of the test itself. */
const ownConnections = 8;

const modes: PoolMode[] = ["transaction", "session"];

describe.each(modes)("through PgBouncer in %s mode", withPgbouncer, (mode) => {
  let project: TestProject;
  let pgbouncer: Pgbouncer;
  let name: string;

  beforeAll(async () => {
    project = await makeTestProject();
    name = new URL(project.store.url).pathname.slice(1);
    pgbouncer = await startPgbouncer(project.store, pooledConnections, mode);
  });

  afterAll(async () => {
    await pgbouncer?.close();
    await project?.remove();
  });

  const reach = (direct?: { connectionString: string } | null) =>
    reachDatabase(
      { connectionString: pgbouncer.url },
      { poolSize: 2, ...(direct !== undefined && { direct }) },
    );

  test("a start says what is missing: the server's own address, then the settings of its connections", async () => {
    await expect(reach()).rejects.toThrow(/DATABASE_DIRECT_URL/);
    await expect(reach({ connectionString: project.store.url })).rejects.toThrow(
      new RegExp(`ALTER DATABASE "${name}" SET search_path = copydesk`),
    );
    await setUp();
    const elsewhere = new URL(project.store.url);
    elsewhere.pathname = "/postgres";
    await expect(reach({ connectionString: elsewhere.href })).rejects.toThrow(
      /not the database of DATABASE_URL/,
    );
    const database = await reach(null);
    await database.close();
    const config = readConfig({ ...environment(), DATABASE_DIRECT_URL: "none" });
    await expect(startService(config, { role: "all", log })).rejects.toThrow(/none is for workers/);
  });

  test("a service runs whole jobs, and holds one connection to the server itself", async () => {
    await setUp();
    const service = await startService(readConfig(environment()), { role: "all", log });
    onTestFinished(() => service.stop());
    const prompt = (n: number) => `Replace "widget" with "gadget ${n}" in guide.md`;
    const ids = await project.createJobs(service.url!, 3, prompt);
    const records = await project.waitForAll(service.url!, ids);
    expect(records.map(({ status, reason }) => [status, reason])).toEqual(
      ids.map(() => ["completed", "pull_request_opened"]),
    );
    const { rows } = await project.store.database.pool.query<{ locks: number; others: number }>(
      `with holders as (
         select pid from pg_locks where locktype = 'advisory' and classid = 7301
           and database = (select oid from pg_database where datname = current_database())
       )
       select (select count(*)::integer from holders) as locks,
         (select count(*)::integer from pg_stat_activity where datname = current_database() and pid not in (select pid from holders)) as others`,
    );
    expect(rows[0]!.locks).toBe(1);
    expect(rows[0]!.others).toBeLessThanOrEqual(pooledConnections + ownConnections);
  });

  const shares = skipUnless(mode === "transaction", "in session mode nobody shares a connection");

  test(`${workers} workers share 100 connections: all live, and every job runs once`, shares, async () => {
    await setUp();
    const { pool } = project.store.database;
    await pool.query("delete from jobs");
    const running: RunningWorker[] = [];
    const databases: Database[] = [];
    const ran = new Map<string, number>();
    onTestFinished(async () => {
      await Promise.all(running.map((worker) => worker.stop(0)));
      await Promise.all(databases.map((database) => database.close()));
    });
    for (let n = 0; n < workers; n += 1) {
      const direct = n < listeningWorkers ? project.store.connection : null;
      const database = openDatabase({ connectionString: pgbouncer.url }, { direct });
      databases.push(database);
      running.push(await startWorker(workerDeps(database, ran)));
    }
    const jobs = 600;
    await pool.query(
      `insert into jobs (id, project_id, status, reason, prompt, repository, branch, model, event_seq, turn_seq)
       select 'job_' || n, $1, 'active', 'queued', 'p', '/docs', 'b' || n, 'copydesk/chores', 0, 0 from generate_series(1, $2::integer) as n`,
      [project.projectId, jobs],
    );
    const active = async () =>
      (await pool.query("select count(*)::integer as n from jobs where status = 'active'")).rows[0].n;
    await expect.poll(active, { timeout: 200_000, interval: 500 }).toBe(0);
    expect(ran.size).toBe(jobs);
    expect(Math.max(...ran.values())).toBe(1);
    const { rows } = await pool.query(
      `select (select count(*)::integer from workers) as alive,
        (select max(crash_count) from jobs) as crashes,
        (select count(*)::integer from jobs where status = 'completed') as completed,
        (select count(*)::integer from pg_stat_activity where datname = current_database()) as connections`,
    );
    expect(rows[0]).toMatchObject({ alive: workers, crashes: 0, completed: jobs });
    expect(rows[0].connections).toBeLessThanOrEqual(100);
  });

  function environment(): Record<string, string> {
    return {
      ...project.environment,
      DATABASE_URL: pgbouncer.url,
      DATABASE_DIRECT_URL: project.store.url,
      COPYDESK_PORT: "0",
      COPYDESK_LOG_LEVEL: "error",
    };
  }

  async function setUp(): Promise<void> {
    const { pool } = project.store.database;
    await pool.query(`alter database "${name}" set search_path = copydesk`);
    await pool.query(`alter database "${name}" set idle_in_transaction_session_timeout = '10s'`);
    await pgbouncer.reconnect();
  }
});

/** A worker whose jobs end at once. */
function workerDeps(database: Database, ran: Map<string, number>): Parameters<typeof startWorker>[0] {
  const unused = () => expect.unreachable();
  return {
    ...{ database, log, concurrency: 2, sweep: async () => undefined },
    ...{ openProjectHost: unused, repeatForPatch: unused },
    openGate: async () => createGate(() => createKnownSecrets().of("")),
    watchdog: { begin: () => ({ run: (work) => work(), longestStallMs: () => 0, end: () => undefined }) },
    run: async (job) => {
      ran.set(job.id, (ran.get(job.id) ?? 0) + 1);
      return {
        ...({ status: "completed", reason: "no_changes", message: ownWords("Done."), title: null } as const),
        ...{ pullRequest: null, checks: null, patch: null, usage: noUsage },
      };
    },
  };
}
