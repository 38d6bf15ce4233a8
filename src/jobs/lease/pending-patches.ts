import type { CleanText } from "../../outgoing/clean-text.ts";
import type { Database } from "../../store/database.ts";
import { toText } from "../../store/storable-text.ts";
import { type LoggedRow, loggedColumns, toLoggedEvent } from "../read-event.ts";
import { type ClaimRow, claimedColumns } from "./claim-job.ts";
import type { TurnEvents } from "./load-turn-events.ts";

/** SQL: the turn's log has changes to files. The statement has `jobs`. */
export const hasLoggedWork = "has_logged_work(jobs)";

/** How often a patch is attempted: one that kills its worker is left alone after that. */
export const patchTriesMax = 3;

/** Seconds in which a worker is expected to hand in a cancelled job's work by itself, unless it hangs. */
const hungSeconds = 60;

/** Seconds for which nobody else attempts the same patch. */
const tryAgainSeconds = 65;

/** Work of an ended turn that is only in the log so far. */
export interface PendingPatch {
  job: ClaimRow;
  /** Number of the event above which the log has the work. */
  seq: number;
  tries: number;
}

type PendingRow = ClaimRow & { seq: number; tries: number };

const begin = (which: string) => `
  update jobs set patch_tries = patch_tries + 1,
    patch_due_at = clock_timestamp() + make_interval(secs => ${tryAgainSeconds})
  from projects
  where projects.id = jobs.project_id and jobs.id = (${which})
  returning ${claimedColumns}, jobs.patch_seq as seq, jobs.patch_tries as tries`;

const beginNext = begin(`
  select id from jobs
  where patch_seq is not null and patch_due_at <= statement_timestamp() and status <> 'active'
    and (worker_id is null or finished_at < statement_timestamp() - make_interval(secs => ${hungSeconds}))
  order by patch_due_at limit 1 for no key update skip locked`);

const beginOne = begin("select id from jobs where id = $1 and patch_seq is not null");

/**
 * Begins the patch that has waited longest, of an ended job that no living worker holds; null if there is
 * none.
 */
export async function beginPatch({ pool }: Pick<Database, "pool">): Promise<PendingPatch | null> {
  return toPending((await pool.query<PendingRow>(beginNext)).rows[0]);
}

/** Begins the patch of a job whose next turn is about to begin. */
export async function beginPatchOf(
  { pool }: Pick<Database, "pool">,
  jobId: string,
): Promise<PendingPatch | null> {
  return toPending((await pool.query<PendingRow>(beginOne, [jobId])).rows[0]);
}

function toPending(row: PendingRow | undefined): PendingPatch | null {
  if (row === undefined) return null;
  const { seq, tries, ...job } = row;
  return { job, seq, tries };
}

const load = `
  select ${loggedColumns} from job_events
  where job_id = $1 and seq > $2 and seq <= coalesce(
    (select min(seq) from job_events where job_id = $1 and seq > $2 and kind in ('completed', 'failed')), 2147483647)
  order by seq`;

/** Returns the log of the turn above the number, up to its end. */
export async function loadPatchEvents(
  { pool }: Pick<Database, "pool">,
  { job, seq }: PendingPatch,
): Promise<TurnEvents> {
  const { rows } = await pool.query<LoggedRow>(load, [job.id, seq]);
  return { recorded: rows.map(toLoggedEvent), past: [] };
}

// Anyone else who held the ended job has had enough time.
const store = `
  update jobs set patch = coalesce($3, patch), patch_seq = null, patch_due_at = null, patch_tries = 0,
    lease = case when status = 'active' then lease end, worker_id = case when status = 'active' then worker_id end,
    updated_at = clock_timestamp()
  where id = $1 and patch_seq = $2`;

/** Stores the patch, unless somebody else has already done so. Null: there is no further work. */
export async function storePatch(
  { pool }: Pick<Database, "pool">,
  { job, seq }: PendingPatch,
  patch: CleanText | null,
): Promise<void> {
  await pool.query(store, [job.id, seq, patch === null ? null : toText(patch)]);
}

/** Returns the patch that the job's next turn continues from. */
export async function loadKeptPatch({ pool }: Pick<Database, "pool">, jobId: string): Promise<string | null> {
  const { rows } = await pool.query<{ patch: string | null }>("select patch from jobs where id = $1", [
    jobId,
  ]);
  return rows[0]?.patch ?? null;
}
