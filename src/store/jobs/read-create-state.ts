import type { Client } from "../database.ts";

export interface ProjectState {
  id: string;
  repository: string;
  ref: string | null;
  model: string | null;
  /** Of the models, those that the project allows; null: all. */
  models: string[] | null;
  used: number;
  resetSeconds: number;
  /** The instant of counting with microseconds: what is used now leaves the window exactly 60 minutes later. */
  usedAt: string;
  /** The same instant in milliseconds. */
  createdAt: Date;
}

// Locks are taken in one order, so that two batches with the same projects never wait for each other.
const lockProjects = `
  select pg_advisory_xact_lock(lock) from (
    select distinct hashtextextended(id, 7302) as lock from unnest($1::text[]) as id order by lock
  ) as locks`;

const countUses = `
  with clock as materialized (select clock_timestamp() as now)
  select projects.id, projects.repository, projects.ref, projects.model, projects.settings -> 'models' as models,
    uses.used::integer as "used",
    ceil(extract(epoch from coalesce(uses.oldest, clock.now) + interval '60 minutes' - clock.now))::integer as "resetSeconds",
    clock.now::text as "usedAt", date_trunc('milliseconds', clock.now) as "createdAt"
  from clock cross join projects cross join lateral (
    select count(*) as used, min(used_at) as oldest from rate_uses
    where project_id = projects.id and operation = $2 and used_at > clock.now - interval '60 minutes'
  ) as uses
  where projects.id = any($1::text[])`;

/**
 * Locks the projects for the transaction and counts their uses of the last 60 minutes by the clock of the database. Until
 * the transaction ends nobody else creates in these projects.
 */
export async function lockAndCountUses(
  client: Client,
  projectIds: string[],
  operation: string,
): Promise<Map<string, ProjectState>> {
  await client.query(lockProjects, [projectIds]);
  const { rows } = await client.query<ProjectState>(countUses, [projectIds, operation]);
  return new Map(rows.map((row) => [row.id, row]));
}

export interface KeptAnswer {
  requestHash: Buffer;
  jobId: string;
  answer: string;
}

const keptAnswers = `
  select project_id, key, request_hash, job_id, response
  from idempotency_keys
  join unnest($1::text[], $2::text[]) as wanted (project_id, key) using (project_id, key)
  where operation = $3 and created_at > clock_timestamp() - interval '24 hours'`;

/** The answers that are kept for these idempotency keys, by `projectId key`. */
export async function readKeptAnswers(
  client: Client,
  wanted: { projectId: string; key: string }[],
  operation: string,
): Promise<Map<string, KeptAnswer>> {
  if (wanted.length === 0) return new Map();
  const { rows } = await client.query(keptAnswers, [
    wanted.map(({ projectId }) => projectId),
    wanted.map(({ key }) => key),
    operation,
  ]);
  return new Map(
    rows.map((row) => [
      `${row.project_id} ${row.key}`,
      { requestHash: row.request_hash, jobId: row.job_id, answer: row.response },
    ]),
  );
}
