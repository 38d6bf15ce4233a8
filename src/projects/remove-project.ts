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
  /** Removes the local copy of a repository that nothing uses any more. */
  removeMirror?: (repository: string) => Promise<void>;
}

export interface RemovedProject {
  cancelledJobs: string[];
}

/**
 * How long workers get to let go of jobs that were cancelled: what they hold then is removed by their own
 * sweep.
 */
const letGoMsMax = 20_000;
const pollMs = 100;

/**
 * Removes a project with its jobs, keys, webhooks, pull request pages and credentials; active jobs are
 * cancelled first. What is in the repository and on the code host stays. Throws `project_not_found`,
 * `unavailable`.
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
    // Also those that were created meanwhile.
    for (const jobId of outcome.jobIds) {
      await cancelJob(deps, { projectId, jobId, author: actorOf(deps).author }).catch(ignoreEnded);
      cancelled.add(jobId);
    }
  }
}

type DeleteOutcome =
  /** Nothing was deleted. */
  | { kind: "active"; jobIds: string[] }
  /** `repositories` are those that no other project and none of its jobs names. */
  | { kind: "deleted"; repositories: string[] };

const lockJobs = "select id, status, repository from jobs where project_id = $1 order by id for update";
const lockAccounts =
  "select 1 from monthly_usage where project_id = $1 order by account_id, month for update";
const lockWebhooks = "select 1 from webhooks where project_id = $1 order by id for update";
const lockProject = "select * from projects where id = $1 for update";
const findUnused = `
  select name from unnest($1::text[]) as name
  where not exists (select from projects where repository = name) and not exists (select from jobs where repository = name)`;

/** Deletes a project with all that belongs to it; not while one of its jobs is active. */
async function deleteProject(
  deps: RemoveProjectDeps,
  { projectId, client, cancelled }: { projectId: string; client: Client; cancelled: Set<string> },
): Promise<DeleteOutcome> {
  // In the order of ARCHITECTURE.md: what the project's row takes with it is locked before that row.
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
 * A worker that has heard of the cancel stops its work and empties its workspace before it lets go of the
 * job.
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
