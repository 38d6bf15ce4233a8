import { createJobLoader } from "../../../src/jobs/get-job.ts";
import { listJobs } from "../../../src/jobs/list-jobs.ts";
import { type Database, inTransaction } from "../../../src/store/database.ts";
import { listWorker } from "../../../test/helpers/list-worker.ts";
import { createTestDatabase } from "../../../test/helpers/test-database.ts";
import {
  addBenchProjects,
  addQueuedJobs,
  benchWorker,
  claimAndFinish,
  createBenchJobs,
} from "./bench-jobs.ts";
import { type MeasureGrowth, measureSizes } from "./curves.ts";
import { medianMs } from "./median-ms.ts";

const projects = 1_000;
const calls = 200;
/** Rows per statement: each takes tens of seconds, with a line of progress after it. */
const jobsAtOnce = 500_000;

/** Half of the jobs belong to one project, as if one team used the service most. */
const addEnded = `
  insert into jobs (id, project_id, status, reason, prompt, repository, branch, model, event_seq, turn_seq, created_at, updated_at, finished_at)
  select 'job_' || n, case when n % 2 = 0 then 'prj_0' else 'prj_' || n / 2 % ${projects} end, 'completed', 'no_changes', 'p', '/docs',
    'b' || n, 'copydesk/chores', 1, 1, at, at, at
  from generate_series($1::integer, $2::integer) as n
    cross join lateral (select clock_timestamp() - n * interval '5 seconds' as at) as made`;

/** Measures operations next to jobs that have ended. */
export const growStoredJobs: MeasureGrowth = async ({ isFull, say }) => {
  const sizes = [1_000, 10_000, 100_000, 1_000_000, ...(isFull ? [10_000_000] : [])];
  const store = await createTestDatabase();
  const { database } = store;
  let stored = 0;
  try {
    await addBenchProjects(database, projects);
    await listWorker(database, benchWorker);
    const create = createBenchJobs(database, projects);
    const load = createJobLoader(database);
    return await measureSizes({ of: "jobs stored", unit: "median ms", sizes }, say, async (size) => {
      while (stored < size) {
        const until = Math.min(size, stored + jobsAtOnce);
        await storeEnded(database, stored + 1, until);
        stored = until;
        if (stored < size) say(`${stored} of ${size} stored`);
      }
      await database.pool.query("vacuum analyze jobs");
      // Writes the inserted rows to disk now, so that this does not disturb the measurement.
      await database.pool.query("checkpoint");
      await addQueuedJobs(database, projects, 2 * calls);
      return {
        create: await medianMs(calls, create),
        "read one": await medianMs(calls, () => load(`job_${size / 2}`)),
        "list a page": await medianMs(calls, () => listJobs({ database }, "prj_0", { limit: 20 })),
        "claim and finish": await medianMs(calls, () => claimAndFinish(database)),
      };
    });
  } finally {
    await store.drop();
  }
};

/** Without triggers and foreign keys, which would take most of the time. */
async function storeEnded(database: Database, from: number, until: number): Promise<void> {
  await inTransaction(database, async (client) => {
    await client.query("set local session_replication_role = replica");
    await client.query(addEnded, [from, until]);
  });
}
