import { z } from "zod";

/** Only what is read of the host's answers. */
/** `typeKey` is the host's own name for what is wrong. */
export const errorSchema = z.object({ message: z.string(), typeKey: z.string().nullish() });

/** What lists are wrapped in. */
export function listSchema<Item extends z.ZodType>(item: Item) {
  return z.object({ value: z.array(item) });
}

export const repositorySchema = z.object({
  id: z.string(),
  name: z.string(),
  project: z.object({ id: z.string() }),
  isFork: z.boolean().nullish(),
  parentRepository: z.object({ id: z.string() }).nullish(),
});

export type AzureRepository = z.output<typeof repositorySchema>;

const personSchema = z.object({ id: z.string() });

export const pullRequestSchema = z.object({
  pullRequestId: z.number(),
  status: z.string(),
  title: z.string(),
  /** At most 400 characters of it in lists; absent when empty. */
  description: z.string().nullish(),
  /** `refs/heads/…`, also of a fork. */
  sourceRefName: z.string(),
  targetRefName: z.string(),
  reviewers: z.array(personSchema).nullish(),
  /** Absent when the branch is in the repository itself. */
  forkSource: z.object({ repository: z.object({ id: z.string() }) }).nullish(),
});

export type AzurePullRequest = z.output<typeof pullRequestSchema>;

export const refSchema = z.object({ name: z.string() });

export const commentSchema = z.object({
  id: z.number(),
  content: z.string().nullish(),
  isDeleted: z.boolean().nullish(),
});

export const threadSchema = z.object({
  id: z.number(),
  isDeleted: z.boolean().nullish(),
  comments: z.array(commentSchema).nullish(),
});

/** `$value` of a property of an identity. */
const propertySchema = z.object({ $value: z.string() }).nullish().catch(null);

export const identitySchema = z.object({
  id: z.string(),
  /** As access control lists name it: `type;identifier`. */
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
