import { z } from "zod";
import { author } from "../jobs/author-schema.ts";
import { permissions } from "../people/permissions.ts";

const time = z.iso.datetime({ precision: 3 });

/** A management key without its secret. */
export const managementKeySchema = z
  .object({
    id: z.string().meta({ description: "The eight characters after cpm_." }),
    organisationId: z.string(),
    name: z.string(),
    permissions: z.array(z.enum(permissions)),
    allowedIps: z.array(z.string()).meta({ description: "Empty: any address." }),
    createdBy: author,
    createdAt: time,
    expiresAt: time.nullable(),
    lastUsedAt: time.nullable(),
    revokedAt: time.nullable(),
  })
  .meta({ description: "A management key of an organisation, without its secret." });

const key = z.string().meta({ description: "The key itself: it is shown only here." });

export const createdManagementKey = managementKeySchema.extend({ key });

export const rotatedManagementKey = createdManagementKey.extend({
  replaced: managementKeySchema.meta({ description: "The old key, which expires when the overlap ends." }),
});
