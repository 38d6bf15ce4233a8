import type { Database } from "../../store/database.ts";
import { guardStore } from "../../store/guard-store.ts";
import type { TriggerRow } from "../trigger-rows.ts";

/** A trigger whose context repository is due for a look. */
export interface WatchedSource {
  trigger: TriggerRow;
  /** State at the previous look, by full ref names; null for the first look. */
  seen: { repository: string; refs: Record<string, string> } | null;
}

type Claimed = TriggerRow & { repository: string | null; refs: Record<string, string> | null };

const pause = "interval '1 minute' * power(2, least(coalesce(sources.failures, 0), 6))";

// The first to write its time takes the row, so that two simultaneous claims never get the same one.
const claim = `
  with due as materialized (
    select triggers.id, ${pause} as pause
    from triggers left join trigger_sources as sources on trigger_id = triggers.id
    where settings ? 'source' and coalesce(looked_at, '-infinity') <= statement_timestamp() - ${pause}
    order by looked_at nulls first, triggers.id limit 1
  ), taken as (
    insert into trigger_sources as sources (trigger_id, looked_at, failures)
    select id, statement_timestamp(), 1 from due
    on conflict (trigger_id) do update set looked_at = excluded.looked_at, failures = sources.failures + 1
      where sources.looked_at <= statement_timestamp() - (select pause from due where due.id = sources.trigger_id)
    returning trigger_id, repository, refs
  )
  select triggers.*, repository, taken.refs from taken join triggers on id = trigger_id`;

/** Claims the next one, with a lease of one minute. */
export async function claimSource({ pool }: Pick<Database, "pool">): Promise<WatchedSource | null> {
  const { rows } = await guardStore(() => pool.query<Claimed>(claim));
  if (rows[0] === undefined) return null;
  const { repository, refs, ...trigger } = rows[0];
  return { trigger, seen: repository === null || refs === null ? null : { repository, refs } };
}
