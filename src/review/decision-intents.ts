import type { Actor } from "../audit/actor.ts";
import type { Database } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import type { ReviewJob } from "./load-review-job.ts";

type Deps = { database: Pick<Database, "pool"> };

export interface DecisionIntent {
  state: "merged" | "closed";
  actor: Actor;
  after: Readonly<Record<string, unknown>>;
}

// The newest decision replaces one that was not carried out; otherwise the state would have changed.
const insert = `
  insert into decision_intents (job_id, project_id, state, author, from_address, subject, before, after)
  values ($1, $2, $3, $4, $5, $6, $7, $8)
  on conflict (job_id) do update set state = excluded.state, author = excluded.author,
    from_address = excluded.from_address, subject = excluded.subject, before = excluded.before,
    after = excluded.after, created_at = excluded.created_at`;

/**
 * Records a decision before the code host is asked. `setPullRequestState` writes its audit entry, in
 * whichever process learns of the new state.
 */
export async function intendDecision(
  { database }: Deps,
  job: ReviewJob,
  { state, actor, after }: DecisionIntent,
): Promise<void> {
  const values = [
    ...[job.id, job.projectId, state, JSON.stringify(actor.author), actor.from],
    ...[
      JSON.stringify(subjectOf(job)),
      JSON.stringify({ state: job.pullRequest!.state }),
      JSON.stringify({ state, ...after }),
    ],
  ];
  await guardStore(() => database.pool.query(insert, values));
}

/** Returns the audit log's subject for decisions about the job's pull request. */
export function subjectOf({ pullRequest, title }: ReviewJob): { kind: string; id: string; name?: string } {
  return { kind: "pull_request", id: pullRequest!.url, ...(title !== null && { name: title }) };
}

/**
 * Deletes the intent after the code host has refused: later changes of the pull request do not come from
 * here.
 */
export async function forgetDecision({ database }: Deps, { id }: ReviewJob): Promise<void> {
  await guardStore(() => database.pool.query("delete from decision_intents where job_id = $1", [id]));
}
