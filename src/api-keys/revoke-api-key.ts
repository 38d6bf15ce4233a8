import { AppError } from "../errors.ts";
import { revokeApiKeyRow } from "../store/api-keys/api-key-rows.ts";
import type { Database } from "../store/database.ts";
import { type ApiKeyRecord, toApiKeyRecord } from "./api-key-record.ts";

/**
 * Revokes a key by its id (the eight characters after `cpd_`): within one second it is refused everywhere. Doing it again
 * changes nothing. Throws `api_key_not_found`.
 */
export async function revokeApiKey(
  { database }: { database: Database },
  projectId: string,
  keyId: string,
): Promise<ApiKeyRecord> {
  const row = await revokeApiKeyRow(database, { projectId, keyId });
  if (row === undefined) throw new AppError("api_key_not_found", `The project has no API key ${keyId}.`);
  return toApiKeyRecord(row);
}
