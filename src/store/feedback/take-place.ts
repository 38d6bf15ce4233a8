import { lockFor } from "../advisory-locks.ts";
import { type Database, inTransaction } from "../database.ts";
import { guardStore } from "../guard-store.ts";
import { followUpsPerDay } from "./feedback-row.ts";

const lock = lockFor("feedbackPlaces");

const take = `
  update host_feedback as feedback set taken_at = coalesce(taken_at, clock_timestamp())
  where id = $1 and state = 'pending' and (taken_at is not null or ${followUpsPerDay} > (
    select count(*) from host_feedback as other
    where other.job_id = feedback.job_id and other.taken_at > clock_timestamp() - interval '24 hours'
      and (other.turn is not null or other.state = 'pending')))
  returning taken_at < clock_timestamp() - interval '23 hours' as "isOld"`;

/**
 * Gives pending feedback one of its job's places of the day; the one it has stays its own. `old`: it was
 * taken so long ago that the message's idempotency key may have been forgotten.
 */
export function takePlace(
  database: Database,
  { id, jobId }: { id: number; jobId: string },
): Promise<"taken" | "old" | "none"> {
  return guardStore(() =>
    inTransaction(database, async (client) => {
      await client.query(lock, [jobId]);
      const { rows } = await client.query<{ isOld: boolean }>(take, [id]);
      if (rows[0] === undefined) return "none";
      return rows[0].isOld ? "old" : "taken";
    }),
  );
}
