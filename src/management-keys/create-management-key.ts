import { z } from "zod";
import { allowedIps, expiresInDays, expiryOf } from "../api-keys/key-fields.ts";
import type { Actor } from "../audit/actor.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { AppError } from "../errors.ts";
import { type Permission, permissions } from "../people/permissions.ts";
import { parseInput } from "../schemas/parse-input.ts";
import { nameText } from "../schemas/plain-text.ts";
import { type Database, inTransaction } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import { assertMayGive } from "./assert-may-give.ts";
import {
  type ManagementKeyRecord,
  type ManagementKeyRow,
  toManagementKeyRecord,
} from "./management-key-record.ts";
import { generateManagementKey } from "./management-key-text.ts";

export const createManagementKeyInput = z.strictObject({
  name: nameText({ max: 100 }),
  permissions: z
    .array(z.enum(permissions, { error: `must be one of ${permissions.join(", ")}` }))
    .min(1, "must have at least one permission")
    .max(permissions.length)
    .transform((given) => permissions.filter((permission) => given.includes(permission))),
  expiresInDays,
  allowedIps: allowedIps.default([]),
});

export interface KeyGrant {
  actor: Actor;
  organisationId: string;
  /** The actor's own permissions there, which a key cannot exceed. Null: no restriction. */
  mayGive: readonly Permission[] | null;
}

const insert = `
  insert into management_keys (id, organisation_id, name, secret_hash, permissions, allowed_ips, created_by, expires_at)
  select $1, id, $3, $4, $5, $6, $7, $8 from organisations where id = $2 returning *`;

/**
 * Creates a key for the organisation. `key` is returned only here. Throws `invalid_request`,
 * `insufficient_permission`, `organisation_not_found`.
 */
export async function createManagementKey(
  { database }: { database: Database },
  { actor, organisationId, mayGive }: KeyGrant,
  input: unknown,
): Promise<{ key: string; record: ManagementKeyRecord }> {
  const wanted = parseInput(createManagementKeyInput, input);
  assertMayGive(mayGive, wanted.permissions);
  const { id, secretHash, text } = generateManagementKey();
  const values = [
    ...[id, organisationId, wanted.name, secretHash, wanted.permissions, wanted.allowedIps],
    ...[JSON.stringify(actor.author), expiryOf(wanted.expiresInDays)],
  ];
  const record = await guardStore(() =>
    inTransaction(database, async (client) => {
      const { rows } = await client.query<ManagementKeyRow>(insert, values);
      if (rows[0] === undefined)
        throw new AppError("organisation_not_found", "There is no such organisation.");
      const made = toManagementKeyRecord(rows[0]);
      const subject = { kind: "management_key", id, name: made.name };
      await recordAudit(client, {
        action: "management_key.created",
        ...{ actor, organisationId, subject, after: made },
      });
      return made;
    }),
  );
  return { key: text, record };
}
