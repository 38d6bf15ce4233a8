import { setTimeout as sleep } from "node:timers/promises";
import { type ActorDeps, actorOf } from "../audit/actor.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { AppError, isAppError } from "../errors.ts";
import { cancelJob } from "../jobs/cancel-job.ts";
import type { Database } from "../store/database.ts";
import { findHeldJobs } from "../store/jobs/find-held-jobs.ts";
import { deleteProject } from "../store/projects/delete-project.ts";
import { toProjectRecord } from "./project-record.ts";

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
    const outcome = await deleteProject(deps, projectId, async (client, { row, jobs }) => {
      const project = toProjectRecord(row);
      await recordAudit(client, {
        ...{ action: "project.removed", actor: actorOf(deps), projectId },
        subject: { kind: "project", id: projectId, name: project.name },
        before: { ...project, jobs, cancelledJobs: [...cancelled] },
      });
    });
    if (outcome.kind === "project_missing")
      throw new AppError("project_not_found", "There is no such project.");
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

/**
 * A worker that has heard of the cancel stops its work and empties its workspace before it lets go of the
 * job.
 */
async function waitForWorkers(
  { database }: RemoveProjectDeps,
  projectId: string,
  deadline: number,
): Promise<void> {
  while (Date.now() < deadline && (await findHeldJobs(database, projectId)).length > 0) await sleep(pollMs);
}

function ignoreEnded(error: unknown): void {
  if (!isAppError(error, "job_not_active")) throw error;
}
