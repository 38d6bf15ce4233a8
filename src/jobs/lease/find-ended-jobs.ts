import type { Database } from "../../store/database.ts";

/** Returns which of these jobs have ended and are held by no worker; leaves out unknown ids. */
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
