import type { Database } from "../../store/database.ts";

/**
 * Which of these jobs have ended and are no longer held by any worker; ids that the store does not know are
 * not among them.
 */
export async function findEndedJobs(
  { pool }: Pick<Database, "pool">,
  jobIds: readonly string[],
): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    "select id from jobs where id = any($1::text[]) and status <> 'active' and lease is null",
    [jobIds],
  );
  return rows.map(({ id }) => id);
}
