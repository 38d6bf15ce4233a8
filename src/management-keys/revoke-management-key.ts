import type { Actor } from "../audit/actor.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { type Database, inTransaction } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import {
  type ManagementKeyRecord,
  type ManagementKeyRow,
  toManagementKeyRecord,
} from "./management-key-record.ts";
import { keyMissing, type ManagementKeyAddress } from "./rotate-management-key.ts";

const find = `
  select * from management_keys
  where id = $1 and ($2::text[] is null or organisation_id = any($2::text[])) for no key update`;

const revoke =
  "update management_keys set revoked_at = clock_timestamp() where id = $1 and revoked_at is null returning *";

/**
 * Revokes a key: within one second it is refused everywhere. Repeating this has no effect. Throws
 * `management_key_not_found`.
 */
export async function revokeManagementKey(
  { database }: { database: Database },
  { organisationIds, keyId }: ManagementKeyAddress,
  actor: Actor,
): Promise<ManagementKeyRecord> {
  const work = () =>
    inTransaction(database, async (client) => {
      const { rows } = await client.query<ManagementKeyRow>(find, [keyId, organisationIds]);
      if (rows[0] === undefined) throw keyMissing(keyId);
      const before = toManagementKeyRecord(rows[0]);
      if (before.revokedAt !== null) return before;
      const revoked = await client.query<ManagementKeyRow>(revoke, [keyId]);
      const after = toManagementKeyRecord(revoked.rows[0]!);
      const { organisationId, name } = after;
      const subject = { kind: "management_key", id: keyId, name };
      await recordAudit(client, {
        action: "management_key.revoked",
        ...{ actor, organisationId, subject, before, after },
      });
      return after;
    });
  return await guardStore(work);
}
