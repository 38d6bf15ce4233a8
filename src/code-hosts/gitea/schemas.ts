import { z } from "zod";

/** Only what is read of the host's answers. */
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
  /** The branch, also when it is gone; `ref` then is `refs/pull/…/head`. */
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

/** The same with what the host says of one alone. */
export const reviewedPullSchema = pullRequestSchema.extend({
  user: userSchema.nullish(),
  /** False also until the host has tried it. */
  mergeable: z.boolean().nullish(),
  merge_commit_sha: z.string().nullish(),
  head: sideSchema.extend({ sha: z.string() }),
});

export const labelSchema = z.object({ id: z.number(), name: z.string() });

export const commentSchema = z.object({
  /** Of all comments of the instance, also those on lines. */
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
  /** When it was begun; a change, as when it is handed in, is in `updated_at`. */
  submitted_at: z.string(),
  updated_at: z.string().nullish(),
  comments_count: z.number().nullish(),
});

export const lineCommentSchema = commentSchema.extend({
  path: z.string(),
  /** The line, counted in the new file or else in the old one; the other one is 0. */
  position: z.number().nullish(),
  original_position: z.number().nullish(),
  /** Who has marked the conversation as resolved. */
  resolver: userSchema.nullish(),
});

/** Of a commit, the newest one of its context. */
export const statusSchema = z.object({
  context: z.string(),
  status: z.string(),
  description: z.string().nullish(),
  /** A path of the instance where its own workflows have written it. */
  target_url: z.string().nullish(),
});

export const permissionSchema = z.object({ permission: z.string() });

export const teamSchema = z.object({
  permission: z.string().nullish(),
  units_map: z.record(z.string(), z.string()).nullish(),
});

export const branchSchema = z.object({ commit: z.object({ id: z.string() }) });

export const commitSchema = z.object({ parents: z.array(z.object({ sha: z.string() })).nullish() });

/** A folder's entries. */
export const entriesSchema = z.array(z.object({ path: z.string(), sha: z.string(), type: z.string() }));

export const filesResponseSchema = z.object({
  commit: z.object({ sha: z.string(), parents: z.array(z.object({ sha: z.string() })).nullish() }),
});
