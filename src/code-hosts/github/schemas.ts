import { z } from "zod";

/** Schemas cover only the fields that Copydesk reads. */
export const userSchema = z.object({ login: z.string() });

export const appSchema = z.object({ slug: z.string(), html_url: z.string() });

export const installationSchema = z.object({
  id: z.number(),
  permissions: z.record(z.string(), z.string().optional()),
});

export type Installation = z.output<typeof installationSchema>;

export const installationTokenSchema = z.object({ token: z.string(), expires_at: z.string() });

export const repositorySchema = z.object({
  name: z.string(),
  full_name: z.string(),
  owner: userSchema,
  fork: z.boolean(),
  default_branch: z.string(),
  private: z.boolean(),
  archived: z.boolean(),
  permissions: z.object({ push: z.boolean() }).nullish(),
  /** Shown only to users who may push. */
  allow_merge_commit: z.boolean().nullish(),
  allow_squash_merge: z.boolean().nullish(),
  parent: z.object({ full_name: z.string() }).nullish(),
  source: z.object({ full_name: z.string() }).nullish(),
});

export const pullRequestSchema = z.object({
  number: z.number(),
  html_url: z.string(),
  state: z.enum(["open", "closed"]),
  merged_at: z.string().nullish(),
  title: z.string(),
  body: z.string().nullish(),
  base: z.object({ ref: z.string() }),
  head: z.object({
    ref: z.string(),
    /** Null if the fork is gone. */
    repo: z.object({ full_name: z.string(), owner: userSchema }).nullish(),
  }),
});

export type GithubPullRequest = z.output<typeof pullRequestSchema>;

/** The same, with the fields that only a single pull request has. */
export const reviewedPullSchema = pullRequestSchema.extend({
  draft: z.boolean().nullish(),
  /** Null until GitHub has checked. */
  mergeable: z.boolean().nullish(),
  mergeable_state: z.string().nullish(),
  merge_commit_sha: z.string().nullish(),
  user: userSchema.nullish(),
  head: pullRequestSchema.shape.head.extend({ sha: z.string() }),
});

export const reviewSchema = z.object({ state: z.string(), user: userSchema.nullish() });

export const commentSchema = z.object({
  id: z.number(),
  body: z.string().nullish(),
  user: userSchema.nullish(),
});

export const permissionSchema = z.object({ permission: z.string() });

export const refSchema = z.object({ object: z.object({ sha: z.string() }) });

/** GitHub shows at most 300 files of a comparison. */
export const comparisonSchema = z.object({
  status: z.string(),
  commits: z.array(
    z.object({
      sha: z.string(),
      commit: z.object({ message: z.string() }),
      parents: z.array(z.object({ sha: z.string() })),
    }),
  ),
  files: z
    .array(
      z.object({
        filename: z.string(),
        previous_filename: z.string().nullish(),
        status: z.string(),
        sha: z.string().nullable(),
      }),
    )
    .default([]),
});

export const createdCommitSchema = z.object({
  createCommitOnBranch: z.object({ commit: z.object({ oid: z.string() }) }),
});
