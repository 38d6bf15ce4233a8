import type { Operation } from "./description.ts";
import type { Draft } from "./draft.ts";
import type { Answer } from "./send-request.ts";

interface JobState {
  status: string;
  reason: string;
}

export interface Outcome {
  statuses: number[];
  code?: string;
}

/** What is known of the project's jobs, from the answers so far; nothing else changes them. */
export interface JobStates {
  /** A job for the request: one that suits the operation when the draft wants that and there is one. */
  choose(operation: Operation, draft: Draft): string;
  /** What must come of a good request about the job. */
  foresee(operation: Operation, draft: Draft, jobId: string): Outcome;
  /** Takes the record of a good answer; what is wrong with it, if anything. */
  learn(operation: Operation, answer: Answer, jobId: string): string[];
}

const ended = ({ status }: JobState) => status !== "active";
const isCancelled = ({ status, reason }: JobState) => status === "failed" && reason === "cancelled";
const isPreview = ({ status, reason }: JobState) => status === "completed" && reason === "preview_ready";

/** In which states an operation does something. */
const suiting: Record<string, (job: JobState) => boolean> = {
  cancelJob: ({ status }) => status === "active",
  archiveJob: (job) => ended(job) && job.status !== "archived",
  unarchiveJob: ({ status }) => status === "archived",
  openPreviewPullRequest: isPreview,
  sendMessage: (job) => ended(job) && job.status !== "archived",
};

const refusals: Record<string, (job: JobState) => string | null> = {
  cancelJob: (job) => (ended(job) && !isCancelled(job) ? "job_not_active" : null),
  archiveJob: (job) => (ended(job) ? null : "job_active"),
  deleteJob: (job) => (ended(job) ? null : "job_active"),
  openPreviewPullRequest: (job) => (isPreview(job) ? null : "no_preview"),
  sendMessage: ({ status }) => (status === "archived" ? "job_archived" : null),
};

const statusAfter: Record<string, string[]> = {
  createJob: ["active"],
  cancelJob: ["failed"],
  archiveJob: ["archived"],
  unarchiveJob: ["active", "completed", "failed"],
  openPreviewPullRequest: ["active"],
  sendMessage: ["active"],
};

const streaming = "streamJobEvents";
const deleting = "deleteJob";

/** Whoever follows or waits for a job that never ends would wait for ever. */
function waits({ operationId }: Operation, { query, leaveAfter }: Draft): boolean {
  const isLong = Number(new URLSearchParams(query).get("wait") ?? 0) > 1;
  return isLong || (operationId === streaming && leaveAfter === undefined);
}

export function createJobStates(first: (JobState & { id: string })[]): JobStates {
  const jobs = new Map(first.map(({ id, status, reason }) => [id, { status, reason }]));
  const stateOf = (id: string) => jobs.get(id) as JobState;
  return {
    choose(operation, draft) {
      const isFit = suiting[operation.operationId];
      const isAllowed = (id: string) => refusals[operation.operationId]?.(stateOf(id)) == null;
      const all = [...jobs.keys()];
      const kept =
        operation.operationId === deleting
          ? all.filter((id) => !first.some((job) => job.id === id) && stateOf(id).status === "archived")
          : all;
      const possible = waits(operation, draft) ? kept.filter((id) => ended(stateOf(id))) : kept;
      const fit = draft.suits && isFit ? possible.filter((id) => isFit(stateOf(id))) : [];
      // Before others were created there is nothing to delete but what the other operations need: an active
      // one is refused.
      const active = all.filter((id) => !ended(stateOf(id)));
      const allowed = draft.suits ? possible.filter(isAllowed) : [];
      const among = [fit, allowed, possible].find((ids) => ids.length > 0) ?? active;
      return among[draft.pick % among.length] as string;
    },
    foresee({ operationId, path, responses }, { headers }, jobId) {
      const code = path.includes("{jobId}") ? refusals[operationId]?.(stateOf(jobId)) : null;
      if (code) return { statuses: [409], code };
      if (headers["If-None-Match"] === "*") return { statuses: [304] };
      if (operationId === streaming) return { statuses: [200, 204] };
      if (operationId === deleting) return { statuses: [204] };
      if (operationId === "createJob") return { statuses: [201, 200] };
      return { statuses: [responses[201] === undefined ? 200 : 201] };
    },
    learn({ operationId }, { status, headers, body }, jobId) {
      if (operationId === deleting && status === 204) jobs.delete(jobId);
      if (status >= 300 || !(operationId in statusAfter || operationId === "getJob")) return [];
      const record = JSON.parse(body.toString("utf8")) as JobState & { id: string };
      const before = jobs.get(record.id);
      if (operationId !== "createJob" && record.id !== jobId) return [`the answer is about ${record.id}`];
      const isReplay = headers["idempotent-replayed"] !== undefined;
      if (isReplay) return [];
      jobs.set(record.id, { status: record.status, reason: record.reason });
      const isRight = statusAfter[operationId]?.includes(record.status) ?? record.status === before?.status;
      return isRight ? [] : [`the job is ${record.status} after ${before?.status ?? "nothing"}`];
    },
  };
}
