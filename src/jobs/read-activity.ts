import type { Database } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import { activeJobs } from "./active-jobs.ts";
import type { Activity } from "./activity-schema.ts";

const jobsMax = 100;
const promptCharactersMax = 200;

const mine = (column: string) => `($1::text[] is null or ${column} = any ($1::text[]))`;

const readQueue = `
  select coalesce(sum(queued), 0)::integer as queued, coalesce(sum(waiting), 0)::integer as "waitingCapacity",
    coalesce(sum(running), 0)::integer as running, coalesce(sum(open_pull_requests), 0)::integer as "openPullRequests",
    coalesce(extract(epoch from clock_timestamp() - (
      select min(queued_at) from jobs where status = 'active' and reason = 'queued' and ${mine("jobs.project_id")}
    )), 0)::integer as "oldestQueuedSeconds"
  from project_load where ${mine("project_id")}`;

const readWorkers = `
  select id, to_char(started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "startedAt",
    greatest(0, extract(epoch from clock_timestamp() - heartbeat_at))::integer as "aliveSeconds",
    (select count(*)::integer from jobs where worker_id = workers.id and status = 'active') as running
  from workers order by started_at, id`;

const readHour = `
  select (select count(*)::integer from jobs where created_at > statement_timestamp() - interval '1 hour' and ${mine("project_id")}) as created,
    count(*) filter (where status = 'completed')::integer as completed,
    count(*) filter (where status = 'failed')::integer as failed,
    coalesce(sum((usage ->> 'inputTokens')::bigint + (usage ->> 'outputTokens')::bigint), 0)::float8 as tokens,
    sum((usage ->> 'costUsd')::float8) as "costUsd"
  from projects join jobs on jobs.project_id = projects.id
  where jobs.status <> 'active' and finished_at > statement_timestamp() - interval '1 hour' and ${mine("projects.id")}`;

const readJobs = `
  select jobs.id, project_id as "projectId", projects.name as "projectName", jobs.model, reason, turn,
    left(coalesce(turn_prompt, prompt), ${promptCharactersMax}) as prompt,
    coalesce((select kind from job_events where job_id = jobs.id order by seq desc limit 1), 'created') as "lastEvent",
    greatest(0, extract(epoch from clock_timestamp() -
      case when reason = 'running' then coalesce(turn_started_at, queued_at) else queued_at end))::integer as "sinceSeconds",
    (usage ->> 'steps')::integer as steps,
    ((usage ->> 'inputTokens')::bigint + (usage ->> 'outputTokens')::bigint)::float8 as tokens,
    (usage ->> 'costUsd')::float8 as "costUsd"
  from ${activeJobs} as jobs join projects on projects.id = jobs.project_id
  where ${mine("jobs.project_id")}
  order by reason = 'running' desc, queued_at, jobs.id limit ${jobsMax}`;

/** Returns the current work of these projects and the workers that do it; null: all projects. */
export async function readActivity(
  { database }: { database: Pick<Database, "pool"> },
  projectIds: readonly string[] | null,
): Promise<Activity> {
  const ask = async <Row>(text: string, values: unknown[] = [projectIds]) =>
    (await guardStore(() => database.pool.query<Row & Record<string, unknown>>(text, values))).rows as Row[];
  const [queue] = await ask<Activity["queue"]>(readQueue);
  const [lastHour] = await ask<Activity["lastHour"]>(readHour);
  const workers = await ask<Activity["workers"][number]>(readWorkers, []);
  const jobs = await ask<Activity["jobs"][number]>(readJobs);
  return { queue: queue!, workers, lastHour: lastHour!, jobs };
}
