import { z } from "zod";
import { AppError } from "../errors.ts";
import { monthlyCapSchema } from "../projects/monthly-cap-schema.ts";
import { parseInput } from "../schemas/parse-input.ts";
import { plainText } from "../schemas/plain-text.ts";
import { insertApiKey } from "../store/api-keys/api-key-rows.ts";
import { keysPerHour } from "../store/api-keys/key-limit.ts";
import type { Database } from "../store/database.ts";
import { loadProject } from "../store/projects/load-projects.ts";
import { isAddressOrRange } from "./allowed-ips.ts";
import { type ApiKeyRecord, toApiKeyRecord } from "./api-key-record.ts";
import { generateApiKey } from "./api-key-text.ts";

const dayMs = 24 * 60 * 60 * 1000;

export const createApiKeyInput = z.strictObject({
  name: plainText({ max: 100 }).default("default"),
  scopes: z
    .array(z.enum(["read", "write"], { error: "must be read or write" }))
    .min(1, "must have at least one scope")
    .default(["read", "write"])
    .transform((scopes) => [...new Set(scopes)].sort()),
  /** Days from now; null means that the key does not expire. */
  expiresInDays: z
    .union([z.literal(7), z.literal(30), z.literal(60), z.literal(90), z.null()], {
      error: "must be 7, 30, 60, 90 or none",
    })
    .default(90),
  allowedIps: z
    .array(z.string().refine(isAddressOrRange, "must be an IP address, or a range in CIDR notation above /0"))
    .max(50, "must have at most 50 entries")
    .default([]),
  /** What its jobs may use in a month. */
  monthlyCap: monthlyCapSchema.default({}),
});

/** Creates a key for the project. `key` is its only appearance. Throws `project_not_found`, `invalid_request`, `too_many_api_keys`. */
export async function createApiKey(
  { database }: { database: Database },
  projectId: string,
  input: unknown,
): Promise<{ key: string; record: ApiKeyRecord }> {
  const { name, scopes, expiresInDays, allowedIps, monthlyCap } = parseInput(createApiKeyInput, input);
  if ((await loadProject(database, projectId)) === undefined)
    throw new AppError("project_not_found", "There is no such project.");
  const { id, secretHash, text } = generateApiKey();
  const row = await insertApiKey(database, {
    id,
    project_id: projectId,
    name,
    secret_hash: secretHash,
    scopes,
    allowed_ips: allowedIps,
    monthly_cap: monthlyCap,
    expires_at: expiresInDays === null ? null : new Date(Date.now() + expiresInDays * dayMs),
  });
  if (row === null) throw tooManyKeys();
  return { key: text, record: toApiKeyRecord(row) };
}

export function tooManyKeys(): AppError {
  return new AppError(
    "too_many_api_keys",
    `A project can make ${keysPerHour} API keys in any 60 minutes. Wait, or use one that it has.`,
  );
}
