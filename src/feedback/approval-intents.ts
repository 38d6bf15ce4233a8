import type { Actor } from "../audit/actor.ts";
import type { ReviewState } from "../code-hosts/types.ts";
import type { Database } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";

type Deps = { database: Pick<Database, "pool"> };

export interface ApprovalIntent {
  jobId: string;
  projectId: string;
  headCommit: string;
  /** The host's number of approvals beforehand. */
  approvals: number;
  actor: Actor;
  subject: { kind: string; id: string; name?: string };
}

// A person's newest approval replaces an earlier one that was not carried out; else the host would count it.
const insert = `
  with replaced as (delete from approval_intents where job_id = $1 and author = $5)
  insert into approval_intents (job_id, project_id, head_commit, approvals, author, from_address, subject)
  values ($1, $2, $3, $4, $5, $6, $7) returning id`;

/** Records an approval before the code host is asked; returns the intent's id. */
export async function intendApproval({ database }: Deps, intent: ApprovalIntent): Promise<string> {
  const { jobId, projectId, headCommit, approvals, actor, subject } = intent;
  const values = [
    ...[jobId, projectId, headCommit, approvals],
    ...[JSON.stringify(actor.author), actor.from, JSON.stringify(subject)],
  ];
  const { rows } = await guardStore(() => database.pool.query<{ id: string }>(insert, values));
  return rows[0]!.id;
}

export async function isApprovalInDoubt({ database }: Deps, jobId: string): Promise<boolean> {
  const find = "select 1 from approval_intents where job_id = $1 limit 1";
  return (await guardStore(() => database.pool.query(find, [jobId]))).rows.length > 0;
}

/** Deletes the intent after the code host has refused: a later approval there does not come from here. */
export async function forgetApproval({ database }: Deps, id: string): Promise<void> {
  await guardStore(() => database.pool.query("delete from approval_intents where id = $1", [id]));
}

const record = (which: string) => `
  with given as (delete from approval_intents where ${which} returning *), others as (
    update approval_intents set approvals = approvals + 1
    where job_id in (select job_id from given) and id not in (select id from given))
  insert into audit_log (organisation_id, project_id, action, author, from_address, subject, after)
  select organisation_id, project_id, 'pull_request.approved', author, from_address, subject,
    jsonb_build_object('headCommit', head_commit)
  from given join projects on projects.id = project_id`;

const recordOne = record("id = $1");
const recordSeen = record("job_id = $1 and head_commit = $2 and approvals < $3");

/** Writes the audit entry after the code host has approved, unless another process has already written it. */
export async function recordApproval({ database }: Deps, id: string): Promise<void> {
  await guardStore(() => database.pool.query(recordOne, [id]));
}

/** Writes the audit entries of approvals whose process died before it could. */
export async function recordSeenApprovals(
  { database }: Deps,
  jobId: string,
  { headCommit, approvals }: Pick<ReviewState, "headCommit" | "approvals">,
): Promise<void> {
  await guardStore(() => database.pool.query(recordSeen, [jobId, headCommit, approvals]));
}

/** Deletes intents that are older than an hour: any approval after that is somebody else's. */
export async function forgetOldApprovals({ database }: Deps, jobId: string): Promise<void> {
  const old = "job_id = $1 and created_at < clock_timestamp() - interval '1 hour'";
  await guardStore(() => database.pool.query(`delete from approval_intents where ${old}`, [jobId]));
}
