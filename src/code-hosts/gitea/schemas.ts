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

export const labelSchema = z.object({ id: z.number(), name: z.string() });

export const commentSchema = z.object({ id: z.number(), body: z.string().nullish() });

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
