import { z } from "zod";
import { modelName } from "../schemas/model-name.ts";
import { notBlank, plainText } from "../schemas/plain-text.ts";
import { refName } from "../schemas/ref-name.ts";

/** Limits for one turn of a job. */
export const budgetSchema = z.strictObject({
  maxSteps: z.int("must be a whole number").min(1).max(1_000).optional(),
  maxTokens: z.int("must be a whole number").min(1).max(1_000_000_000).optional(),
  maxCostUsd: z.number("must be a number").positive().max(100_000).optional(),
  timeoutSeconds: z.int("must be a whole number").min(1).max(43_200).optional(),
});

const metadata = z
  .record(plainText({ max: 64 }), plainText({ min: 0, max: 512 }), { error: "must be an object of strings" })
  .refine((pairs) => Object.keys(pairs).length <= 16, "must have at most 16 pairs")
  .meta({ maxProperties: 16 });

const belowRoot = /^(?!\/|(?:[^\u0000]*\/)?\.\.(?:\/|$))/;

export const repositoryGlob = plainText({ max: 256 })
  .refine((path) => belowRoot.test(path), "must be a path or glob below the repository's root")
  .meta({ pattern: `${belowRoot.source}${notBlank.slice(1)}` });

/** Not blank, and without line breaks. */
const oneLine = "^[^\\u0000\\r\\n]*[^\\s\\u0000][^\\u0000\\r\\n]*$";

export const topicText = plainText({ max: 100 })
  .refine((topic) => !/[\r\n]/.test(topic), "must be one line")
  .meta({ pattern: oneLine });

function names(what: string) {
  return z.array(plainText({ max: 255 }), "must be a list").max(20, `must have at most 20 ${what}`);
}

/**
 * Body of a create request. Fields added later have no default, so that the hashes of earlier bodies stay
 * the same. Lengths count Unicode code points; unknown fields are refused.
 */
export const createJobBody = z.strictObject(
  {
    prompt: plainText({ max: 32_768 }).meta({
      description: "What to do. Unicode code points are counted.",
      examples: ['Replace "web hook" with "webhook"'],
    }),
    ref: refName
      .meta({ description: "Base branch; the project's branch when absent.", examples: ["main"] })
      .optional(),
    model: modelName
      .meta({ description: "provider/name; the project's model when absent.", examples: ["copydesk/chores"] })
      .optional(),
    asDraft: z
      .boolean("must be true or false")
      .meta({ description: "Open the pull request as a draft." })
      .default(false),
    mode: z
      .enum(["pull_request", "preview"], { error: "must be pull_request or preview" })
      .meta({ description: "preview ends with diff and checks, without a pull request." })
      .default("pull_request"),
    paths: z
      .array(repositoryGlob, "must be a list")
      .max(50, "must have at most 50 globs")
      .meta({
        description:
          "Globs that limit what the job may write, within what the project allows; no further limit when empty.",
      })
      .default([]),
    budget: budgetSchema
      .meta({
        description:
          "Limits of a turn; the project's budget when absent. No step starts that would probably exceed them.",
      })
      .default({}),
    labels: names("labels")
      .meta({
        description: "Labels of the pull request, in addition to the project's.",
        examples: [["docs"]],
      })
      .optional(),
    reviewers: names("reviewers")
      .meta({
        description:
          "Reviewers to request, in addition to the project's; team: goes before the name of a team.",
        examples: [["docs-editor"]],
      })
      .optional(),
    branch: refName
      .meta({
        description:
          "Name of the branch that the job creates; made from the job's id when absent. The job fails if the repository already has that branch.",
        examples: ["docs/webhooks"],
      })
      .optional(),
    title: plainText({ max: 72 })
      .refine((title) => !/[\r\n]/.test(title), "must be one line")
      .meta({
        description: "Title of the pull request; the agent chooses one when absent.",
        examples: ["Say webhook everywhere"],
        pattern: oneLine,
      })
      .optional(),
    topic: topicText
      .meta({
        description:
          "What the pull request is about. While a job of the project with this topic is active or has an open pull request, the prompt is its next turn, and the response is that job's record with status 200.",
        examples: ["release-notes"],
      })
      .optional(),
    metadata: metadata
      .meta({ description: "Key-value pairs of your own, returned with the record." })
      .default({}),
  },
  { error: ({ code }) => (code === "invalid_type" ? "must be a JSON object" : undefined) },
);

export type CreateJobBody = z.output<typeof createJobBody>;
