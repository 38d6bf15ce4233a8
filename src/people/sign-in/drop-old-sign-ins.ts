import type { Database } from "../../store/database.ts";
import { windowMinutes } from "./note-attempt.ts";

/**
 * Deletes expired sessions, links, codes and tokens, unused applications, and attempts that no longer count.
 */
export async function dropOldSignIns({ database }: { database: Pick<Database, "pool"> }): Promise<void> {
  const { pool } = database;
  await pool.query(
    "delete from sign_in_attempts where since < clock_timestamp() - make_interval(mins => $1)",
    [windowMinutes],
  );
  await pool.query("delete from sessions where expires_at < clock_timestamp()");
  await pool.query("delete from application_codes where expires_at < clock_timestamp() - interval '1 day'");
  await pool.query("delete from application_tokens where expires_at < clock_timestamp()");
  await pool.query(
    `delete from applications where created_at < clock_timestamp() - interval '30 days'
     and not exists (select from sessions where application_id = applications.id)`,
  );
  await pool.query("delete from sign_in_links where expires_at < clock_timestamp() - interval '7 days'");
  await pool.query("delete from verifications where expires_at < clock_timestamp()");
  await pool.query("delete from share_links where expires_at < clock_timestamp() - interval '30 days'");
}
