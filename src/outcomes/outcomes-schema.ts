import { z } from "zod";
import { author } from "../jobs/author-schema.ts";
import { projectIdFilter } from "../jobs/list-all-jobs.ts";
import { month } from "../schemas/moments.ts";

export const readOutcomesInput = z.strictObject({
  projectId: projectIdFilter,
  from: month.optional().describe("First month, in UTC; eleven before the last one when absent."),
  to: month.optional().describe("Last month, in UTC; this one when absent."),
});

const count = z.int().min(0);

const figures = {
  jobs: count.meta({ description: "Created in that time." }),
  withPullRequest: count,
  merged: count,
  closed: count,
  open: count,
  medianHoursToMerge: z
    .number()
    .nullable()
    .meta({ description: "Time from opening to merge; null if none was merged." }),
  reworkTurns: count.meta({ description: "Follow-ups of these jobs." }),
  costUsd: z.number().nullable().meta({ description: "Null when no price is known." }),
  costPerMerged: z
    .number()
    .nullable()
    .meta({ description: "Total cost divided by the number of merged ones." }),
  findingsFixed: count.meta({ description: "Problems that merged changes have fixed." }),
};

export const outcomes = z.object({
  months: z.array(z.object({ month: z.string().meta({ description: "YYYY-MM" }), ...figures })),
  authors: z
    .array(z.object({ author: author.nullable(), ...figures }))
    .meta({ description: "Those with the most jobs first, at most 200." }),
});

export type Outcomes = z.output<typeof outcomes>;
