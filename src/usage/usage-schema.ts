import { z } from "zod";
import { monthlyCapSchema } from "../projects/monthly-cap-schema.ts";
import { month } from "../schemas/moments.ts";
import { projectIdFilter } from "../schemas/project-id-filter.ts";

export const usageInput = z.strictObject({
  from: month.optional(),
  to: month.optional(),
  groupBy: z.enum(["project", "key", "month"], { error: "must be project, key or month" }).default("project"),
  projectId: projectIdFilter.optional(),
});

/** Usage in a month. */
export const usageRow = z
  .object({
    month: z.string(),
    projectId: z.string().nullable().meta({ description: "null: all projects together." }),
    projectName: z.string().nullable(),
    apiKeyId: z.string().nullable().meta({ description: "null: not by API key, or all together." }),
    apiKeyName: z.string().nullable(),
    jobs: z.int(),
    inputTokens: z.int(),
    cachedInputTokens: z.int(),
    outputTokens: z.int(),
    costUsd: z.number().nullable().meta({ description: "null if no job reported its cost." }),
    cap: monthlyCapSchema.nullable().meta({ description: "Cap per month; null for no limit." }),
  })
  .meta({ description: "Jobs created in a month (UTC), and what they have used." });

export type UsageRow = z.output<typeof usageRow>;

export const usagePage = z.object({ data: z.array(usageRow) });
