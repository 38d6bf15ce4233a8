import type { Database } from "../database.ts";
import { guardStore } from "../guard-store.ts";

/** The jobs of a project that have ended while a worker is still at work on them. */
export function findHeldJobs({ pool }: Pick<Database, "pool">, projectId: string): Promise<string[]> {
  return guardStore(async () => {
    const { rows } = await pool.query<{ id: string }>(
      "select id from jobs where project_id = $1 and status <> 'active' and lease is not null",
      [projectId],
    );
    return rows.map(({ id }) => id);
  });
}
