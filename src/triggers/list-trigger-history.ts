import { z } from "zod";
import { parseInput } from "../schemas/parse-input.ts";
import type { Database } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import type { TriggerEvent } from "./trigger-event.ts";
import { loadTriggerRow, type TriggerAddress } from "./trigger-rows.ts";
import type { triggerHistory } from "./trigger-schema.ts";

export const listTriggerHistoryInput = z.strictObject({
  limit: z.coerce.number().int("must be a whole number").min(1).max(100).default(50),
  cursor: z
    .string()
    .regex(/^\d{1,18}$/, "must be the nextCursor of a page")
    .optional(),
});

interface HistoryRow {
  id: string;
  deliveryId: string;
  at: Date;
  event: TriggerEvent;
  state: string;
  note: string;
  jobId: string | null;
}

const list = `
  select events.id::text, delivery_id as "deliveryId", events.created_at as at, event,
    case when events.state = 'taken' then coalesce(runs.state, 'started') else events.state end as state,
    case when events.note = '' then coalesce(runs.note, '') else events.note end as note, job_id as "jobId"
  from trigger_events as events left join trigger_runs as runs on runs.id = run_id
  where events.trigger_id = $1 and ($2::bigint is null or events.id < $2)
  order by events.id desc limit $3`;

/**
 * Lists a trigger's events and their outcomes, newest first. Throws `trigger_not_found`, `invalid_request`.
 */
export async function listTriggerHistory(
  { database }: { database: Database },
  address: TriggerAddress,
  input: unknown = {},
): Promise<z.output<typeof triggerHistory>> {
  const { limit, cursor = null } = parseInput(listTriggerHistoryInput, input);
  await loadTriggerRow(database.pool, address);
  const values = [address.triggerId, cursor, limit];
  const { rows } = await guardStore(() => database.pool.query<HistoryRow>(list, values));
  const data = rows.map((row) => ({ ...row, at: row.at.toISOString() })) as z.output<
    typeof triggerHistory
  >["data"];
  return { data, nextCursor: data.length === limit ? data.at(-1)!.id : null };
}
