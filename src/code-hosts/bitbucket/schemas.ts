import { z } from "zod";

/** Schemas cover only the fields that Copydesk reads. */
export const userSchema = z.object({
  uuid: z.string(),
  nickname: z.string().nullish(),
  display_name: z.string().nullish(),
  account_id: z.string().nullish(),
});

export type BitbucketUser = z.output<typeof userSchema>;

export const workspaceSchema = z.object({ slug: z.string() });

export const repositorySchema = z.object({
  full_name: z.string(),
  is_private: z.boolean().nullish(),
  parent: z.object({ full_name: z.string() }).nullish(),
});

const sideSchema = z.object({
  branch: z.object({ name: z.string() }).nullish(),
  /** Null if the repository is gone. */
  repository: z.object({ full_name: z.string() }).nullish(),
});

export const pullRequestSchema = z.object({
  id: z.number(),
  title: z.string(),
  description: z.string().nullish(),
  state: z.string(),
  draft: z.boolean().nullish(),
  close_source_branch: z.boolean().nullish(),
  author: userSchema.nullish(),
  reviewers: z.array(userSchema).nullish(),
  source: sideSchema,
  destination: sideSchema,
  links: z.object({ html: z.object({ href: z.string() }) }),
});

export type BitbucketPullRequest = z.output<typeof pullRequestSchema>;

/** The same, with the fields that only a single pull request has. Hashes are shortened to 12 digits. */
export const reviewedPullSchema = pullRequestSchema.extend({
  source: sideSchema.extend({ commit: z.object({ hash: z.string() }).nullish() }),
  destination: sideSchema.extend({
    branch: z.object({ name: z.string(), merge_strategies: z.array(z.string()).nullish() }).nullish(),
    commit: z.object({ hash: z.string() }).nullish(),
  }),
  participants: z.array(z.object({ user: userSchema.nullish(), approved: z.boolean().nullish() })).nullish(),
  merge_commit: z.object({ hash: z.string() }).nullish(),
});

export type ReviewedPull = z.output<typeof reviewedPullSchema>;

export const commitSchema = z.object({ hash: z.string() });

const changedFileSchema = z.object({ path: z.string() }).nullish();

/** `status` may also be "merge conflict", "local deleted" and the like. */
export const changeSchema = z.object({
  status: z.string(),
  old: changedFileSchema,
  new: changedFileSchema,
});

export const commentSchema = z.object({
  id: z.number(),
  /** Null if the account is gone. */
  user: userSchema.nullish(),
  deleted: z.boolean().nullish(),
  /** True for a comment of an unpublished review. */
  pending: z.boolean().nullish(),
  content: z.object({ raw: z.string().nullish(), html: z.string().nullish() }).nullish(),
  /** `from` is a line of the old file, `to` of the new one. */
  inline: z.object({ path: z.string(), from: z.number().nullish(), to: z.number().nullish() }).nullish(),
  updated_on: z.string(),
  links: z.object({ html: z.object({ href: z.string() }).nullish() }).nullish(),
});

export type BitbucketComment = z.output<typeof commentSchema>;

/** Build status of a commit, unique per key. */
export const commitStatusSchema = z.object({
  state: z.string(),
  key: z.string(),
  name: z.string().nullish(),
  description: z.string().nullish(),
  url: z.string().nullish(),
  /** The branch, if the build system reported it. */
  refname: z.string().nullish(),
  links: z.object({ commit: z.object({ href: z.string() }) }),
});

export type BitbucketCommitStatus = z.output<typeof commitStatusSchema>;

export const branchSchema = z.object({ name: z.string() });

/** Member of a workspace. */
export const memberSchema = z.object({ user: userSchema });

export const defaultReviewerSchema = z.object({ user: userSchema });

export const permissionSchema = z.object({ permission: z.string(), user: userSchema });

export const errorSchema = z.object({ error: z.object({ message: z.string() }) });

/** Refusal for lack of scopes. */
export const missingScopesSchema = z.object({
  error: z.object({
    detail: z.object({ required: z.array(z.string()), granted: z.array(z.string()).nullish() }),
  }),
});
