import type pg from "pg";
import type { Client } from "../database.ts";

// A process that stops in the middle of a claim keeps its project from all others: its transaction is ended by the server.
export const claimLimits =
  "set local lock_timeout = '5s'; set local idle_in_transaction_session_timeout = '3s'; set local statement_timeout = '5s'";

export interface OpenProject {
  id: string;
  /** Whether the project limits its open pull requests. */
  isLimited: boolean;
  /** No further pull request may be opened: only jobs that need no new one can be claimed. */
  isFull: boolean;
}

// The project that runs the fewest jobs comes first, then the one whose last claim is longest ago.
const open = `
  from project_load join projects on projects.id = project_id
  where queued > 0 and coalesce(running < (settings ->> 'concurrency')::integer, true)`;

/** Whether any project has a queued job and may run one more. */
export async function hasOpenProject(client: Client | pg.Pool): Promise<boolean> {
  return (await client.query(`select 1 ${open} limit 1`)).rowCount === 1;
}

// A running job that has no pull request yet will open one, so it counts with the open ones.
const pick = `
  select project_id as id, settings ? 'maxOpenPullRequests' as "isLimited",
    coalesce(opening + open_pull_requests >= (settings ->> 'maxOpenPullRequests')::integer, false) as "isFull"
  ${open} and project_id <> all($1::text[])
  order by running, last_claim_at nulls first, project_id limit 1
  for no key update of project_load`;

/**
 * Locks the next project that may run one more job, except these: until the transaction ends nobody else claims in it, and what it
 * counts stays true. Passes over projects in which others claim, and waits for one only when there is no other and the caller holds
 * none. Null: there is none.
 */
export async function lockProject(client: Client, except: readonly string[]): Promise<OpenProject | null> {
  const { rows: free } = await client.query<OpenProject>(`${pick} skip locked`, [except]);
  if (free[0] !== undefined || except.length > 0) return free[0] ?? null;
  const { rows: awaited } = await client.query<OpenProject>(pick, [except]);
  return awaited[0] ?? null;
}
