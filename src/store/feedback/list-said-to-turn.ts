import type { Database } from "../database.ts";
import { guardStore } from "../guard-store.ts";
import type { Said } from "./feedback-row.ts";

const listSaid = `
  select said from host_feedback where job_id = $1 and turn = $2 and state in ('sent', 'done') order by id`;

/** Everything that was said to one turn of a job, oldest first. */
export async function listSaidToTurn(
  { pool }: Pick<Database, "pool">,
  jobId: string,
  turn: number,
): Promise<Said[]> {
  const { rows } = await guardStore(() => pool.query<{ said: Said }>(listSaid, [jobId, turn]));
  return rows.map(({ said }) => said);
}
