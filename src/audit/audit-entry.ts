import { z } from "zod";
import { author } from "../jobs/author-schema.ts";

const texts = { description: "Masked where it was a secret." };

/** One change: who made it, when, from where, and what it changed. */
export const auditEntry = z
  .object({
    id: z.int().min(1),
    at: z.iso.datetime({ precision: 3 }),
    action: z.string().meta({ description: "For example api_key.created; others may be added." }),
    author,
    from: z.string().nullable().meta({ description: "IP address; null: the machine itself." }),
    organisationId: z.string().nullable().meta({ description: "null if it concerns the whole instance." }),
    projectId: z.string().nullable(),
    subject: z.object({ kind: z.string(), id: z.string(), name: z.string().nullable() }),
    before: z.unknown().meta(texts),
    after: z.unknown().meta(texts),
  })
  .meta({
    description:
      "An entry of the audit log. before and after: the old and the new state; null if there was or is none.",
  });

export type AuditEntry = z.output<typeof auditEntry>;

export const auditPage = z.object({
  data: z.array(auditEntry),
  nextCursor: z.string().nullable().meta({ description: "For the next page; null on the last one." }),
});
