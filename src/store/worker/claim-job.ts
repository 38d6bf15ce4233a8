import { randomUUID } from "node:crypto";
import type { Budget } from "../../jobs/record.ts";
import { type Database, inTransaction } from "../database.ts";
import type { EntryAttempt, Queue } from "../queue/queue.ts";

/** A job that this worker runs. Every write for it carries the lease; a later claim makes the lease worthless. */
export interface ClaimedJob {
  id: string;
  projectId: string;
  prompt: string;
  mode: "pull_request" | "preview";
  asDraft: boolean;
  paths: string[];
  budget: Budget;
  repository: string;
  baseRef: string | null;
  branch: string;
  model: string;
  host: string;
  projectPaths: string[];
  crashCount: number;
  createdAt: Date;
  lease: string;
  attempt: EntryAttempt;
}

interface ClaimRow {
  id: string;
  project_id: string;
  prompt: string;
  mode: "pull_request" | "preview";
  as_draft: boolean;
  paths: string[];
  budget: Budget;
  repository: string;
  base_ref: string | null;
  branch: string;
  model: string;
  host: string;
  settings: { paths?: string[] };
  crash_count: number;
  created_at: Date;
}

// A lease that is still set means that the worker before this one never gave the job back: it crashed.
const claim = `
  update jobs set worker_id = $2, lease = $3, reason = 'running',
    crash_count = crash_count + (lease is not null)::integer,
    started_at = coalesce(started_at, clock_timestamp()), updated_at = clock_timestamp()
  from projects
  where jobs.id = $1 and jobs.status = 'active' and projects.id = jobs.project_id
  returning jobs.id, jobs.project_id, jobs.prompt, jobs.mode, jobs.as_draft, jobs.paths, jobs.budget, jobs.repository,
    jobs.base_ref, jobs.branch, jobs.model, projects.host, projects.settings, jobs.crash_count, jobs.created_at`;

/** Takes the next queued job for the worker, or null when there is none. */
export function claimJob(
  deps: { database: Database; queue: Queue },
  workerId: string,
): Promise<ClaimedJob | null> {
  return inTransaction(deps.database, async (client) => {
    for (;;) {
      const entry = await deps.queue.fetch(client);
      if (entry === null) return null;
      const lease = randomUUID();
      const { rows } = await client.query<ClaimRow>(claim, [entry.jobId, workerId, lease]);
      if (rows[0] !== undefined) return toClaimedJob(rows[0], lease, entry.attempt);
      await deps.queue.complete(client, entry.attempt);
    }
  });
}

function toClaimedJob(row: ClaimRow, lease: string, attempt: EntryAttempt): ClaimedJob {
  return {
    id: row.id,
    projectId: row.project_id,
    prompt: row.prompt,
    mode: row.mode,
    asDraft: row.as_draft,
    paths: row.paths,
    budget: row.budget,
    repository: row.repository,
    baseRef: row.base_ref,
    branch: row.branch,
    model: row.model,
    host: row.host,
    projectPaths: row.settings.paths ?? [],
    crashCount: row.crash_count,
    createdAt: row.created_at,
    lease,
    attempt,
  };
}
