import { z } from "zod";
import type { FeedbackEvent } from "../webhook-types.ts";

/** Location of a note on a line; the old path and line refer to removed text. */
export const positionSchema = z.object({
  new_path: z.string().nullish(),
  old_path: z.string().nullish(),
  new_line: z.number().nullish(),
  old_line: z.number().nullish(),
});

/** Job of a pipeline. */
export const jobSchema = z.object({
  name: z.string(),
  stage: z.string(),
  status: z.string(),
  failure_reason: z.string().nullish(),
  allow_failure: z.boolean().nullish(),
});

export interface Said {
  number: number;
  id: number;
  /** User name. */
  author: string;
  text: string;
  position: z.output<typeof positionSchema> | null | undefined;
  url: string;
}

/** GitLab numbers all notes in one sequence, wherever they are. */
export function toComment({ id, position, ...said }: Said): FeedbackEvent {
  const path = position?.new_path ?? position?.old_path ?? undefined;
  const line = position?.new_line ?? position?.old_line ?? undefined;
  const place = path === undefined ? {} : { path, ...(line === undefined ? {} : { line }) };
  return { kind: "comment", id: String(id), ...said, ...place };
}

/** Builds one event for the pipeline, named after the failed jobs that had to succeed. */
export function toFailedPipeline(
  { id, ...pipeline }: { id: number; branch: string; commit: string; url: string },
  jobs: readonly z.output<typeof jobSchema>[],
): FeedbackEvent {
  const failed = jobs
    .filter((job) => job.status === "failed" && !job.allow_failure)
    // Deliveries and lists differ in their order.
    .sort((one, other) => (one.name < other.name ? -1 : 1));
  return {
    kind: "check_failed",
    ...pipeline,
    name: failed.map(({ name }) => name).join(", ") || `pipeline ${id}`,
    text: failed.map((job) => describeJob(job.name, job.stage, job.failure_reason)).join("\n"),
  };
}

export function describeJob(name: string, stage: string, reason: string | null | undefined): string {
  return `The job ${name} of the stage ${stage} failed${reason ? `: ${reason}` : ""}.`;
}
