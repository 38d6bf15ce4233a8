import { batchLoads } from "../store/batch-calls.ts";
import type { Database } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import type { LimitedOperation, Uses } from "./new-job.ts";

/** Limit for creates of one project in any 60 minutes, and for messages. */
export const usesPerHour = 100;

/** Returns the state of the limit to tell a client. */
export function toUses(
  { used, resetSeconds }: { used: number; resetSeconds: number },
  policy: LimitedOperation,
): Uses {
  return { policy, limit: usesPerHour, left: Math.max(0, usesPerHour - used), resetSeconds };
}

export type LoadUses = (projectId: string) => Promise<Uses | undefined>;

const countUses = `
  with clock as materialized (select clock_timestamp() as now)
  select project_id, count(*)::integer as used,
    ceil(extract(epoch from min(used_at) + interval '60 minutes' - min(clock.now)))::integer as "resetSeconds"
  from clock join rate_uses on used_at > clock.now - interval '60 minutes'
  where project_id = any($1::text[]) and operation = $2
  group by project_id`;

/** Loads the state of a project's limit, for display only: another create may change it at once. */
export function createUsesLoader({ pool }: Pick<Database, "pool">, policy: LimitedOperation): LoadUses {
  return batchLoads(
    (projectIds) =>
      guardStore(async () => {
        const { rows } = await pool.query(countUses, [projectIds, policy]);
        const uses = new Map<string, Uses>(projectIds.map((id) => [id, toUses(unused, policy)]));
        for (const row of rows) uses.set(row.project_id, toUses(row, policy));
        return uses;
      }),
    { maxBatch: 100, maxInFlight: 1 },
  );
}

const unused = { used: 0, resetSeconds: 3600 };
