import { setTimeout as sleep } from "node:timers/promises";
import { type ActorDeps, actorOf } from "../audit/actor.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { AppError, isAppError } from "../errors.ts";
import { cancelJob } from "../jobs/cancel-job.ts";
import { silentSeconds } from "../jobs/lease/requeue-dead-workers.ts";
import { type Client, type Database, inTransaction } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import { toProjectRecord } from "./project-record.ts";
import type { ProjectRow } from "./project-row.ts";

export interface RemoveProjectDeps extends ActorDeps {
  database: Database;
  /** Removes the local copy of a repository that is no longer used. */
  removeMirror?: (repository: string) => Promise<void>;
}

export interface RemovedProject {
  cancelledJobs: string[];
}

/** Time for workers to release cancelled jobs; workspaces still held then are removed by their own sweep. */
const letGoMsMax = 20_000;
const pollMs = 100;

/**
 * Removes a project with its jobs, keys, webhooks, pull request pages and credentials; cancels active jobs
 * first. Keeps everything in the repository and on the code host. Throws `project_not_found`, `unavailable`.
 */
export async function removeProject(
  deps: RemoveProjectDeps,
  { projectId }: { projectId: string },
): Promise<RemovedProject> {
  const cancelled = new Set<string>();
  const deadline = Date.now() + letGoMsMax;
  for (;;) {
    await waitForWorkers(deps, projectId, deadline);
    const outcome = await guardStore(() =>
      inTransaction(deps.database, (client) => deleteProject(deps, { projectId, client, cancelled })),
    );
    if (outcome.kind === "deleted") {
      for (const repository of outcome.repositories) await deps.removeMirror?.(repository);
      return { cancelledJobs: [...cancelled] };
    }
    // Includes jobs created meanwhile.
    for (const jobId of outcome.jobIds) {
      await cancelJob(deps, { projectId, jobId, author: actorOf(deps).author }).catch(ignoreEnded);
      cancelled.add(jobId);
    }
  }
}

type DeleteOutcome =
  /** Jobs are active; nothing was deleted. */
  | { kind: "active"; jobIds: string[] }
  /** `repositories`: those that no other project or job of another project uses. */
  | { kind: "deleted"; repositories: string[] };

const lockJobs = "select id, status, repository from jobs where project_id = $1 order by id for update";
const lockAccounts =
  "select 1 from monthly_usage where project_id = $1 order by account_id, month for update";
const lockWebhooks = "select 1 from webhooks where project_id = $1 order by id for update";
const lockProject = "select * from projects where id = $1 for update";
const findUnused = `
  select name from unnest($1::text[]) as name
  where not exists (select from projects where repository = name) and not exists (select from jobs where repository = name)`;

/** Deletes a project with all its data, unless one of its jobs is active. */
async function deleteProject(
  deps: RemoveProjectDeps,
  { projectId, client, cancelled }: { projectId: string; client: Client; cancelled: Set<string> },
): Promise<DeleteOutcome> {
  // Lock order of ARCHITECTURE.md: rows that are deleted with the project's row are locked before it.
  const { rows: jobs } = await client.query<{ id: string; status: string; repository: string }>(lockJobs, [
    projectId,
  ]);
  const active = jobs.filter(({ status }) => status === "active");
  if (active.length > 0) return { kind: "active", jobIds: active.map(({ id }) => id) };
  await client.query(lockAccounts, [projectId]);
  await client.query(lockWebhooks, [projectId]);
  const { rows } = await client.query<ProjectRow>(lockProject, [projectId]);
  if (rows[0] === undefined) throw new AppError("project_not_found", "There is no such project.");
  const project = toProjectRecord(rows[0]);
  await recordAudit(client, {
    ...{ action: "project.removed", actor: actorOf(deps), projectId },
    subject: { kind: "project", id: projectId, name: project.name },
    before: { ...project, jobs: jobs.length, cancelledJobs: [...cancelled] },
  });
  await client.query("delete from projects where id = $1", [projectId]);
  const named = [...new Set([rows[0].repository, ...jobs.map(({ repository }) => repository)])];
  const unused = await client.query<{ name: string }>(findUnused, [named]);
  return { kind: "deleted", repositories: unused.rows.map(({ name }) => name) };
}

const countHeld = `
  select count(*)::integer as held from jobs join workers on workers.id = jobs.worker_id
  where project_id = $1 and status <> 'active' and lease is not null
    and heartbeat_at > clock_timestamp() - make_interval(secs => ${silentSeconds})`;

/**
 * Waits for workers: on cancellation, a worker stops and empties its workspace before it releases the job.
 */
async function waitForWorkers(
  { database }: RemoveProjectDeps,
  projectId: string,
  deadline: number,
): Promise<void> {
  while (Date.now() < deadline) {
    const { rows } = await guardStore(() => database.pool.query<{ held: number }>(countHeld, [projectId]));
    if (rows[0]!.held === 0) return;
    await sleep(pollMs);
  }
}

function ignoreEnded(error: unknown): void {
  if (!isAppError(error, "job_not_active")) throw error;
}
