import { z } from "zod";
import { plainText } from "../schemas/plain-text.ts";
import { mergeMethods } from "./review-schema.ts";

const headCommit = z
  .string()
  .regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/, "must be the headCommit of the review")
  .meta({ description: "The commit that was reviewed, as in the review." });

const path = plainText({ max: 4_096 }).meta({ description: "Of a file of the change." });
const line = z.int().min(1).max(10_000_000);

const notAnObject = {
  error: ({ code }: { code?: string }) => (code === "invalid_type" ? "must be a JSON object" : undefined),
};

const reviewComment = z.strictObject({
  path,
  side: z.enum(["before", "after"]).meta({ description: "Which text the lines are counted in." }),
  startLine: line,
  line: line.meta({ description: "The last line that it is about." }),
  body: plainText({ max: 8_000 }),
});

export const commentsBody = z
  .strictObject(
    {
      headCommit: headCommit.nullable().meta({ description: "As the review has it: null for a preview." }),
      summary: plainText({ max: 8_000 }).optional().meta({ description: "About the change as a whole." }),
      comments: z.array(reviewComment).max(200),
    },
    notAnObject,
  )
  .refine(({ summary, comments }) => summary !== undefined || comments.length > 0, {
    path: ["comments"],
    message: "must have a comment, or there must be a summary",
  });

export const approveBody = z.strictObject(
  {
    headCommit,
    body: plainText({ max: 8_000 })
      .optional()
      .meta({ description: "What the approval says on the code host." }),
  },
  notAnObject,
);

export const mergeBody = z.strictObject(
  {
    headCommit,
    method: z.enum(mergeMethods),
    title: plainText({ max: 200 })
      .optional()
      .meta({ description: "Of the commit; the pull request's when absent." }),
    deleteBranch: z.boolean().default(false).meta({ description: "Delete the job's branch afterwards." }),
  },
  notAnObject,
);

export const suggestionsBody = z.strictObject(
  {
    headCommit,
    title: plainText({ max: 200 }).optional().meta({ description: "First line of the commit's message." }),
    suggestions: z
      .array(
        z.strictObject({
          path,
          startLine: line,
          endLine: line.meta({ description: "The last line that is replaced." }),
          expected: z
            .string()
            .max(100_000)
            .meta({ description: "Current text of these lines, without the last line break." }),
          replacement: z.string().max(100_000).meta({ description: "Their new text; empty to delete them." }),
        }),
      )
      .min(1)
      .max(200),
    force: z.boolean().default(false).meta({ description: "Also when the checks find new problems in it." }),
  },
  notAnObject,
);

export type CommentsInput = z.output<typeof commentsBody>;
export type SuggestionsInput = z.output<typeof suggestionsBody>;
