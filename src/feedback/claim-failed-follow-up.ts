import type { FailedReason, JobPullRequest } from "../jobs/record.ts";
import type { Database } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import { type HostProject, hostProjectColumns } from "../store/host-project.ts";

/** A failed turn, started by feedback, that has not been reported on its pull request. */
export interface FailedFollowUp extends HostProject {
  jobId: string;
  turn: number;
  reason: FailedReason;
  message: string;
  number: number;
  pullRequest: JobPullRequest | null;
}

// Leased for a minute. Turns cancelled by people are not reported.
const claim = `
  update host_feedback as feedback set due_at = clock_timestamp() + interval '60 seconds'
  from jobs join projects on projects.id = jobs.project_id
  where jobs.id = feedback.job_id and feedback.id = (
    select told.id from host_feedback as told join jobs on jobs.id = told.job_id
    where told.state = 'done' and told.failure_told_at is null and told.due_at <= statement_timestamp()
      and told.created_at > statement_timestamp() - interval '2 days'
      and jobs.turn = told.turn and jobs.status = 'failed' and jobs.reason <> 'cancelled'
    order by told.due_at limit 1 for update of told skip locked)
  returning jobs.id as "jobId", feedback.turn, jobs.reason, jobs.message, feedback.number, jobs.pull_request as "pullRequest", ${hostProjectColumns}`;

/** Claims the one that has waited longest, or returns null. Safe with several concurrent workers. */
export async function claimFailedFollowUp({ pool }: Pick<Database, "pool">): Promise<FailedFollowUp | null> {
  return (await guardStore(() => pool.query<FailedFollowUp>(claim))).rows[0] ?? null;
}

const told =
  "update host_feedback set failure_told_at = clock_timestamp() where job_id = $1 and turn = $2 and state = 'done'";

/** Marks the failure as reported to everyone whose feedback the turn had. */
export async function markFailureTold(
  { pool }: Pick<Database, "pool">,
  { jobId, turn }: Pick<FailedFollowUp, "jobId" | "turn">,
): Promise<void> {
  await guardStore(() => pool.query(told, [jobId, turn]));
}
