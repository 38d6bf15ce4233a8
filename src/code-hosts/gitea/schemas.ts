import { z } from "zod";

/** Schemas cover only the fields that Copydesk reads. */
export const userSchema = z.object({ login: z.string() });

export const repositorySchema = z.object({
  name: z.string(),
  full_name: z.string(),
  owner: userSchema,
  fork: z.boolean().nullish(),
  parent: z.object({ full_name: z.string() }).nullish(),
  permissions: z.object({ push: z.boolean() }).nullish(),
  has_pull_requests: z.boolean().nullish(),
  allow_merge_commits: z.boolean().nullish(),
  allow_squash_merge: z.boolean().nullish(),
});

const sideSchema = z.object({
  /** The branch, even if it has been deleted; `ref` is then `refs/pull/…/head`. */
  label: z.string(),
  ref: z.string(),
  repo_id: z.number(),
  repo: z.object({ owner: userSchema }).nullish(),
});

export const pullRequestSchema = z.object({
  number: z.number(),
  html_url: z.string(),
  title: z.string(),
  body: z.string().nullish(),
  state: z.string(),
  merged: z.boolean().nullish(),
  draft: z.boolean().nullish(),
  base: sideSchema,
  head: sideSchema,
  labels: z.array(z.object({ id: z.number() })).nullish(),
  assignees: z.array(userSchema).nullish(),
  requested_reviewers: z.array(userSchema).nullish(),
});

export type GiteaPullRequest = z.output<typeof pullRequestSchema>;

/** The same, with the fields that only a single pull request has. */
export const reviewedPullSchema = pullRequestSchema.extend({
  user: userSchema.nullish(),
  /** Also false until the host has checked. */
  mergeable: z.boolean().nullish(),
  merge_commit_sha: z.string().nullish(),
  head: sideSchema.extend({ sha: z.string() }),
});

export const labelSchema = z.object({ id: z.number(), name: z.string() });

export const commentSchema = z.object({
  /** Unique among all comments of the instance, including those on lines. */
  id: z.number(),
  body: z.string().nullish(),
  user: userSchema.nullish(),
  html_url: z.string().nullish(),
  created_at: z.string(),
});

export const reviewSchema = z.object({
  id: z.number(),
  state: z.string(),
  body: z.string().nullish(),
  user: userSchema.nullish(),
  html_url: z.string().nullish(),
  dismissed: z.boolean().nullish(),
  /** When the review was started; later changes, such as its submission, are in `updated_at`. */
  submitted_at: z.string(),
  updated_at: z.string().nullish(),
  comments_count: z.number().nullish(),
});

export const lineCommentSchema = commentSchema.extend({
  path: z.string(),
  /** Line in the new file, or else in the old one; the other field is 0. */
  position: z.number().nullish(),
  original_position: z.number().nullish(),
  /** User who marked the conversation as resolved. */
  resolver: userSchema.nullish(),
});

/** Newest status of a context for a commit. */
export const statusSchema = z.object({
  context: z.string(),
  status: z.string(),
  description: z.string().nullish(),
  /** A path of the instance if set by its own workflows. */
  target_url: z.string().nullish(),
});

export const permissionSchema = z.object({ permission: z.string() });

export const teamSchema = z.object({
  permission: z.string().nullish(),
  units_map: z.record(z.string(), z.string()).nullish(),
});

export const branchSchema = z.object({ commit: z.object({ id: z.string() }) });

export const commitSchema = z.object({ parents: z.array(z.object({ sha: z.string() })).nullish() });

/** Entries of a folder. */
export const entriesSchema = z.array(z.object({ path: z.string(), sha: z.string(), type: z.string() }));

export const filesResponseSchema = z.object({
  commit: z.object({ sha: z.string(), parents: z.array(z.object({ sha: z.string() })).nullish() }),
});
