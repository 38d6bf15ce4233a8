import { z } from "zod";
import { commit, count } from "../jobs/event-parts.ts";
import { finding } from "../jobs/finding-schema.ts";
import { openEnum } from "../jobs/open-enum.ts";
import { checkCounts, jobPullRequest } from "../jobs/record-schema.ts";

export const reviewFile = z.strictObject({
  path: z.string().meta({ description: "Where it is now; of a deleted file, where it was." }),
  oldPath: z.string().nullable().meta({ description: "Before a rename." }),
  status: openEnum(["added", "changed", "deleted", "renamed"]),
  additions: count,
  deletions: count,
  isBinary: z.boolean(),
  isPage: z.boolean().meta({ description: "Whether it can be shown rendered: Markdown or MDX." }),
});

export const reviewFinding = finding
  .extend({
    state: openEnum(["new", "fixed", "preexisting"]).meta({
      description: "Whether the change introduces it, repairs it, or leaves it as it was.",
    }),
    excerpt: z
      .string()
      .nullable()
      .meta({ description: "The line that it is about; null when it is not known." }),
    before: z
      .string()
      .nullable()
      .meta({ description: "That line before the change; null when there was none." }),
    after: z
      .string()
      .nullable()
      .meta({ description: "That line after the change; null when there is none." }),
  })
  .meta({ description: "A problem in the documentation, with the line it is about." });

const ability = z.strictObject({
  allowed: z.boolean(),
  why: z
    .string()
    .nullable()
    .meta({ description: "Why not, as a sentence for people; null if it is allowed." }),
});

const reviewCitation = z
  .strictObject({
    path: z.string().meta({ description: "The changed page." }),
    line: z.int().min(1).nullable().meta({
      description: "Where the paragraph begins now; null when a later turn has changed it.",
    }),
    text: z.string().meta({ description: "The paragraph's beginning." }),
    source: z.string().meta({ description: "Name of the context repository, or `prompt`." }),
    commit: commit.nullable().meta({ description: "That the job has read; null for the prompt." }),
    file: z.string().nullable().meta({ description: "In the context repository." }),
    startLine: z.int().min(1).nullable(),
    endLine: z.int().min(1).nullable(),
    identifier: z.string().nullable().meta({ description: "What occurs in these lines." }),
    quote: z.string().nullable().meta({
      description: "The cited lines, at most 20; null for the prompt, and if they were not kept.",
    }),
  })
  .meta({ description: "The citation of a changed paragraph." });

export const mergeMethods = ["merge", "squash"] as const;

export const reviewActions = z.strictObject({
  approve: ability,
  merge: ability,
  methods: z.array(z.enum(mergeMethods)).meta({ description: "How it can be merged." }),
  close: ability,
  deleteBranch: ability,
  comment: ability,
  suggest: ability,
});

export const review = z.strictObject({
  jobId: z.string(),
  title: z.string().nullable(),
  summary: z
    .string()
    .nullable()
    .meta({ description: "What the agent says about its work, as Markdown, newest turn first." }),
  baseCommit: commit
    .nullable()
    .meta({ description: "Commit that the change is compared with; null before the job has started." }),
  headCommit: commit.nullable().meta({
    description: "Commit of the branch at the last push. Decisions name it; null if nothing was pushed.",
  }),
  pullRequest: jobPullRequest.nullable(),
  files: z.array(reviewFile),
  checks: z.strictObject({ counts: checkCounts.nullable(), findings: z.array(reviewFinding) }),
  citations: z
    .array(reviewCitation)
    .meta({ description: "Citations of the changed paragraphs, in the order of the pages." }),
  actions: reviewActions,
  autoMerge: z.string().nullable().meta({
    description: "Why it has not been merged automatically; null if the project does not want that.",
  }),
  generator: z.string().nullable().meta({ description: "Generator of the site; null if it is not known." }),
});

const reviewLine = z.strictObject({
  kind: z.enum([" ", "+", "-"]).meta({ "x-enum-varnames": ["Context", "Added", "Removed"] }),
  oldLine: z.int().min(1).nullable(),
  newLine: z.int().min(1).nullable(),
  text: z.string(),
  changes: z
    .array(z.tuple([count, count]))
    .optional()
    .meta({ description: "What differs within the line: from and to, in UTF-16 code units." }),
});

export const reviewHunk = z.strictObject({
  oldStart: count,
  oldLines: count,
  newStart: count,
  newLines: count,
  lines: z.array(reviewLine),
});

export const unavailable = z.strictObject({ code: z.string(), message: z.string() });

export const reviewContents = z.strictObject({
  path: z.string(),
  oldPath: z.string().nullable(),
  before: z
    .string()
    .nullable()
    .meta({ description: "The whole text before; null when there was none or it is not known." }),
  after: z
    .string()
    .nullable()
    .meta({ description: "The whole text after; null when there is none or it is not known." }),
  hunks: z.array(reviewHunk),
  tooLarge: z.boolean().meta({ description: "A text is larger than 1 MiB and is left out." }),
  unavailable: unavailable.nullable().meta({
    description: "Why the texts are not known although they should be: the repository could not be read.",
  }),
});

const lineRange = z
  .tuple([z.int().min(1), z.int().min(1)])
  .nullable()
  .meta({ description: "First and last line; null on the other side." });

export const renderedBlock = z.strictObject({
  before: z.string().nullable().meta({ description: "HTML." }),
  after: z.string().nullable().meta({ description: "HTML." }),
  state: openEnum(["same", "changed", "added", "removed"]),
  beforeLines: lineRange,
  afterLines: lineRange,
});

const blockIndexes = z.array(count).meta({ description: "Indexes of the blocks that differ on this side." });

export const renderedPage = z.strictObject({
  before: z
    .string()
    .nullable()
    .meta({ description: "The whole page before, as HTML; null when there was none or it is not known." }),
  after: z
    .string()
    .nullable()
    .meta({ description: "The whole page after, as HTML; null when there is none or it is not known." }),
  changedBefore: blockIndexes,
  changedAfter: blockIndexes,
  blocks: z.array(renderedBlock).meta({ description: "The page block by block, before beside after." }),
  tooLarge: z.boolean().meta({ description: "The page is too large to be shown rendered." }),
  unavailable: unavailable
    .nullable()
    .meta({ description: "Why there is nothing to show although there should be." }),
});

export type RenderedPage = z.output<typeof renderedPage>;
export type Review = z.output<typeof review>;
export type ReviewFile = z.output<typeof reviewFile>;
export type ReviewFinding = z.output<typeof reviewFinding>;
export type ReviewCitation = z.output<typeof reviewCitation>;
export type ReviewActions = z.output<typeof reviewActions>;
export type ReviewHunk = z.output<typeof reviewHunk>;
export type ReviewLine = z.output<typeof reviewLine>;
export type ReviewContents = z.output<typeof reviewContents>;
