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

const queued = 20_000;
const calls = 200;
/** One project may create a hundred jobs an hour. */
const creates = 80;

/** Measures 20,000 queued jobs of few and of many projects. */
export const growProjects: MeasureGrowth = async ({ say }) => {
  const sizes = [1, 10, 100, 1_000, 10_000];
  return await measureSizes({ of: "projects", unit: "median ms", sizes }, say, async (size) => {
    const store = await createTestDatabase();
    const { database } = store;
    try {
      await addBenchProjects(database, size);
      await listWorker(database, benchWorker);
      await addQueuedJobs(database, size, queued);
      await database.pool.query("vacuum analyze");
      return {
        create: await medianMs(creates, createBenchJobs(database, size)),
        "claim and finish": await medianMs(calls, () => claimAndFinish(database)),
      };
    } finally {
      await store.drop();
    }
  });
};
