import { z } from "zod";

/** Schemas cover only the fields that Copydesk reads. */
/** `typeKey` is the host's own error name. */
export const errorSchema = z.object({ message: z.string(), typeKey: z.string().nullish() });

/** Wrapper of all lists. */
export function listSchema<Item extends z.ZodType>(item: Item) {
  return z.object({ value: z.array(item) });
}

/** URLs of the web page and for git; the latter may contain a user name. */
export const repositoryPage = z.object({ webUrl: z.string().nullish(), remoteUrl: z.string().nullish() });

export type AzureRepositoryPage = z.output<typeof repositoryPage>;

export const repositorySchema = z.object({
  id: z.string(),
  name: z.string(),
  project: z.object({ id: z.string() }),
  isFork: z.boolean().nullish(),
  parentRepository: z.object({ id: z.string() }).nullish(),
  ...repositoryPage.shape,
});

export type AzureRepository = z.output<typeof repositorySchema>;

const personSchema = z.object({ id: z.string(), displayName: z.string().nullish() });

export const pullRequestSchema = z.object({
  pullRequestId: z.number(),
  status: z.string(),
  title: z.string(),
  /** Truncated to 400 characters in lists; absent if empty. */
  description: z.string().nullish(),
  /** `refs/heads/…`, for forks too. */
  sourceRefName: z.string(),
  targetRefName: z.string(),
  reviewers: z.array(personSchema).nullish(),
  /** Absent if the branch is in the repository itself. */
  forkSource: z.object({ repository: z.object({ id: z.string() }) }).nullish(),
});

export type AzurePullRequest = z.output<typeof pullRequestSchema>;

const commitSchema = z.object({ commitId: z.string() }).nullish();

/** The same, with the fields that only a single pull request has. */
export const reviewedPullSchema = pullRequestSchema.extend({
  isDraft: z.boolean().nullish(),
  /** `notSet` and `queued`: not tried yet. */
  mergeStatus: z.string().nullish(),
  mergeFailureMessage: z.string().nullish(),
  lastMergeSourceCommit: commitSchema,
  lastMergeCommit: commitSchema,
  reviewers: z
    .array(personSchema.extend({ vote: z.number().nullish(), isContainer: z.boolean().nullish() }))
    .nullish(),
});

export const refSchema = z.object({ name: z.string() });

export const commentSchema = z.object({
  /** Unique within its thread. */
  id: z.number(),
  author: personSchema.nullish(),
  content: z.string().nullish(),
  /** `text` for comments by people. */
  commentType: z.string().nullish(),
  isDeleted: z.boolean().nullish(),
  publishedDate: z.string().nullish(),
});

export type AzureComment = z.output<typeof commentSchema>;

const positionSchema = z.object({ line: z.number() }).nullish();

export const threadSchema = z.object({
  id: z.number(),
  isDeleted: z.boolean().nullish(),
  comments: z.array(commentSchema).nullish(),
  /** Null for a thread without a file. The path begins with a slash. */
  threadContext: z
    .object({ filePath: z.string().nullish(), rightFileEnd: positionSchema, leftFileEnd: positionSchema })
    .nullish(),
});

export type AzureThread = z.output<typeof threadSchema>;

export const linkSchema = z.object({ href: z.string() }).nullish();

export const buildSchema = z.object({
  id: z.number(),
  buildNumber: z.string().nullish(),
  /** Absent while the build is running. */
  result: z.string().nullish(),
  sourceBranch: z.string().nullish(),
  sourceVersion: z.string().nullish(),
  /** JSON; for pull request builds it has the branch and the commit, as does `triggerInfo`. */
  parameters: z.string().nullish(),
  triggerInfo: z
    .object({ "pr.sourceBranch": z.string().nullish(), "pr.sourceSha": z.string().nullish() })
    .nullish(),
  definition: z.object({ name: z.string() }),
  _links: z.object({ web: linkSchema }).nullish(),
});

export type AzureBuild = z.output<typeof buildSchema>;

export const statusSchema = z.object({
  id: z.number(),
  state: z.string().nullish(),
  description: z.string().nullish(),
  targetUrl: z.string().nullish(),
  creationDate: z.string().nullish(),
  context: z.object({ name: z.string().nullish(), genre: z.string().nullish() }).nullish(),
});

export type AzureStatus = z.output<typeof statusSchema>;

export const pullRequestStatusSchema = statusSchema.extend({ iterationId: z.number().nullish() });

/** A single push. */
export const iterationSchema = z.object({
  id: z.number(),
  createdDate: z.string().nullish(),
  sourceRefCommit: z.object({ commitId: z.string() }).nullish(),
});

/** `$value` of an identity's property. */
const propertySchema = z.object({ $value: z.string() }).nullish().catch(null);

export const identitySchema = z.object({
  id: z.string(),
  /** Name in access control lists: `type;identifier`. */
  descriptor: z.string(),
  providerDisplayName: z.string().nullish(),
  customDisplayName: z.string().nullish(),
  isActive: z.boolean().nullish(),
  isContainer: z.boolean().nullish(),
  properties: z.object({ Account: propertySchema, Mail: propertySchema }).nullish(),
});

export type AzureIdentity = z.output<typeof identitySchema>;

export const connectionSchema = z.object({
  authenticatedUser: z.object({
    id: z.string(),
    descriptor: z.string().nullish(),
    providerDisplayName: z.string().nullish(),
    properties: z.object({ Account: propertySchema }).nullish(),
  }),
});

export const evaluationsSchema = z.object({ evaluations: z.array(z.object({ value: z.boolean() })) });

export const accessControlListSchema = z.object({
  acesDictionary: z.record(
    z.string(),
    z.object({
      extendedInfo: z
        .object({ effectiveAllow: z.number().nullish(), effectiveDeny: z.number().nullish() })
        .nullish(),
    }),
  ),
});
