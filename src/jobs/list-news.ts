import type { Database } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import type { Author } from "./author.ts";
import type { ListedEvent } from "./list-job-events.ts";
import { type LoggedRow, toLoggedEvent } from "./read-event.ts";
import type { JobStatus } from "./record.ts";

/** A job with its events above a number, as of one moment. */
export interface JobNews {
  projectId: string;
  status: JobStatus;
  /** Oldest first; if there are as many as asked for, there may be more. */
  events: ListedEvent[];
}

type Row = { job_id: string; project_id: string; status: JobStatus; author: Author | null } & (
  | LoggedRow
  | { seq: null }
);

const news = `
  select jobs.id as job_id, jobs.project_id, jobs.status, event.*
  from unnest($1::text[], $2::integer[]) as asked (id, after)
  join jobs on jobs.id = asked.id
  left join lateral (
    select seq, at, kind, version, data, author from job_events
    where job_id = asked.id and seq > asked.after order by seq limit $3
  ) as event on true
  order by jobs.id, event.seq`;

/** Returns the new events of several jobs, in one query; leaves out jobs that no longer exist. */
export function listNews(
  { pool }: Pick<Database, "pool">,
  asked: readonly { jobId: string; after: number }[],
  limit: number,
): Promise<Map<string, JobNews>> {
  return guardStore(async () => {
    const values = [asked.map(({ jobId }) => jobId), asked.map(({ after }) => after), limit];
    const { rows } = await pool.query<Row>({ name: "list-news", text: news, values });
    const found = new Map<string, JobNews>();
    for (const row of rows) {
      const job = found.get(row.job_id) ?? { projectId: row.project_id, status: row.status, events: [] };
      found.set(row.job_id, job);
      if (row.seq !== null) job.events.push({ ...toLoggedEvent(row), author: row.author });
    }
    return found;
  });
}
