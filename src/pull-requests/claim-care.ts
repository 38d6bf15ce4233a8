import type { JobPullRequest } from "../jobs/record.ts";
import type { Database } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import { type HostProject, hostProjectColumns } from "../store/host-project.ts";
import type { PullRequestSettings } from "../store/project-settings.ts";

/** An open pull request that may need an automatic action. */
export interface CaredPullRequest extends HostProject {
  jobId: string;
  pullRequest: JobPullRequest;
  title: string | null;
  topic: string | null;
  /** Last commit pushed by the job. */
  headCommit: string;
  /** Summary of the whole change; null for jobs from older versions. */
  changed: { files: number; lines: number; paths: string[] } | null;
  /** Number of new problems in the change, as counted by its checks. */
  newProblems: number;
  settings: PullRequestSettings;
  reminderDue: boolean;
  reminderDays: number;
  conflictCommit: string | null;
  model: string;
  /** Number of turns started automatically because of conflicts. */
  mendTurns: number;
}

/** Default if the project sets none: whoever set up a topic is waiting for its pull requests. */
const reminderDaysDefault = 3;

const reminderDays = `
  coalesce((settings #>> '{pullRequests,reminderAfterDays}')::integer,
    case when topic is null then 0 else ${reminderDaysDefault} end)`;

const isReminderDue = `
  (${reminderDays} > 0 and care.reminded_at is null
    and updated_at < statement_timestamp() - make_interval(days => ${reminderDays}))`;

const isMergeWanted = "settings #> '{pullRequests,autoMerge}' is not null";

const pause = `
  case when ${isMergeWanted} then interval '40 seconds' else interval '5 minutes' end
    * power(2, least(coalesce(care.failures, 0), 6))`;

// The first to write its time takes the row, so that two simultaneous claims never get the same one.
const claim = `
  with due as materialized (
    select jobs.id, ${pause} as pause
    from jobs join projects on projects.id = project_id left join pull_request_care as care on job_id = jobs.id
    where pull_request ->> 'state' = 'open' and status <> 'active' and lease is null and head_commit is not null
      and (topic is not null or ${isMergeWanted} or ${isReminderDue})
      and coalesce(looked_at, '-infinity') <= statement_timestamp() - ${pause}
    order by looked_at nulls first, jobs.id limit $1
  ), taken as (
    insert into pull_request_care as care (job_id, looked_at, failures)
    select id, statement_timestamp(), 1 from due order by id
    on conflict (job_id) do update set looked_at = excluded.looked_at, failures = care.failures + 1
      where care.looked_at <= statement_timestamp() - (select due.pause from due where due.id = care.job_id)
    returning job_id, reminded_at, conflict_commit, failures, mend_turns
  )
  select jobs.id as "jobId", ${hostProjectColumns}, pull_request as "pullRequest", coalesce(title, chosen_title) as title, topic, head_commit as "headCommit", changed,
    coalesce((checks ->> 'new')::integer, 0) as "newProblems", coalesce(settings -> 'pullRequests', '{}') as settings,
    ${isReminderDue} as "reminderDue", ${reminderDays} as "reminderDays", conflict_commit as "conflictCommit",
    coalesce(jobs.model, '') as model, mend_turns as "mendTurns"
  from taken as care join jobs on jobs.id = job_id join projects on projects.id = project_id`;

/** Claims the pull requests that are due, at most `limit`; each is reserved until its next time. */
export async function claimCare(
  { pool }: Pick<Database, "pool">,
  limit: number,
): Promise<CaredPullRequest[]> {
  return (await guardStore(() => pool.query<CaredPullRequest>(claim, [limit]))).rows;
}

const settle = `
  update pull_request_care set failures = 0, merge_note = $2, conflict_commit = $3,
    reminded_at = case when $4 then coalesce(reminded_at, clock_timestamp()) else reminded_at end,
    mend_turns = mend_turns + $5
  where job_id = $1`;

/** Stores the outcome of a look. */
export async function settleCare(
  { pool }: Pick<Database, "pool">,
  jobId: string,
  found: { mergeNote: string | null; conflictCommit: string | null; reminded: boolean; mended: boolean },
): Promise<void> {
  const { mergeNote, conflictCommit, reminded, mended } = found;
  await guardStore(() => pool.query(settle, [jobId, mergeNote, conflictCommit, reminded, mended ? 1 : 0]));
}

/** Returns why a pull request is not merged automatically; null if no reason is recorded. */
export async function loadMergeNote({ pool }: Pick<Database, "pool">, jobId: string): Promise<string | null> {
  const find = "select merge_note from pull_request_care where job_id = $1";
  const { rows } = await guardStore(() => pool.query<{ merge_note: string | null }>(find, [jobId]));
  return rows[0]?.merge_note ?? null;
}

/** Returns the job's whole change so far as a unified diff; empty if it is no longer stored. */
export async function loadPatch({ pool }: Pick<Database, "pool">, jobId: string): Promise<string> {
  const find = "select patch from jobs where id = $1";
  const { rows } = await guardStore(() => pool.query<{ patch: string | null }>(find, [jobId]));
  return rows[0]?.patch ?? "";
}
