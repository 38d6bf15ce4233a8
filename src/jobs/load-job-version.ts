import { batchCalls } from "../store/batch-calls.ts";
import type { Database } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import { type JobRow, jobRowColumns } from "./job-row.ts";

/** A job as it is now. */
export interface JobVersion {
  /** Differs after every change of the row. */
  version: string;
  /** Null when the version is the known one. */
  row: JobRow | null;
}

/** Undefined when there is no such job. Throws `unavailable` when the store is unavailable. */
export type LoadJobVersion = (asked: {
  jobId: string;
  known: string | null;
}) => Promise<JobVersion | undefined>;

// Every update of a row gives it the number of its transaction.
const byIds = `
  select asked.place, jobs.xmin::text as version, changed.*
  from unnest($1::text[], $2::text[]) with ordinality as asked (id, known, place)
  join jobs on jobs.id = asked.id
  left join lateral (
    select ${jobRowColumns.map((column) => `jobs.${column}`).join(", ")}
    where asked.known is distinct from jobs.xmin::text
  ) as changed on true`;

type Row = JobRow & { place: string; version: string; id: string | null };

/**
 * Loads jobs whose version is not the known one; concurrent calls become one query, which has each job once.
 */
export function createVersionLoader({ pool }: Pick<Database, "pool">): LoadJobVersion {
  return batchCalls(
    (asked) =>
      guardStore(async () => {
        const places = new Map<string, number>();
        const distinct: typeof asked = [];
        const indexes = asked.map((one) => {
          const name = `${one.jobId} ${one.known}`;
          const place = places.get(name) ?? distinct.push(one) - 1;
          places.set(name, place);
          return place;
        });
        const values = [distinct.map(({ jobId }) => jobId), distinct.map(({ known }) => known)];
        const { rows } = await pool.query<Row>({ name: "load-job-versions", text: byIds, values });
        const found = new Map<number, JobVersion>();
        for (const { place, version, ...row } of rows)
          found.set(Number(place) - 1, { version, row: row.id === null ? null : row });
        return indexes.map((place) => found.get(place));
      }),
    { maxBatch: 500, maxInFlight: 4 },
  );
}
