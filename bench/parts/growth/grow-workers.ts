import { listWorker } from "../../../test/helpers/list-worker.ts";
import { createTestDatabase } from "../../../test/helpers/test-database.ts";
import { addBenchProjects, addQueuedJobs, benchWorker, claimAndFinish } from "./bench-jobs.ts";
import { type MeasureGrowth, measureSizes } from "./curves.ts";
import { medianMs } from "./median-ms.ts";

const projects = 100;
const calls = 200;
const beat = "select * from pulse($1, $2::text[], $3, $4, $5::text[])";

/** Measures registered workers without their processes; one of them polls for news and claims. */
export const growWorkers: MeasureGrowth = async ({ say }) => {
  const sizes = [1, 10, 50, 200];
  const store = await createTestDatabase();
  const { database } = store;
  try {
    await addBenchProjects(database, projects);
    await listWorker(database, benchWorker);
    return await measureSizes({ of: "workers", unit: "median ms", sizes }, say, async (size) => {
      for (let n = 1; n < size; n += 1) await listWorker(database, `worker_${n}`);
      await addQueuedJobs(database, projects, 2 * calls);
      await database.pool.query("update workers set heartbeat_at = now() + interval '1 hour'");
      const ask = () => database.pool.query(beat, [benchWorker, [], true, false, []]);
      return {
        "ask what is new": await medianMs(calls, ask),
        "claim and finish": await medianMs(calls, () => claimAndFinish(database)),
      };
    });
  } finally {
    await store.drop();
  }
};
