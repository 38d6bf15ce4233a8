import { batchLoads } from "../batch-calls.ts";
import type { Database } from "../database.ts";
import { guardStore } from "../guard-store.ts";
import { createsPerHour } from "./admit-jobs.ts";
import type { Uses } from "./new-job.ts";

export type LoadUses = (projectId: string) => Promise<Uses | undefined>;

const countUses = `
  with clock as materialized (select clock_timestamp() as now)
  select project_id, count(*)::integer as used,
    ceil(extract(epoch from min(used_at) + interval '60 minutes' - min(clock.now)))::integer as reset_seconds
  from clock join rate_uses on used_at > clock.now - interval '60 minutes'
  where project_id = any($1::text[]) and operation = 'create'
  group by project_id`;

/** The state of a project's limit, to be shown: another create may change it at once. */
export function createUsesLoader({ pool }: Pick<Database, "pool">): LoadUses {
  return batchLoads(
    (projectIds) =>
      guardStore(async () => {
        const { rows } = await pool.query(countUses, [projectIds]);
        const uses = new Map<string, Uses>(projectIds.map((id) => [id, unused]));
        for (const row of rows) uses.set(row.project_id, toUses(row));
        return uses;
      }),
    { maxBatch: 100, maxInFlight: 1 },
  );
}

const unused: Uses = { limit: createsPerHour, left: createsPerHour, resetSeconds: 3600 };

function toUses({ used, reset_seconds }: { used: number; reset_seconds: number }): Uses {
  return { limit: createsPerHour, left: Math.max(0, createsPerHour - used), resetSeconds: reset_seconds };
}
