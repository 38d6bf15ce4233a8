import { z } from "zod";

/** Schemas cover only the fields that Copydesk reads. */
export const userSchema = z.object({
  /** Unique on the instance, ignoring case. */
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
    /** Set for personal projects. */
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
  /** Version of the pull request; each change names the version that it is based on. */
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

/** The same, with the fields that only a single pull request has. */
export const reviewedPullSchema = pullRequestSchema.extend({
  fromRef: refSchema.extend({ latestCommit: z.string() }),
  reviewers: z.array(participantSchema.extend({ status: z.string().nullish() })).nullish(),
  properties: z.object({ mergeCommit: z.object({ id: z.string() }).nullish() }).nullish(),
});

/** Mergeability. `outcome` is "UNKNOWN" while the host works it out. */
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
  /** Set if the file conflicts. */
  conflict: z.unknown(),
});

/** Result of a search for people. */
export const personSchema = z.object({ name: z.string(), slug: z.string() });

/** Location of a comment on a line, or on a whole file. */
export const anchorSchema = z.object({ path: z.string(), line: z.number().nullish() });

/** Also part of deliveries. */
export const saidSchema = z.object({ id: z.number(), text: z.string(), author: userSchema });

export const commentSchema = saidSchema.extend({
  version: z.number(),
  /** Unix time in milliseconds. */
  createdDate: z.number(),
  /** `PENDING`: part of an unsubmitted review; `RESOLVED`: a finished task. */
  state: z.string().default("OPEN"),
  threadResolved: z.boolean().nullish(),
  anchor: anchorSchema.nullish(),
  /** Replies. */
  get comments(): z.ZodOptional<z.ZodNullable<z.ZodArray<typeof commentSchema>>> {
    return z.array(commentSchema).nullish();
  },
});

export type DataCenterComment = z.output<typeof commentSchema>;

/** An event in the history of a pull request. */
export const activitySchema = z.object({
  action: z.string(),
  /** Unix time in milliseconds. */
  createdDate: z.number(),
  /** `ADDED`, `REPLIED`, `EDITED`, `DELETED` */
  commentAction: z.string().nullish(),
  comment: commentSchema.nullish(),
  commentAnchor: anchorSchema.nullish(),
});

/** Newest state of a build. */
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
