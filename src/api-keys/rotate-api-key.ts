import { z } from "zod";
import { type ActorDeps, actorOf } from "../audit/actor.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { AppError } from "../errors.ts";
import { parseInput } from "../schemas/parse-input.ts";
import { type Database, inTransaction } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import type { ApiKeyRow } from "./api-key-record.ts";
import { type ApiKeyRecord, toApiKeyRecord } from "./api-key-record.ts";
import { generateApiKey } from "./api-key-text.ts";
import { mayMakeKey, tooManyKeys } from "./create-api-key.ts";
import { overlapHours } from "./key-fields.ts";

export const rotateApiKeyInput = z.strictObject({ overlapHours: overlapHours.default(24) });

export interface RotatedApiKey {
  /** The new key, returned only here. */
  key: string;
  record: ApiKeyRecord;
  /** The old key, which expires after the overlap. */
  replaced: ApiKeyRecord;
}

const isValid = "revoked_at is null and (expires_at is null or expires_at > clock_timestamp())";

const find = `select * from api_keys where id = $2 and project_id = $1 and ${isValid} for no key update`;

/** The successor gets the old key's original lifetime, its monthly cap and its account. */
const succeed = `
  insert into api_keys (id, project_id, name, secret_hash, scopes, allowed_ips, expires_at, monthly_cap, account_id, created_by)
  select $3, project_id, name, $4, scopes, allowed_ips, clock_timestamp() + (expires_at - created_at), monthly_cap,
    coalesce(account_id, id), $5
  from api_keys where id = $2 and project_id = $1
  returning *`;

const end = `
  update api_keys set expires_at = least(expires_at, clock_timestamp() + make_interval(secs => $3))
  where id = $2 and project_id = $1 returning *`;

/**
 * Creates a key with the name, scopes, addresses and lifetime of another one, which stays valid for the
 * overlap. Throws `api_key_not_found`, also if it is revoked or expired, `invalid_request`,
 * `too_many_api_keys`.
 */
export async function rotateApiKey(
  deps: { database: Database } & ActorDeps,
  projectId: string,
  keyId: string,
  input: unknown = {},
): Promise<RotatedApiKey> {
  const wanted = parseInput(rotateApiKeyInput, input);
  const { id, secretHash, text } = generateApiKey();
  const actor = actorOf(deps);
  const address = [projectId, keyId];
  const work = () =>
    inTransaction(deps.database, async (client) => {
      const mayMake = await mayMakeKey(client, projectId);
      const { rows } = await client.query<ApiKeyRow>(find, address);
      if (rows[0] === undefined)
        throw new AppError("api_key_not_found", `The project has no valid API key ${keyId}.`);
      if (!mayMake) throw tooManyKeys();
      const author = JSON.stringify(actor.author);
      const made = await client.query<ApiKeyRow>(succeed, [...address, id, secretHash, author]);
      const ended = await client.query<ApiKeyRow>(end, [...address, wanted.overlapHours * 3_600]);
      const record = toApiKeyRecord(made.rows[0]!);
      const replaced = toApiKeyRecord(ended.rows[0]!);
      await recordAudit(client, {
        ...{ action: "api_key.rotated", actor, projectId },
        subject: { kind: "api_key", id: keyId, name: record.name },
        before: toApiKeyRecord(rows[0]),
        after: { successor: id, expiresAt: replaced.expiresAt },
      });
      return { record, replaced };
    });
  return { key: text, ...(await guardStore(work)) };
}
