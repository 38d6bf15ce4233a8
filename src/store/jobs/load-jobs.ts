import { batchLoads } from "../batch-calls.ts";
import type { Database } from "../database.ts";
import { guardStore } from "../guard-store.ts";
import { type JobRow, jobRowColumns } from "./job-row.ts";

export type LoadJob = (jobId: string) => Promise<JobRow | undefined>;

const byIds = `select ${jobRowColumns.join(", ")} from jobs where id = any($1::text[])`;

/** Loads jobs by id; concurrent calls become one query. Throws `unavailable` when the store is away. */
export function createJobLoader({ pool }: Pick<Database, "pool">): LoadJob {
  return batchLoads(
    (ids) =>
      guardStore(async () => {
        const { rows } = await pool.query<JobRow>({ name: "load-jobs", text: byIds, values: [ids] });
        return new Map(rows.map((row) => [row.id, row]));
      }),
    { maxBatch: 500, maxInFlight: 4 },
  );
}
