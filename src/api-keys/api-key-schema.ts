import { z } from "zod";
import { author } from "../jobs/author-schema.ts";
import { monthlyCapSchema } from "../projects/monthly-cap-schema.ts";

const time = z.iso.datetime({ precision: 3 });

/** An API key without its secret. */
export const apiKeySchema = z
  .object({
    id: z.string().meta({ description: "The eight characters after cpd_." }),
    projectId: z.string(),
    name: z.string(),
    scopes: z.array(z.enum(["read", "write"])),
    allowedIps: z.array(z.string()).meta({ description: "Empty: any address." }),
    monthlyCap: monthlyCapSchema,
    createdBy: author.nullable().meta({ description: "null: created before this was stored." }),
    createdAt: time,
    expiresAt: time.nullable(),
    lastUsedAt: time.nullable(),
    revokedAt: time.nullable(),
  })
  .meta({ description: "An API key of a project, without its secret." });

export const listedApiKey = apiKeySchema.extend({
  thisMonth: z.object({ tokens: z.number(), costUsd: z.number(), resetsAt: time.nullable() }),
  uses: z.object({ jobs30d: z.int().meta({ description: "Jobs that it created in the last 30 days." }) }),
});

const key = z.string().meta({ description: "The key itself: it is shown only here." });

export const createdApiKey = apiKeySchema.extend({ key });

export const rotatedApiKey = createdApiKey.extend({
  replaced: apiKeySchema.meta({ description: "The old key, which expires when the overlap ends." }),
});
