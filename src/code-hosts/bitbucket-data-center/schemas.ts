import { z } from "zod";

/** Only what is read of the host's answers. */
export const userSchema = z.object({
  /** Unique on the instance, whatever its case. */
  name: z.string(),
  active: z.boolean().nullish(),
});

export const repositorySchema = z.object({
  id: z.number(),
  slug: z.string(),
  state: z.string().nullish(),
  origin: z.object({ id: z.number() }).nullish(),
  project: z.object({
    key: z.string(),
    /** Of a personal project. */
    owner: userSchema.nullish(),
  }),
});

export type DataCenterRepository = z.output<typeof repositorySchema>;

const refSchema = z.object({
  /** `refs/heads/…` */
  id: z.string(),
  displayId: z.string(),
  repository: repositorySchema,
});

const participantSchema = z.object({ user: userSchema });

export const pullRequestSchema = z.object({
  id: z.number(),
  /** Of the pull request itself; a change names the one that it is based on. */
  version: z.number(),
  title: z.string(),
  description: z.string().nullish(),
  state: z.string(),
  draft: z.boolean().nullish(),
  fromRef: refSchema,
  toRef: refSchema,
  author: participantSchema.nullish(),
  reviewers: z.array(participantSchema).nullish(),
  links: z.object({ self: z.array(z.object({ href: z.string() })) }),
});

export type DataCenterPullRequest = z.output<typeof pullRequestSchema>;

/** The same with what the host says of one alone. */
export const reviewedPullSchema = pullRequestSchema.extend({
  fromRef: refSchema.extend({ latestCommit: z.string() }),
  reviewers: z.array(participantSchema.extend({ status: z.string().nullish() })).nullish(),
  properties: z.object({ mergeCommit: z.object({ id: z.string() }).nullish() }).nullish(),
});

/** Whether it can be merged. `outcome` is "UNKNOWN" while the host tries it. */
export const mergeCheckSchema = z.object({
  canMerge: z.boolean(),
  conflicted: z.boolean(),
  outcome: z.string().nullish(),
  vetoes: z
    .array(z.object({ summaryMessage: z.string().nullish(), detailedMessage: z.string().nullish() }))
    .nullish(),
});

export const mergeSettingsSchema = z.object({
  mergeConfig: z.object({ strategies: z.array(z.object({ id: z.string(), enabled: z.boolean() })) }),
});

export const changeSchema = z.object({
  path: z.object({ toString: z.string() }),
  /** Of a file that cannot be merged. */
  conflict: z.unknown(),
});

/** Of a search for people. */
export const personSchema = z.object({ name: z.string(), slug: z.string() });

/** Of a comment on a line, or on a file as a whole. */
export const anchorSchema = z.object({ path: z.string(), line: z.number().nullish() });

/** As a delivery has it, too. */
export const saidSchema = z.object({ id: z.number(), text: z.string(), author: userSchema });

export const commentSchema = saidSchema.extend({
  version: z.number(),
  /** Milliseconds. */
  createdDate: z.number(),
  /** `PENDING`: of a review that is not handed in; `RESOLVED`: of a task. */
  state: z.string().default("OPEN"),
  threadResolved: z.boolean().nullish(),
  anchor: anchorSchema.nullish(),
  /** Answers. */
  get comments(): z.ZodOptional<z.ZodNullable<z.ZodArray<typeof commentSchema>>> {
    return z.array(commentSchema).nullish();
  },
});

export type DataCenterComment = z.output<typeof commentSchema>;

/** What has happened to a pull request. */
export const activitySchema = z.object({
  action: z.string(),
  /** Milliseconds. */
  createdDate: z.number(),
  /** `ADDED`, `REPLIED`, `EDITED`, `DELETED` */
  commentAction: z.string().nullish(),
  comment: commentSchema.nullish(),
  commentAnchor: anchorSchema.nullish(),
});

/** A build's newest state. */
export const buildSchema = z.object({
  key: z.string(),
  name: z.string().nullish(),
  state: z.string(),
  description: z.string().nullish(),
  url: z.string().nullish(),
});

export const branchSchema = z.object({ displayId: z.string() });

export const errorsSchema = z.object({
  errors: z.array(
    z.object({
      message: z.string().nullish(),
      exceptionName: z.string().nullish(),
      reviewerErrors: z.array(z.object({ context: z.string().nullish() })).nullish(),
    }),
  ),
});
