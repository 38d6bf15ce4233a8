import type { Client, Database } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";

/** A trigger's usage in a calendar month (UTC). */
export interface TriggerUse {
  jobs: number;
  costUsd: number;
}

export const nothingUsed: TriggerUse = { jobs: 0, costUsd: 0 };

const monthOf = "date_trunc('month', clock_timestamp() at time zone 'UTC') at time zone 'UTC'";

const used = `
  with runs as (
    select trigger_id, job_id from trigger_runs
    where trigger_id = any($1) and state <> 'refused' and created_at >= ${monthOf}
  )
  select id, (select count(*) from runs where trigger_id = id)::integer as jobs,
    (select coalesce(sum((usage ->> 'costUsd')::double precision), 0) from jobs
      where jobs.id in (select job_id from runs where trigger_id = asked.id)) as "costUsd"
  from unnest($1::text[]) as asked (id)`;

/** Loads the current month's usage by trigger id. */
export async function loadTriggerUse(
  client: Client | Database["pool"],
  ids: readonly string[],
): Promise<Map<string, TriggerUse>> {
  const { rows } = await guardStore(() => client.query<TriggerUse & { id: string }>(used, [ids]));
  return new Map(rows.map(({ id, jobs, costUsd }) => [id, { jobs, costUsd }]));
}
