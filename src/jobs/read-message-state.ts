import { lockFor } from "../store/advisory-locks.ts";
import type { Client } from "../store/database.ts";

export interface ProjectState {
  /** The models that the project allows; null: all. */
  models: string[] | null;
  used: number;
  resetSeconds: number;
  /** Time of the count, with microseconds: a use now leaves the window exactly 60 minutes later. */
  usedAt: string;
}

const lockProject = lockFor("projectUses");

const countUses = `
  with clock as materialized (select clock_timestamp() as now)
  select projects.settings -> 'models' as models, uses.used::integer as "used",
    ceil(extract(epoch from coalesce(uses.oldest, clock.now) + interval '60 minutes' - clock.now))::integer as "resetSeconds",
    clock.now::text as "usedAt"
  from clock cross join projects cross join lateral (
    select count(*) as used, min(used_at) as oldest from rate_uses
    where project_id = projects.id and operation = $2 and used_at > clock.now - interval '60 minutes'
  ) as uses
  where projects.id = $1`;

/**
 * Locks the project for the transaction and counts its uses of the last 60 minutes by the database's clock.
 * Nobody else can use the project's limit until the transaction ends.
 */
export async function lockAndCountUses(
  client: Client,
  projectId: string,
  operation: string,
): Promise<ProjectState | undefined> {
  await client.query(lockProject, [projectId]);
  const { rows } = await client.query<ProjectState>(countUses, [projectId, operation]);
  return rows[0];
}

export interface KeptAnswer {
  requestHash: Buffer;
  jobId: string;
  answer: string;
  /** True if the request added a turn to an existing job. */
  joined: boolean;
}

const keptAnswer = `
  select request_hash as "requestHash", job_id as "jobId", response as answer, joined from idempotency_keys
  where project_id = $1 and key = $2 and operation = $3 and created_at > clock_timestamp() - interval '24 hours'`;

/** Returns the answer that is kept for an idempotency key. */
export async function readKeptAnswer(
  client: Client,
  { projectId, key }: { projectId: string; key: string },
  operation: string,
): Promise<KeptAnswer | undefined> {
  const { rows } = await client.query<KeptAnswer>(keptAnswer, [projectId, key, operation]);
  return rows[0];
}
