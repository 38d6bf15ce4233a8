import { type ActorDeps, actorOf } from "../audit/actor.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { AppError } from "../errors.ts";
import { type Database, inTransaction } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import type { ApiKeyRow } from "./api-key-record.ts";
import { type ApiKeyRecord, toApiKeyRecord } from "./api-key-record.ts";

const find = "select * from api_keys where id = $1 and project_id = $2 for no key update";
const revoke = "update api_keys set revoked_at = clock_timestamp() where id = $1 returning *";

/**
 * Revokes a key by its id (the eight characters after `cpd_`): within one second it is refused everywhere.
 * Repeating this has no effect. Throws `api_key_not_found`.
 */
export async function revokeApiKey(
  deps: { database: Database } & ActorDeps,
  projectId: string,
  keyId: string,
): Promise<ApiKeyRecord> {
  const work = () =>
    inTransaction(deps.database, async (client) => {
      const { rows } = await client.query<ApiKeyRow>(find, [keyId, projectId]);
      if (rows[0] === undefined)
        throw new AppError("api_key_not_found", `The project has no API key ${keyId}.`);
      const before = toApiKeyRecord(rows[0]);
      if (before.revokedAt !== null) return before;
      const revoked = await client.query<ApiKeyRow>(revoke, [keyId]);
      const after = toApiKeyRecord(revoked.rows[0]!);
      await recordAudit(client, {
        action: "api_key.revoked",
        ...{ actor: actorOf(deps), projectId, before, after },
        subject: { kind: "api_key", id: keyId, name: after.name },
      });
      return after;
    });
  return await guardStore(work);
}
