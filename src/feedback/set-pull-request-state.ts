import { insertEvent, toEventData } from "../jobs/insert-event.ts";
import type { JobPullRequest } from "../jobs/record.ts";
import { feedbackChannel } from "../store/channels.ts";
import type { Client, Database } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";

// A merge is final: no host reverts one. A running turn has its own lease and events; neither is touched.
const change = `
  with job as (
    update jobs set pull_request = jsonb_set(pull_request, '{state}', to_jsonb($3::text)),
      event_seq = event_seq + 1, updated_at = clock_timestamp(),
      branch_delete_tries = 0,
      branch_deleted_at = case when $3 = 'open' then branch_deleted_at end,
      branch_delete_due_at = case
        when $3 <> 'open' and (projects.settings #>> '{pullRequests,deleteBranch}')::boolean then clock_timestamp() end
    from projects
    where jobs.id = $1 and projects.id = jobs.project_id and (pull_request ->> 'number')::integer = $2
      and pull_request ->> 'state' not in ('merged', $3)
    returning jobs.id, event_seq, projects.host
  ), event as (
    ${insertEvent({ jobId: "id", seq: "event_seq", kind: "'pull_request_state'", data: "$4", author: "jsonb_build_object('kind', 'code_host', 'host', host)" }, "from job")}
  )
, decided as (
    delete from decision_intents where job_id in (select id from job) returning *
  ), audited as (
    insert into audit_log (organisation_id, project_id, action, author, from_address, subject, before, after)
    select organisation_id, project_id, 'pull_request.' || state, author, from_address, subject, before,
      after || jsonb_strip_nulls(jsonb_build_object('mergeCommit', $5::text))
    from decided join projects on projects.id = project_id
    where state = $3 and decided.created_at > clock_timestamp() - interval '1 hour'
  )
  select pg_notify('${feedbackChannel}', '') from job`;

/**
 * Records the new state of a job's pull request; returns false if it is already recorded, was merged before,
 * or is no longer the job's. A decision made here in the past hour is audited along with it. If the project
 * wants it, the branch is scheduled for deletion after a merge or close.
 */
export async function setPullRequestState(
  { pool }: { pool: Client | Database["pool"] },
  { jobId, number }: { jobId: string; number: number },
  state: JobPullRequest["state"],
  mergeCommit: string | null = null,
): Promise<boolean> {
  const { rows } = await guardStore(() =>
    pool.query(change, [
      ...[jobId, number, state, toEventData("pull_request_state", { number, state })],
      mergeCommit,
    ]),
  );
  return rows.length > 0;
}
