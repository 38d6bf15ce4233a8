import type { Database } from "../database.ts";
import { guardStore } from "../guard-store.ts";

export interface OpenPullRequest {
  /** Of the job. */
  id: string;
  projectId: string;
  repository: string;
  host: string;
  hostUrl: string | null;
  /** Encrypted. */
  credentials: string | null;
  number: number;
}

const list = `
  select jobs.id, jobs.project_id as "projectId", jobs.repository, projects.host, projects.host_url as "hostUrl", projects.credentials,
    (jobs.pull_request ->> 'number')::integer as number
  from jobs join projects on projects.id = jobs.project_id
  where jobs.project_id = any($1::text[]) and jobs.pull_request ->> 'state' = 'open'`;

export function listOpenPullRequests(
  { pool }: Pick<Database, "pool">,
  projectIds: readonly string[],
): Promise<OpenPullRequest[]> {
  return guardStore(async () => (await pool.query<OpenPullRequest>(list, [projectIds])).rows);
}

const update = `
  update jobs set pull_request = jsonb_set(pull_request, '{state}', to_jsonb($3::text)), updated_at = clock_timestamp()
  where id = $1 and (pull_request ->> 'number')::integer = $2`;

export async function setPullRequestState(
  { pool }: Pick<Database, "pool">,
  { id, number }: Pick<OpenPullRequest, "id" | "number">,
  state: "merged" | "closed",
): Promise<void> {
  await guardStore(() => pool.query(update, [id, number, state]));
}
