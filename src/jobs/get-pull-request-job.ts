import { AppError } from "../errors.ts";
import type { Database } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";

/**
 * Returns the id of the job that opened the pull request, even if the job has opened others since. Throws
 * `pull_request_not_found`, also if the job was deleted.
 */
export async function getPullRequestJob(
  { database }: { database: Pick<Database, "pool"> },
  { projectId, number }: { projectId: string; number: number },
): Promise<string> {
  const { rows } = await guardStore(() => database.pool.query<{ id: string }>(query, [projectId, number]));
  const [found] = rows;
  if (found === undefined) throw new AppError("pull_request_not_found", "There is no such pull request.");
  return found.id;
}

// All of Copydesk's own pull requests are stored; of those on other hosts, only the latest of each job.
const query = `
  select id from (
    select job_id as id, 1 as rank from pull_requests where project_id = $1 and number = $2 and job_id is not null
    union all
    select id, 2 from jobs where project_id = $1 and (pull_request ->> 'number')::integer = $2 and pull_request is not null
  ) found
  order by rank, id
  limit 1`;
