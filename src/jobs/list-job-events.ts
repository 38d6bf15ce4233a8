import { z } from "zod";
import { parseInput } from "../schemas/parse-input.ts";
import type { Database } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import type { Author, AuthorRecord } from "./author.ts";
import { toAuthorRecord } from "./author-schema.ts";
import { isEventKind } from "./event-kinds.ts";
import { getTranscriptRow, type JobAddress, type LoadJob } from "./get-job.ts";
import { type LoggedEvent, type LoggedRow, toLoggedEvent } from "./read-event.ts";

export const listJobEventsInput = z.strictObject({
  /** Number of the last event already seen. */
  after: z.coerce
    .number("must be a number")
    .int("must be a whole number")
    .min(0)
    .max(2_147_483_647)
    .default(0),
  limit: z.coerce.number("must be a number").int("must be a whole number").min(1).max(1_000).default(100),
});

export interface JobEventRecord {
  seq: number;
  at: string;
  kind: string;
  data: Record<string, unknown>;
  /** Null for events from before this field existed. */
  author: AuthorRecord | null;
}

export type ListedEvent = LoggedEvent & { author: Author | null };

/**
 * Known kinds always have the data that the API describes: an event that cannot be read gets a kind of its
 * own.
 */
export function toEventRecord(event: ListedEvent): JobEventRecord {
  const isStrange = event.kind === "unreadable" && !isEventKind(event.data.kind);
  const { kind, data } = isStrange ? { kind: event.data.kind, data: event.data.stored } : event;
  return {
    seq: event.seq,
    at: event.at.toISOString(),
    kind,
    data: { ...data },
    author: toAuthorRecord(event.author),
  };
}

/**
 * Returns the job's events after the given number, oldest first. Throws `job_not_found`,
 * `transcript_expired`, `invalid_request`.
 */
export async function listJobEvents(
  deps: { database: Database; loadJob: LoadJob },
  address: JobAddress,
  input: unknown = {},
): Promise<JobEventRecord[]> {
  const { after, limit } = parseInput(listJobEventsInput, input);
  const job = await getTranscriptRow(deps, address);
  const events = await listEvents(deps.database, { jobId: job.id, after, limit });
  return events.map(toEventRecord);
}

const following = `
  select seq, at, kind, version, data, author from job_events
  where job_id = $1 and seq > $2 order by seq limit $3`;

/** Returns the job's events with a number above `after`, oldest first, at most `limit`. */
async function listEvents(
  { pool }: Pick<Database, "pool">,
  { jobId, after, limit }: { jobId: string; after: number; limit: number },
): Promise<ListedEvent[]> {
  const { rows } = await guardStore(() =>
    pool.query<LoggedRow & { author: Author | null }>(following, [jobId, after, limit]),
  );
  return rows.map((row) => ({ ...toLoggedEvent(row), author: row.author }));
}
