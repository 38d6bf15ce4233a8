import { z } from "zod";

const personSchema = z.object({ id: z.number(), username: z.string() });

export const userSchema = personSchema.extend({ state: z.string().optional() });

export const mergeRequestSchema = z.object({
  iid: z.number(),
  title: z.string(),
  description: z.string().nullish(),
  state: z.enum(["opened", "closed", "merged", "locked"]),
  web_url: z.string(),
  source_branch: z.string(),
  target_branch: z.string(),
  /** Null if the fork is gone. */
  source_project_id: z.number().nullish(),
  target_project_id: z.number(),
  draft: z.boolean().optional(),
  author: personSchema.nullish(),
  labels: z.array(z.string()).default([]),
  reviewers: z.array(personSchema).nullish(),
  assignees: z.array(personSchema).nullish(),
});

export type MergeRequest = z.output<typeof mergeRequestSchema>;

/** The same, with the fields that only a single merge request has. */
export const reviewedMergeRequestSchema = mergeRequestSchema.extend({
  sha: z.string().nullish(),
  /** Newer releases are more precise in the second field. */
  merge_status: z.string().nullish(),
  detailed_merge_status: z.string().nullish(),
  has_conflicts: z.boolean().nullish(),
  merge_commit_sha: z.string().nullish(),
  squash_commit_sha: z.string().nullish(),
  merge_error: z.string().nullish(),
});

export const approvalsSchema = z.object({
  user_can_approve: z.boolean().nullish(),
  user_has_approved: z.boolean().nullish(),
  approved_by: z.array(z.unknown()).nullish(),
});

export const branchSchema = z.object({ name: z.string() });

const accessSchema = z.object({ access_level: z.number() }).nullish();

export const projectSchema = z.object({
  id: z.number(),
  path_with_namespace: z.string(),
  namespace: z.object({ full_path: z.string() }),
  /** "none", "scheduled", "started", "finished", "failed" */
  import_status: z.string().nullish(),
  import_error: z.string().nullish(),
  /** "never", "always", "default_on", "default_off" */
  squash_option: z.string().nullish(),
  permissions: z.object({ project_access: accessSchema, group_access: accessSchema }).nullish(),
});

export type Project = z.output<typeof projectSchema>;

export const memberSchema = z.object({ access_level: z.number(), state: z.string().optional() });

export const accessTokenSchema = z.object({ name: z.string(), scopes: z.array(z.string()) });

export const oauthTokenSchema = z.object({ scope: z.array(z.string()) });

export const noteSchema = z.object({ id: z.number(), body: z.string(), author: personSchema.nullish() });
