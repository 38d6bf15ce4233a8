import { z } from "zod";
import { AppError } from "../errors.ts";
import { parseInput } from "../schemas/parse-input.ts";
import { replaceApiKeyRow } from "../store/api-keys/replace-api-key-row.ts";
import type { Database } from "../store/database.ts";
import { type ApiKeyRecord, toApiKeyRecord } from "./api-key-record.ts";
import { generateApiKey } from "./api-key-text.ts";
import { tooManyKeys } from "./create-api-key.ts";

const hourMs = 60 * 60 * 1000;

export const rotateApiKeyInput = z.strictObject({
  /** How long the old key works on. */
  overlapHours: z
    .number("must be a number")
    .min(0)
    .max(7 * 24, "must be at most 168 (7 days)")
    .default(24),
});

export interface RotatedApiKey {
  /** The new key's only appearance. */
  key: string;
  record: ApiKeyRecord;
  /** The old one, which ends with the overlap. */
  replaced: ApiKeyRecord;
}

/**
 * Makes a key with the name, scopes, addresses and lifetime of another one, which goes on working for the overlap. Throws
 * `api_key_not_found`, also for one that is revoked or has expired, `invalid_request`, `too_many_api_keys`.
 */
export async function rotateApiKey(
  { database }: { database: Database },
  projectId: string,
  keyId: string,
  input: unknown = {},
): Promise<RotatedApiKey> {
  const { overlapHours } = parseInput(rotateApiKeyInput, input);
  const { id, secretHash, text } = generateApiKey();
  const outcome = await replaceApiKeyRow(database, {
    projectId,
    keyId,
    overlapMs: overlapHours * hourMs,
    successor: { id, secretHash },
  });
  switch (outcome.kind) {
    case "replaced":
      return {
        key: text,
        record: toApiKeyRecord(outcome.successor),
        replaced: toApiKeyRecord(outcome.replaced),
      };
    case "limited":
      throw tooManyKeys();
    case "missing":
      throw new AppError("api_key_not_found", `The project has no valid API key ${keyId}.`);
  }
}
