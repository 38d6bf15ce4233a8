import type { Author } from "../../jobs/author.ts";
import { type Database, inTransaction } from "../database.ts";
import { guardStore } from "../guard-store.ts";
import { toJsonb } from "../storable-text.ts";
import { insertEvent, toEventData } from "./insert-event.ts";
import { type JobRow, jobRowColumns } from "./job-row.ts";

export type PreviewOutcome =
  | { kind: "opening"; row: JobRow }
  | { kind: "job_missing" | "no_preview" | "transcript_expired" };

const columns = jobRowColumns.join(", ");

const open = `
  update jobs set status = 'active', reason = 'queued', message = '', mode = 'pull_request', publish_only = true,
    turn = turn + 1, turn_seq = event_seq + 1, event_seq = event_seq + 1, crash_count = 0, turn_started_at = null,
    queued_at = clock_timestamp(), finished_at = null, updated_at = clock_timestamp()
  where id = $1 and project_id = $2 and status = 'completed' and reason = 'preview_ready' and transcript_expired_at is null
  returning ${columns}, turn, event_seq`;

const lookAgain = `
  select reason = 'preview_ready' and status = 'completed' and transcript_expired_at is not null as "isExpired"
  from jobs where id = $1 and project_id = $2`;

const tell = `
  with event as (
    ${insertEvent({ jobId: "$1", seq: "$2", kind: "'pull_request_requested'", data: "$3", author: "$4" })}
  )
  select 1`;

/** Begins the turn that opens a preview's pull request. */
export function openPreview(
  { database }: { database: Database },
  { projectId, jobId, author }: { projectId: string; jobId: string; author: Author },
): Promise<PreviewOutcome> {
  return guardStore(() =>
    inTransaction(database, async (client) => {
      const { rows } = await client.query(open, [jobId, projectId]);
      const row = rows[0] as (JobRow & { turn: number; event_seq: number }) | undefined;
      if (row === undefined) {
        const found = await client.query<{ isExpired: boolean }>(lookAgain, [jobId, projectId]);
        if (found.rows[0] === undefined) return { kind: "job_missing" };
        return { kind: found.rows[0].isExpired ? "transcript_expired" : "no_preview" };
      }
      const data = toEventData("pull_request_requested", { turn: row.turn });
      await client.query(tell, [jobId, row.event_seq, data, toJsonb(author)]);
      return { kind: "opening", row };
    }),
  );
}
