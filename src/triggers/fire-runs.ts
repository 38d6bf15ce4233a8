import { type AppError, isAppError } from "../errors.ts";
import type { Author } from "../jobs/author.ts";
import { type CreateJobDeps, createJob } from "../jobs/create-job.ts";
import { findOverlaps } from "../jobs/find-overlaps.ts";
import type { Database } from "../store/database.ts";

export interface FireDeps extends CreateJobDeps {
  database: Database;
  /** Returns the author for a trigger's jobs; its name may contain anything. */
  authorOf(trigger: { id: string; name: string; projectId: string }): Promise<Author>;
}

interface DueRun {
  id: string;
  triggerId: string;
  name: string;
  projectId: string;
  /** Body of the request that creates the job. */
  body: { prompt: string; topic?: string };
  isOld: boolean;
}

const leaseSeconds = 30;

// Idempotency keys are kept for 24 hours: after 23 nothing is sent again.
const claim = `
  update trigger_runs set due_at = clock_timestamp() + interval '${leaseSeconds} seconds'
  where id = (
    select trigger_runs.id from trigger_runs
    join triggers on triggers.id = trigger_id join projects on projects.id = project_id
    where state = 'due' and due_at <= clock_timestamp() and not triggers_are_stopped(triggers_stopped_at)
    order by due_at limit 1 for no key update of trigger_runs skip locked)
  returning id, trigger_id as "triggerId", body, created_at < clock_timestamp() - interval '23 hours' as "isOld",
    (select name from triggers where triggers.id = trigger_id) as name,
    (select project_id from triggers where triggers.id = trigger_id) as "projectId"`;

const settle =
  "update trigger_runs set state = $2, note = $3, job_id = coalesce($4, job_id) where id = $1 and state = 'due'";

const wait = `
  update trigger_runs set note = $2, due_at = clock_timestamp() + make_interval(secs => $3)
  where id = $1 and state = 'due'`;

/**
 * Creates the jobs of all due runs. A run's id is the idempotency key of its job: if a worker dies in
 * between, the next one repeats the run, and there is still only one job.
 */
export async function fireRuns(deps: FireDeps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const { rows } = await deps.database.pool.query<DueRun>(claim);
    if (rows[0] === undefined) return;
    await fire(deps, rows[0]);
  }
}

async function fire(deps: FireDeps, run: DueRun): Promise<void> {
  const { pool } = deps.database;
  const { id, triggerId, name, projectId, body, isOld } = run;
  if (isOld) {
    await pool.query(settle, [id, "refused", "it has waited for more than 23 hours", null]);
    return;
  }
  try {
    const author = await deps.authorOf({ id: triggerId, name, projectId });
    const warning = await warnOfOverlaps(deps, projectId, body);
    const { jobId, joined } = await createJob(deps, projectId, body, { author, idempotencyKey: id });
    await pool.query(settle, [id, joined ? "joined" : "started", warning, jobId]);
  } catch (error) {
    if (!isAppError(error)) throw error;
    const seconds = waitOf(error);
    if (seconds === null) await pool.query(settle, [id, "refused", error.message, null]);
    else await pool.query(wait, [id, error.message, seconds]);
  }
}

const overlapsNamedMax = 5;

/**
 * Returns a note about other open pull requests that change pages named in the prompt, or an empty text.
 * Skips the one of the run's own topic, to which its work goes.
 */
async function warnOfOverlaps(
  { database }: FireDeps,
  projectId: string,
  { prompt, topic }: DueRun["body"],
): Promise<string> {
  const { data } = await findOverlaps({ database }, projectId, { prompt });
  const { rows } = await database.pool.query<{ id: string }>(
    "select id from jobs where project_id = $1 and topic = $2 and id = any ($3::text[])",
    [projectId, topic ?? null, data.map(({ jobId }) => jobId)],
  );
  const own = new Set(rows.map(({ id }) => id));
  const others = data.filter(({ jobId }) => !own.has(jobId));
  if (others.length === 0) return "";
  const links = others.slice(0, overlapsNamedMax).map(({ prLink }) => prLink);
  const rest = others.length > links.length ? `, and ${others.length - links.length} more` : "";
  return `the same pages are changed in ${links.join(", ")}${rest}`;
}

/** Returns null if waiting does not help. */
function waitOf({ code, details }: AppError): number | null {
  const again: readonly string[] = [
    "rate_limited",
    "budget_exceeded",
    "idempotency_in_flight",
    "unavailable",
  ];
  return again.includes(code) ? Math.min(3_600, Number(details.retryAfterSeconds ?? 0)) + 5 : null;
}
