import { batchLoads } from "../store/batch-calls.ts";
import type { Database } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import { type JobRow, jobRowColumns } from "./job-row.ts";

const batches = { maxBatch: 500, maxInFlight: 2 };

/** The current state of a job. */
export interface JobVersion {
  /** Differs after every change of the row. */
  version: string;
  /** Null if the version is the known one. */
  row: JobRow | null;
}

/** Throws `unavailable` if the store is. */
export interface JobVersions {
  /** Resolves to undefined if there is no such job. */
  load(asked: { jobId: string; known: string | null }): Promise<JobVersion | undefined>;
  /** Returns the current versions by job, without those that do not exist. */
  list(jobIds: readonly string[]): Promise<Map<string, string>>;
}

// Every update of a row sets this to the number of its transaction.
const byIds = `
  select xmin::text as version, ${jobRowColumns.join(", ")} from jobs where id = any($1::text[])`;

// Most callers already know the current version: this query takes a tenth of the work of the other one.
const versionsByIds = "select id, xmin::text as version from jobs where id = any($1::text[])";

type Row = JobRow & { version: string };

/** `load` reads only jobs whose version is not the known one; its concurrent calls become one query. */
export function createJobVersions({ pool }: Pick<Database, "pool">): JobVersions {
  const list = (jobIds: readonly string[]) =>
    guardStore(async () => {
      const statement = { name: "load-versions", text: versionsByIds, values: [jobIds] };
      const { rows } = await pool.query<Pick<Row, "id" | "version">>(statement);
      return new Map(rows.map(({ id, version }) => [id, version]));
    });
  const loadVersion = batchLoads(list, batches);
  const loadRow = batchLoads(
    (jobIds) =>
      guardStore(async () => {
        const statement = { name: "load-job-versions", text: byIds, values: [jobIds] };
        const { rows } = await pool.query<Row>(statement);
        return new Map(rows.map(({ version, ...row }) => [row.id, { version, row }]));
      }),
    batches,
  );
  return {
    list,
    async load({ jobId, known }) {
      if (known === null) return await loadRow(jobId);
      const version = await loadVersion(jobId);
      return version === known ? { version, row: null } : await loadRow(jobId);
    },
  };
}
