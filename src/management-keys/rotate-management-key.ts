import { z } from "zod";
import { overlapHours } from "../api-keys/key-fields.ts";
import type { Actor } from "../audit/actor.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { AppError } from "../errors.ts";
import type { Permission } from "../people/permissions.ts";
import { parseInput } from "../schemas/parse-input.ts";
import { type Database, inTransaction } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import { assertMayGive } from "./assert-may-give.ts";
import {
  type ManagementKeyRecord,
  type ManagementKeyRow,
  toManagementKeyRecord,
} from "./management-key-record.ts";
import { generateManagementKey } from "./management-key-text.ts";

export const rotateManagementKeyInput = z.strictObject({ overlapHours: overlapHours.default(24) });

export interface RotatedManagementKey {
  /** The new key, returned only here. */
  key: string;
  record: ManagementKeyRecord;
  /** The old key, which expires after the overlap. */
  replaced: ManagementKeyRecord;
}

export interface ManagementKeyAddress {
  /** Organisations in which the actor may do this; null: all. */
  organisationIds: readonly string[] | null;
  keyId: string;
}

const isValid = "revoked_at is null and (expires_at is null or expires_at > clock_timestamp())";

const end = `
  update management_keys set expires_at = least(expires_at, clock_timestamp() + make_interval(secs => $3))
  where id = $1 and ($2::text[] is null or organisation_id = any($2::text[])) and ${isValid}
  returning *`;

const find = `
  select * from management_keys
  where id = $1 and ($2::text[] is null or organisation_id = any($2::text[])) and ${isValid} for no key update`;

const succeed = `
  insert into management_keys (id, organisation_id, name, secret_hash, permissions, allowed_ips, created_by, expires_at)
  select $2, organisation_id, name, $3, permissions, allowed_ips, $4, clock_timestamp() + (expires_at - created_at)
  from management_keys where id = $1 returning *`;

export interface Rotation {
  actor: Actor;
  /** Returns the actor's permissions in an organisation; null: no restriction. */
  mayGive(organisationId: string): readonly Permission[] | null;
}

/**
 * Creates a key with the name, permissions, addresses and lifetime of another one, which stays valid for the
 * overlap. Throws `management_key_not_found`, also if it is revoked or expired, `invalid_request`,
 * `insufficient_permission`.
 */
export async function rotateManagementKey(
  { database }: { database: Database },
  { organisationIds, keyId }: ManagementKeyAddress,
  { actor, mayGive }: Rotation,
  input: unknown = {},
): Promise<RotatedManagementKey> {
  const wanted = parseInput(rotateManagementKeyInput, input);
  const { id, secretHash, text } = generateManagementKey();
  const made = await guardStore(() =>
    inTransaction(database, async (client) => {
      const found = await client.query<ManagementKeyRow>(find, [keyId, organisationIds]);
      const [old] = found.rows;
      if (old === undefined) throw keyMissing(keyId);
      assertMayGive(mayGive(old.organisation_id), old.permissions);
      const author = JSON.stringify(actor.author);
      const created = await client.query<ManagementKeyRow>(succeed, [keyId, id, secretHash, author]);
      const ended = await client.query<ManagementKeyRow>(end, [
        keyId,
        organisationIds,
        wanted.overlapHours * 3_600,
      ]);
      const record = toManagementKeyRecord(created.rows[0]!);
      const replaced = toManagementKeyRecord(ended.rows[0]!);
      await recordAudit(client, {
        action: "management_key.rotated",
        ...{ actor, organisationId: record.organisationId },
        subject: { kind: "management_key", id: keyId, name: record.name },
        before: toManagementKeyRecord(old),
        after: { successor: id, expiresAt: replaced.expiresAt },
      });
      return { record, replaced };
    }),
  );
  return { key: text, ...made };
}

export function keyMissing(keyId: string): AppError {
  return new AppError("management_key_not_found", `There is no valid management key ${keyId}.`);
}
