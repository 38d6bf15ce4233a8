import { isStored, type TranscriptBucket } from "../bucket/transcript-bucket.ts";
import { type Database, inTransaction } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";

export interface Retention {
  recordsDays: number;
  transcriptsDays: number;
}

export interface Pruned {
  transcripts: number;
  records: number;
}

/**
 * SQL: the job has nothing under way, nothing that waits for a person, and nothing that a later turn would
 * need.
 */
const isOver = `
  jobs.status <> 'active' and not has_open_pull_request(jobs) and jobs.patch_seq is null and jobs.branch_delete_due_at is null
  and jobs.worker_id is null`;

/**
 * SQL: jobs that ended longer ago than the project's `setting`, or else `$1` days. Oldest first within a
 * project.
 */
const findOld = (setting: string, also: string) => `
  select old.id from projects
  cross join lateral (
    select jobs.id from jobs
    where jobs.project_id = projects.id and ${isOver} and ${also}
      and jobs.finished_at < statement_timestamp() - make_interval(days => coalesce((projects.settings ->> '${setting}')::integer, $1))
    order by jobs.finished_at limit $2
  ) as old
  limit $2`;

const hasTranscript = `
  jobs.transcript_expired_at is null and coalesce(jobs.transcript_kept_until < statement_timestamp(), true)`;

// Checked again under the lock: a message may have begun the next turn meanwhile.
const lock = (also: string) => `
  select id from jobs where id = any($1::text[]) and ${isOver} and ${also} order by id for no key update skip locked`;

const dropEvents = "delete from job_events where job_id = any($1::text[])";
const dropPatches =
  "update jobs set patch = null, transcript_expired_at = clock_timestamp() where id = any($1::text[])";
const dropPullRequests = "delete from pull_requests where job_id = any($1::text[])";
const dropJobs = "delete from jobs where id = any($1::text[])";

/**
 * Removes the transcripts of jobs that ended long enough ago, then whole jobs, at most `limit` of each.
 * Skips jobs that are active, have an open pull request, or have work or a branch that a worker still has
 * to deal with. Their usage stays counted against monthly caps. With a bucket, a transcript is removed only
 * after it was stored there.
 */
export async function pruneJobs(
  database: Database,
  { transcriptsDays, recordsDays }: Retention,
  { limit, bucket = null }: { limit: number; bucket?: Pick<TranscriptBucket, "store"> | null },
): Promise<Pruned> {
  const isReady = bucket === null ? hasTranscript : `${hasTranscript} and ${isStored}`;
  const transcripts = await prune(database, {
    find: findOld("keepTranscriptsDays", hasTranscript),
    ...{ lock: lock(isReady), days: transcriptsDays, limit, drops: [dropEvents, dropPatches] },
    ...(bucket && { prepare: bucket.store }),
  });
  const records = await prune(database, {
    find: findOld("keepRecordsDays", "true"),
    ...{ lock: lock("true"), days: recordsDays, limit, drops: [dropJobs, dropPullRequests] },
  });
  return { transcripts, records };
}

interface Kind {
  find: string;
  lock: string;
  days: number;
  limit: number;
  /** Called with the ids before they are locked. */
  prepare?(jobIds: string[]): Promise<void>;
  /** Statements that each take the ids. */
  drops: string[];
}

function prune(database: Database, { find, lock, days, limit, prepare, drops }: Kind): Promise<number> {
  return guardStore(async () => {
    const { rows: found } = await database.pool.query<{ id: string }>(find, [days, limit]);
    if (found.length === 0) return 0;
    const foundIds = found.map(({ id }) => id);
    await prepare?.(foundIds);
    return await inTransaction(database, async (client) => {
      const { rows } = await client.query<{ id: string }>(lock, [foundIds]);
      const ids = rows.map(({ id }) => id);
      for (const drop of drops) await client.query(drop, [ids]);
      return ids.length;
    });
  });
}
