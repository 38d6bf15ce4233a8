import type { JobPullRequest } from "../jobs/record.ts";
import type { Database } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import { type HostProject, hostProjectColumns } from "../store/host-project.ts";
import type { FeedbackSettings } from "../store/project-settings.ts";
import type { Said } from "./feedback-row.ts";

/** Feedback leased to a worker, with the current state of its job and project. */
export interface ClaimedFeedback extends HostProject {
  id: number;
  jobId: string;
  /** Number of the pull request that it is about. */
  number: number;
  said: Said;
  state: "pending" | "sent";
  messageKey: string;
  turn: number | null;
  failures: number;
  followUps: FeedbackSettings["followUps"];
  pullRequest: JobPullRequest | null;
}

/** Duration of the lease; if the worker dies, another one takes over afterwards. */
const claimSeconds = 60;

const claim = `
  update host_feedback as feedback set due_at = clock_timestamp() + make_interval(secs => ${claimSeconds})
  from jobs join projects on projects.id = jobs.project_id
  where jobs.id = feedback.job_id and feedback.id = (
    select id from host_feedback where state in ('pending', 'sent') and due_at <= statement_timestamp()
    order by due_at, id limit 1 for update skip locked)
  returning feedback.id, feedback.job_id as "jobId", feedback.number, feedback.said,
    feedback.state, feedback.message_key as "messageKey", feedback.turn, feedback.failures,
    coalesce(projects.settings #>> '{feedback,followUps}', 'off') as "followUps", jobs.pull_request as "pullRequest", ${hostProjectColumns}`;

/** Claims the feedback that has been due longest, or returns null. Safe with several concurrent workers. */
export async function claimFeedback({ pool }: Pick<Database, "pool">): Promise<ClaimedFeedback | null> {
  const { rows } = await guardStore(() => pool.query<ClaimedFeedback>(claim));
  return rows[0] ?? null;
}

const listSaid = `
  select said from host_feedback where job_id = $1 and turn = $2 and state in ('sent', 'done') order by id`;

/** Lists everything that was said to one turn of a job, oldest first. */
export async function listSaidToTurn(
  { pool }: Pick<Database, "pool">,
  jobId: string,
  turn: number,
): Promise<Said[]> {
  const { rows } = await guardStore(() => pool.query<{ said: Said }>(listSaid, [jobId, turn]));
  return rows.map(({ said }) => said);
}
