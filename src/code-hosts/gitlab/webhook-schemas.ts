import { z } from "zod";
import { jobSchema, positionSchema } from "./feedback-events.ts";

const projectSchema = z.object({ web_url: z.string() });

export const mergeRequestHook = z.object({
  object_kind: z.literal("merge_request"),
  object_attributes: z.object({
    iid: z.number(),
    state: z.enum(["opened", "closed", "merged", "locked"]),
    source_branch: z.string(),
  }),
});

export const noteHook = z.object({
  object_kind: z.literal("note"),
  /** "confidential_note": visible to members only. */
  event_type: z.string().optional(),
  user: z.object({ username: z.string() }),
  object_attributes: z.object({
    id: z.number(),
    note: z.string(),
    noteable_type: z.literal("MergeRequest"),
    url: z.string(),
    system: z.boolean().nullish(),
    internal: z.boolean().nullish(),
    /** Absent in older releases. */
    action: z.string().nullish(),
    position: positionSchema.nullish(),
  }),
  merge_request: z.object({ iid: z.number() }),
});

export const pipelineHook = z.object({
  object_kind: z.literal("pipeline"),
  object_attributes: z.object({
    id: z.number(),
    ref: z.string(),
    tag: z.boolean().nullish(),
    sha: z.string(),
    status: z.literal("failed"),
    source: z.string().nullish(),
    url: z.string().nullish(),
  }),
  merge_request: z.object({ source_branch: z.string() }).nullish(),
  project: projectSchema,
  builds: z.array(jobSchema).default([]),
});

export const jobHook = z.object({
  object_kind: z.literal("build"),
  ref: z.string(),
  tag: z.boolean().nullish(),
  sha: z.string(),
  build_id: z.number(),
  build_name: z.string(),
  build_stage: z.string(),
  build_status: z.literal("failed"),
  build_allow_failure: z.boolean().nullish(),
  build_failure_reason: z.string().nullish(),
  project: projectSchema.nullish(),
  repository: z.object({ homepage: z.string() }).nullish(),
});
