import { toJsonb } from "../store/storable-text.ts";
import { originFields } from "../telemetry/origin.ts";
import { toEventData } from "./insert-event.ts";
import type { JobRow } from "./job-row.ts";
import type { NewJob } from "./new-job.ts";
import { noUsage } from "./record.ts";

/**
 * What a create needs to know of its project. May be out of date: the statement compares it and returns the
 * current values.
 */
export interface ProjectFacts {
  repository: string;
  ref: string | null;
  model: string | null;
  /** The models that the project allows; null: all. */
  models: string[] | null;
}

/** A create as it will be written if the project is as assumed. */
export interface Draft {
  job: NewJob;
  assumed: ProjectFacts | undefined;
  model: string;
  answer: string;
  /** Why the model or the branch may not be used. */
  refusal: { error: unknown } | null;
}

export function toDraft(job: NewJob, assumed: ProjectFacts | undefined, marker: string): Draft {
  const model = job.model ?? assumed?.model ?? job.defaultModel;
  const answer = job.toAnswer(toRow(job, assumed, model), marker);
  const draft = { job, assumed, model, answer };
  if (assumed === undefined) return { ...draft, refusal: null };
  try {
    if (job.branchRefusal) throw job.branchRefusal;
    job.assertModel?.(model, assumed.models);
    return { ...draft, refusal: null };
  } catch (error) {
    return { ...draft, refusal: { error } };
  }
}

/**
 * Returns the parameters of `create_jobs`. Arrays of arrays cannot be unnested row by row, so `paths` is
 * passed as JSON.
 */
export function toValues(drafts: readonly Draft[], marker: string): unknown[] {
  const of = <Value>(read: (job: NewJob, draft: Draft) => Value) =>
    drafts.map((draft) => read(draft.job, draft));
  return [
    of(({ id }) => id),
    of(({ projectId }) => projectId),
    of(({ prompt }) => prompt),
    of(({ mode }) => mode),
    of(({ asDraft }) => asDraft),
    of(({ paths }) => JSON.stringify(paths)),
    of(({ budget }) => JSON.stringify(budget)),
    of(({ metadata }) => JSON.stringify(metadata)),
    of((_, { assumed }) => assumed?.repository ?? ""),
    of(({ ref }, { assumed }) => ref ?? assumed?.ref ?? null),
    of(({ branch }) => branch),
    of((_, { model }) => model),
    of((_, draft) => toCreatedEvent(draft)),
    of(({ apiKeyId }) => apiKeyId),
    of(({ author }) => toJsonb(author)),
    of(({ idempotency }) => idempotency?.key ?? null),
    of(({ idempotency }) => idempotency?.requestHash ?? null),
    of(({ idempotency }, { answer }) => (idempotency === null ? null : answer)),
    of((_, { assumed }) => (assumed === undefined ? null : JSON.stringify(assumed))),
    of((_, { refusal }) => refusal !== null),
    of(toExtras),
    marker,
  ];
}

/** Returns the fields that few creates set; null if there are none. */
function toExtras({ labels, reviewers, title, branch, hasChosenBranch }: NewJob): string | null {
  const extras = {
    ...(labels.length > 0 && { labels }),
    ...(reviewers.length > 0 && { reviewers }),
    ...(title !== null && { title }),
    ...(hasChosenBranch && { branch }),
  };
  return Object.keys(extras).length === 0 ? null : toJsonb(extras);
}

const noDate = new Date(0);

function toRow(job: NewJob, assumed: ProjectFacts | undefined, model: string): JobRow {
  return {
    id: job.id,
    project_id: job.projectId,
    status: "active",
    reason: "queued",
    message: "",
    title: null,
    chosen_title: job.title,
    labels: job.labels,
    reviewers: job.reviewers,
    topic: job.topic,
    metadata: job.metadata,
    repository: assumed?.repository ?? "",
    branch: job.branch,
    model,
    ...{ usage: noUsage, checks: null, pull_request: null, policy_blob: null },
    ...{ created_at: noDate, updated_at: noDate, finished_at: null, archived_at: null },
    created_by: job.author,
    transcript_expired_at: null,
  };
}

function toCreatedEvent({ job, assumed, model }: Draft): string {
  const { prompt, mode, asDraft, paths, budget, metadata, labels, reviewers, title, topic, branch } = job;
  const ref = job.ref ?? assumed?.ref ?? null;
  return toEventData("created", {
    ...{ prompt, ref, model, mode, asDraft, paths, budget, metadata },
    ...(labels.length > 0 && { labels }),
    ...(reviewers.length > 0 && { reviewers }),
    ...(title !== null && { title }),
    ...(topic !== null && { topic }),
    ...(job.hasChosenBranch && { branch }),
    turn: 1,
    ...originFields(job.origin),
  });
}
