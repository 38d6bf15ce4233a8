import type { Database } from "./database.ts";

/** The whole instance's work at this moment. */
export interface InstanceFigures {
  queued: number;
  /** Jobs that wait for the capacity of their project's reviewers. */
  waiting: number;
  running: number;
  openPullRequests: number;
  oldestQueuedSeconds: number;
  oldestWaitingSeconds: number;
  workers: number;
  pendingDeliveries: number;
}

// The counters are kept up to date with every change; the ages come from indexes of waiting rows.
const read = `
  select load.*, coalesce(extract(epoch from clock_timestamp() - (
      select min(queued_at) from jobs where status = 'active' and reason = 'queued')), 0)::double precision as "oldestQueuedSeconds",
    coalesce(extract(epoch from clock_timestamp() - (
      select min(created_at) from jobs where status = 'active' and reason = 'waiting_capacity')), 0)::double precision as "oldestWaitingSeconds",
    (select count(*)::integer from workers where heartbeat_at > clock_timestamp() - interval '10 seconds') as workers,
    (select count(*)::integer from webhook_deliveries where state = 'pending') as "pendingDeliveries"
  from (
    select coalesce(sum(queued), 0)::integer as queued, coalesce(sum(waiting), 0)::integer as waiting,
      coalesce(sum(running), 0)::integer as running, coalesce(sum(open_pull_requests), 0)::integer as "openPullRequests"
    from project_load
  ) as load`;

export async function readInstanceFigures({ pool }: Pick<Database, "pool">): Promise<InstanceFigures> {
  const { rows } = await pool.query<InstanceFigures>(read);
  return rows[0]!;
}
