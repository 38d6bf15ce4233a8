import { z } from "zod";
import { author } from "../jobs/author-schema.ts";

const texts = { description: "Masked where it was a secret." };

/** One change: who made it, when, from where, and what it changed. */
export const auditEntry = z
  .object({
    id: z.int().min(1),
    at: z.iso.datetime({ precision: 3 }),
    action: z.string().meta({ description: "Such as api_key.created; further ones may come." }),
    author,
    from: z.string().nullable().meta({ description: "IP address; null: the machine itself." }),
    organisationId: z.string().nullable().meta({ description: "null: it concerns the whole instance." }),
    projectId: z.string().nullable(),
    subject: z.object({ kind: z.string(), id: z.string(), name: z.string().nullable() }),
    before: z.unknown().meta(texts),
    after: z.unknown().meta(texts),
  })
  .meta({
    description:
      "An entry of the audit log. before and after: what was and what is; null where there was or is nothing.",
  });

export type AuditEntry = z.output<typeof auditEntry>;

export const auditPage = z.object({
  data: z.array(auditEntry),
  nextCursor: z.string().nullable().meta({ description: "For the next page; null on the last one." }),
});
