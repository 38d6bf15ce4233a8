import type { Author } from "../../jobs/author.ts";
import { type Database, inTransaction } from "../database.ts";
import { guardStore } from "../guard-store.ts";
import { retryConflicts } from "../retry-conflicts.ts";
import { serviceAuthor } from "../service-author.ts";
import { toJsonb } from "../storable-text.ts";
import { insertEvent, toEventData } from "./insert-event.ts";
import { type JobRow, jobRowColumns } from "./job-row.ts";

export type ArchiveOutcome =
  | { kind: "changed" | "unchanged"; row: JobRow }
  | { kind: "job_missing" | "active" };

const columns = jobRowColumns.join(", ");

/** The status that a job had before it was archived is told by its reason. */
const statusBefore = `case when reason in ('pull_request_opened', 'pull_request_updated', 'no_changes', 'preview_ready')
  then 'completed' else 'failed' end`;

const archive = `
  update jobs set status = 'archived', archived_at = clock_timestamp(), updated_at = clock_timestamp(), event_seq = event_seq + 1
  where id = $1 and project_id = $2 and status in ('completed', 'failed')
  returning ${columns}, event_seq`;

const unarchive = `
  update jobs set status = ${statusBefore}, archived_at = null, updated_at = clock_timestamp(), event_seq = event_seq + 1
  where id = $1 and project_id = $2 and status = 'archived'
  returning ${columns}, event_seq`;

const tell = `
  with event as (${insertEvent({ jobId: "$1", seq: "$2", kind: "$3", data: "'{}'", author: "$4" })})
  select 1`;

const idle = `
  with idle as (
    select found.id from projects cross join lateral (
      select id from jobs
      where project_id = projects.id and status in ('completed', 'failed')
        and updated_at < now() - make_interval(days => coalesce((projects.settings ->> 'archiveAfterDays')::integer, $1))
      order by updated_at limit $2
    ) as found limit $2
  ), old as (
    select id from jobs where id in (select id from idle) and status in ('completed', 'failed') for update skip locked
  ), archived as (
    update jobs set status = 'archived', archived_at = clock_timestamp(), updated_at = clock_timestamp(), event_seq = event_seq + 1
    from old where jobs.id = old.id returning jobs.id, jobs.event_seq
  ), events as (
    ${insertEvent({ jobId: "id", seq: "event_seq", kind: "'archived'", data: "$3", author: serviceAuthor }, "from archived")}
  )
  select id from archived`;

/** Archives a job that has ended, or takes it back; one that is in that state already stays as it is. */
export function setArchived(
  database: Database,
  {
    projectId,
    jobId,
    archived,
    author,
  }: { projectId: string; jobId: string; archived: boolean; author: Author },
): Promise<ArchiveOutcome> {
  return guardStore(() =>
    inTransaction(database, async (client) => {
      const { rows } = await client.query(archived ? archive : unarchive, [jobId, projectId]);
      const row = rows[0] as (JobRow & { event_seq: number }) | undefined;
      if (row !== undefined) {
        const kind = archived ? "archived" : "unarchived";
        await client.query(tell, [jobId, row.event_seq, kind, toJsonb(author)]);
        return { kind: "changed", row };
      }
      const found = await client.query<JobRow>(
        `select ${columns} from jobs where id = $1 and project_id = $2`,
        [jobId, projectId],
      );
      const [same] = found.rows;
      if (same === undefined) return { kind: "job_missing" };
      return archived && same.status === "active" ? { kind: "active" } : { kind: "unchanged", row: same };
    }),
  );
}

const automatic = toEventData("archived", { automatic: true });

/** Archives jobs that nothing has happened to for their project's `archiveAfterDays`; returns how many. */
export function archiveIdleJobs(
  { pool }: Pick<Database, "pool">,
  { daysDefault, limit }: { daysDefault: number; limit: number },
): Promise<number> {
  return guardStore(async () => {
    const { rowCount } = await retryConflicts(() => pool.query(idle, [daysDefault, limit, automatic]));
    return rowCount ?? 0;
  });
}
