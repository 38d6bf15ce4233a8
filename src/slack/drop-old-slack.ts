import type { Database } from "../store/database.ts";

/** Removes what was settled so long ago that nobody sends it again. */
export async function dropOldSlack({ pool }: Pick<Database, "pool">): Promise<void> {
  await pool.query(
    "delete from slack_events where state <> 'waiting' and created_at < clock_timestamp() - interval '30 days'",
  );
}
