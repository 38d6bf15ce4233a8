import type { Database } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";

// Rows that a create is replacing are left to the next round instead of being waited for.
const dropExpired = `
  delete from idempotency_keys where ctid = any(array(
    select ctid from idempotency_keys where created_at <= statement_timestamp() - interval '24 hours'
    order by created_at limit 1000 for update skip locked
  ))`;

/** Deletes idempotency keys older than 24 h, at most 1,000 per call; returns how many. */
export async function dropExpiredKeys({ pool }: Pick<Database, "pool">): Promise<number> {
  const { rowCount } = await guardStore(() => pool.query(dropExpired));
  return rowCount ?? 0;
}
