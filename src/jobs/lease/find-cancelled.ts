import type { Database } from "../../store/database.ts";

/** Returns which of these jobs were cancelled since they were claimed. */
export async function findCancelled(
  { pool }: Pick<Database, "pool">,
  jobIds: readonly string[],
): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    "select id from jobs where id = any($1::text[]) and status = 'failed' and reason = 'cancelled'",
    [jobIds],
  );
  return rows.map(({ id }) => id);
}
