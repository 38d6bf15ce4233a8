import type { Database } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import { retryConflicts } from "../store/retry-conflicts.ts";
import { serviceAuthor } from "../store/service-author.ts";
import { insertEvent, toEventData } from "./insert-event.ts";

const idle = `
  with idle as (
    select found.id from projects
    cross join lateral (
      select now() - make_interval(days => coalesce((projects.settings ->> 'archiveAfterDays')::integer, $1)) as idle_since
    ) as limits
    cross join lateral (
      select id from jobs
      where project_id = projects.id and status in ('completed', 'failed')
        and finished_at < idle_since and updated_at < idle_since
      order by finished_at limit $2
    ) as found limit $2
  ), old as (
    select id from jobs where id in (select id from idle) and status in ('completed', 'failed') for update skip locked
  ), archived as (
    update jobs set status = 'archived', archived_at = clock_timestamp(), updated_at = clock_timestamp(), event_seq = event_seq + 1
    from old where jobs.id = old.id returning jobs.id, jobs.event_seq
  ), events as (
    ${insertEvent({ jobId: "id", seq: "event_seq", kind: "'archived'", data: "$3", author: serviceAuthor }, "from archived")}
  )
  select id from archived`;

const automatic = toEventData("archived", { automatic: true });

/** Archives jobs that have not changed for their project's `archiveAfterDays`; returns how many. */
export function archiveIdleJobs(
  { pool }: Pick<Database, "pool">,
  { daysDefault, limit }: { daysDefault: number; limit: number },
): Promise<number> {
  return guardStore(async () => {
    const { rowCount } = await retryConflicts(() => pool.query(idle, [daysDefault, limit, automatic]));
    return rowCount ?? 0;
  });
}
