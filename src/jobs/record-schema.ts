import { z } from "zod";
import { author } from "./author-schema.ts";
import type { JobRecord } from "./record.ts";

const time = z.iso.datetime({ precision: 3 });
const count = z.int().min(0);

/** Reasons for a job's status; later versions may add some. */
export const reasons = [
  "queued",
  "running",
  "waiting_capacity",
  "pull_request_opened",
  "pull_request_updated",
  "no_changes",
  "preview_ready",
  "cancelled",
  "timed_out",
  "budget_exceeded",
  "agent_stuck",
  "checks_failed",
  "check_timeout",
  "model_error",
  "instruction_not_understood",
  "invalid_policy",
  "repository_error",
  "code_host_error",
  "diff_too_large",
  "worker_crashed_repeatedly",
  "internal_error",
] as const;

export const checkCounts = z.object({
  ...{ new: count, fixed: count, preexisting: count },
  warnings: count
    .optional()
    .meta({ description: "New problems that do not hold the job back; absent when there are none." }),
  removed: count.optional().meta({
    description: "Problems removed with their text rather than repaired; absent when there are none.",
  }),
});

export const jobPullRequest = z.object({
  url: z.string(),
  number: z.int().min(1),
  state: z.enum(["open", "merged", "closed"]),
  branch: z.string(),
});

export const usage = z.object({
  steps: count,
  inputTokens: count,
  cachedInputTokens: count,
  outputTokens: count,
  costUsd: z.number().nullable().meta({ description: "Null when the model's price is not known." }),
});

export const jobPolicy = z.object({
  path: z.string(),
  blob: z.string().meta({ description: "Its hash in git." }),
});

/** The record as the API describes it; fields are in the order of the response. */
export const jobRecord = z.strictObject({
  id: z.string().regex(/^job_[0-9A-Za-z]{22}$/),
  status: z.enum(["active", "completed", "archived", "failed"]),
  source: z.strictObject({
    repository: z.string().meta({ description: "Full URL." }),
    ref: z.string().meta({ description: "Branch that the agent works on." }),
  }),
  model: z.string().meta({ description: "provider/name" }),
  prLink: z.string().nullable().meta({ description: "Null while active, and when no file was changed." }),
  createdAt: time,
  archivedAt: time.nullable(),
  reason: z.enum(reasons).meta({ description: "Why the job has its status.", isOpen: true }),
  message: z.string().meta({ description: "One line for people." }),
  title: z
    .string()
    .nullable()
    .meta({ description: "Null until the agent has chosen one, unless the create gave one." }),
  usage,
  pullRequest: jobPullRequest.nullable(),
  checks: checkCounts
    .nullable()
    .meta({ description: "Problems in the documentation that this job introduced, fixed or found." }),
  policy: jobPolicy
    .nullable()
    .meta({ description: "The repository's own rules at the base commit, which applied to the job." }),
  metadata: z.record(z.string(), z.string()),
  labels: z.array(z.string()).meta({ description: "From the create; the project's are added." }),
  reviewers: z.array(z.string()).meta({ description: "From the create; the project's are added." }),
  topic: z
    .string()
    .nullable()
    .meta({ description: "From the create; jobs with the same topic share one open pull request." }),
  updatedAt: time,
  finishedAt: time.nullable(),
  createdBy: author
    .nullable()
    .meta({ description: "Who created the job; null for jobs older than this field." }),
});

export const jobPage = z.object({
  data: z.array(jobRecord),
  nextCursor: z.string().nullable().meta({ description: "For the next page; null on the last one." }),
});

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : never) : never;
export const schemaIsTheRecord: Same<z.output<typeof jobRecord>, JobRecord> = true;
