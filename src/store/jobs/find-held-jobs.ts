import type { Database } from "../database.ts";
import { guardStore } from "../guard-store.ts";

/** A worker that has not been heard of for so long is taken for dead, by other workers as well. */
const silentSeconds = 10;

/** The jobs of a project that have ended while a worker that lives is still at work on them. */
export function findHeldJobs({ pool }: Pick<Database, "pool">, projectId: string): Promise<string[]> {
  return guardStore(async () => {
    const { rows } = await pool.query<{ id: string }>(
      `select jobs.id from jobs join workers on workers.id = jobs.worker_id
       where project_id = $1 and status <> 'active' and lease is not null
         and heartbeat_at > clock_timestamp() - make_interval(secs => ${silentSeconds})`,
      [projectId],
    );
    return rows.map(({ id }) => id);
  });
}
