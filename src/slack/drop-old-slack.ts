import type { Database } from "../store/database.ts";

const old = "clock_timestamp() - interval '30 days'";

/** Deletes settled events and posts that are too old to be sent or said again. */
export async function dropOldSlack({ pool }: Pick<Database, "pool">): Promise<void> {
  await pool.query(`delete from slack_events where state <> 'waiting' and created_at < ${old}`);
  await pool.query(`delete from slack_posts where posted_ts is not null and reserved_at < ${old}`);
}
