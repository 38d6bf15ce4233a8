import { noUsage } from "../../jobs/record.ts";
import { accountKey, type CapState, findReachedCap } from "../caps/load-caps.ts";
import type { JobRow } from "./job-row.ts";
import type { CreateOutcome, LimitedOperation, NewJob, Uses } from "./new-job.ts";
import type { KeptAnswer, ProjectState } from "./read-create-state.ts";
import type { AdmittedJob } from "./write-jobs.ts";

/** Creates of one project in any 60 minutes, and as many messages. */
export const usesPerHour = 100;

/**
 * Decides every create of a batch in its order: replays first, then what is left of the project's limit. Changes
 * `projects` (uses) and `answers` (keys of this batch) as it goes.
 */
export function admitJobs(
  jobs: NewJob[],
  projects: Map<string, ProjectState>,
  answers: Map<string, KeptAnswer>,
  caps: Map<string, CapState[]>,
): { outcomes: CreateOutcome[]; admitted: AdmittedJob[] } {
  const admitted: AdmittedJob[] = [];
  const outcomes = jobs.map((job): CreateOutcome => {
    const project = projects.get(job.projectId);
    if (project === undefined) return { kind: "project_missing" };
    const kept = job.idempotency && answers.get(`${job.projectId} ${job.idempotency.key}`);
    if (kept) return replay(job, kept, project);
    const model = job.model ?? project.model ?? job.defaultModel;
    const refusal = refuseModel(job, project, model);
    if (refusal !== null) return refusal;
    const cap = findReachedCap(caps.get(accountKey(job)) ?? []);
    if (cap !== null) return { kind: "capped", cap };
    if (project.used >= usesPerHour) return { kind: "limited", uses: toUses(project, "create") };
    project.used += 1;
    const entry = admit(job, project, model);
    admitted.push(entry);
    if (job.idempotency !== null) {
      const { key, requestHash } = job.idempotency;
      answers.set(`${job.projectId} ${key}`, { requestHash, jobId: job.id, answer: entry.answer });
    }
    return { kind: "created", jobId: job.id, answer: entry.answer, uses: toUses(project, "create") };
  });
  return { outcomes, admitted };
}

function replay(job: NewJob, kept: KeptAnswer, project: ProjectState): CreateOutcome {
  const uses = toUses(project, "create");
  if (!job.idempotency?.requestHash.equals(kept.requestHash)) return { kind: "key_reused", uses };
  return { kind: "replayed", jobId: kept.jobId, answer: kept.answer, uses };
}

function refuseModel(job: NewJob, project: ProjectState, model: string): CreateOutcome | null {
  try {
    job.assertModel?.(model, project.models);
    return null;
  } catch (error) {
    return { kind: "error", error };
  }
}

function admit(job: NewJob, project: ProjectState, model: string): AdmittedJob {
  const row: JobRow = {
    id: job.id,
    project_id: job.projectId,
    status: "active",
    reason: "queued",
    message: "",
    title: null,
    metadata: job.metadata,
    repository: project.repository,
    branch: job.branch,
    model,
    usage: noUsage,
    checks: null,
    pull_request: null,
    created_at: project.createdAt,
    updated_at: project.createdAt,
    finished_at: null,
    archived_at: null,
    created_by: job.author,
  };
  return { job, row, baseRef: job.ref ?? project.ref, usedAt: project.usedAt, answer: job.toAnswer(row) };
}

/** What a client is told of the limit. */
export function toUses(
  { used, resetSeconds }: Pick<ProjectState, "used" | "resetSeconds">,
  policy: LimitedOperation,
): Uses {
  return { policy, limit: usesPerHour, left: Math.max(0, usesPerHour - used), resetSeconds };
}
