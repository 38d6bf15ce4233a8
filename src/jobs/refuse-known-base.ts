import type { Database } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import type { NewJob } from "./new-job.ts";
import { branchTaken } from "./use-errors.ts";

const lookedAtMax = 100;

const find = `
  select from (
    select base_ref from jobs where project_id = $1 and base_commit is not null
    order by created_at desc, id desc limit ${lookedAtMax}
  ) as newest where base_ref = $2 limit 1`;

/**
 * The job, with a refusal when it chose a branch at which one of the project's newest jobs began. Which
 * branch is the repository's default one is known only once a job has begun there. Throws `unavailable`.
 */
export async function refuseKnownBase(database: Pick<Database, "pool">, job: NewJob): Promise<NewJob> {
  if (!job.hasChosenBranch) return job;
  const { rowCount } = await guardStore(() => database.pool.query(find, [job.projectId, job.branch]));
  return rowCount === 0 ? job : { ...job, branchRefusal: branchTaken() };
}
