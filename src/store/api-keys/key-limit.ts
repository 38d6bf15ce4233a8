import type { Client } from "../database.ts";

export const keysPerHour = 10;

/** Creates of one project exclude each other until the transaction ends, so that the limit is exact. */
const lock = "select 1 from projects where id = $1 for no key update";

const count = `
  select count(*)::integer as n from api_keys
  where project_id = $1 and created_at > statement_timestamp() - interval '60 minutes'`;

/** Whether the project may have one more key in this hour; false also for a project that is not there. */
export async function mayMakeKey(client: Client, projectId: string): Promise<boolean> {
  await client.query(lock, [projectId]);
  const { rows } = await client.query<{ n: number }>(count, [projectId]);
  return rows[0]!.n < keysPerHour;
}
