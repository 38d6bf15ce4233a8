import { z } from "zod";

export const count = z.int().min(0);
export const commit = z.string().meta({ description: "Full hash." });
export const costUsd = z
  .number()
  .nullable()
  .meta({ description: "Null when the model's price is not known." });

export const budget = z.object({
  maxSteps: count.optional(),
  maxTokens: count.optional(),
  maxCostUsd: z.number().optional(),
  timeoutSeconds: count.optional(),
});

export const stepUsage = z.object({
  inputTokens: count.meta({ description: "Cached ones included." }),
  cachedInputTokens: count,
  cacheWriteTokens: count,
  outputTokens: count,
});

export const changedFile = z.object({
  status: z
    .enum(["A", "M", "D", "R"])
    .meta({ isOpen: true, description: "Added, modified, deleted or renamed." }),
  path: z.string(),
  oldPath: z.string().optional().meta({ description: "Before a rename." }),
  mode: z.string(),
  additions: count,
  deletions: count,
});

export const fileOperation = z.discriminatedUnion("op", [
  z.object({ op: z.literal("write"), path: z.string(), text: z.string() }),
  z.object({
    op: z.literal("replace"),
    path: z.string(),
    edits: z.array(z.object({ at: count, old: z.string(), new: z.string() })),
  }),
  z.object({ op: z.literal("move"), from: z.string(), to: z.string() }),
  z.object({ op: z.literal("delete"), path: z.string() }),
]);

/** JSON as received, including the order of its fields. */
export const anyValue = z.unknown().refine((value): boolean => value !== undefined, "must be there");

export const toolCall = z.object({
  id: z.string(),
  name: z.string(),
  input: anyValue,
  refused: z.string().optional().meta({ description: "Why the call was not run." }),
});

export const siteShape = z.object({
  generator: z.string(),
  navigationFile: z.string().nullable(),
  docsRoot: z.string(),
  pageCount: count,
});

/** A context repository at the commit that a turn reads. */
export const contextSource = z.object({
  name: z.string(),
  repository: z.string(),
  ref: z.string(),
  commit,
  include: z.array(z.string()).meta({ description: "Globs of what the turn sees; everything if empty." }),
  files: count.meta({ description: "How many it sees." }),
});

/** A paragraph of a changed page. */
export const citedPlace = z.object({
  path: z.string(),
  line: z.int().min(1),
  text: z.string().meta({ description: "Its beginning." }),
});

export const citation = citedPlace.extend({
  evidence: z.string().meta({ description: "`source@commit:path#L3-L9`, or `prompt`." }),
  identifier: z.string().nullable().meta({ description: "What occurs in these lines." }),
  quote: z
    .string()
    .optional()
    .meta({ description: "The cited lines, at most 20; absent for the prompt and in older logs." }),
});
