import { z } from "zod";
import { type ActorDeps, actorOf } from "../audit/actor.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { AppError } from "../errors.ts";
import { monthlyCapSchema } from "../projects/monthly-cap-schema.ts";
import { requireProject } from "../projects/project-row.ts";
import { parseInput } from "../schemas/parse-input.ts";
import { nameText } from "../schemas/plain-text.ts";
import { type Client, type Database, inTransaction } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import type { ApiKeyRow } from "./api-key-record.ts";
import { type ApiKeyRecord, toApiKeyRecord } from "./api-key-record.ts";
import { generateApiKey } from "./api-key-text.ts";
import { allowedIps, expiresInDays, expiryOf } from "./key-fields.ts";

export const createApiKeyInput = z.strictObject({
  name: nameText({ max: 100 }).default("default"),
  scopes: z
    .array(z.enum(["read", "write"], { error: "must be read or write" }))
    .min(1, "must have at least one scope")
    .default(["read", "write"])
    .transform((scopes) => [...new Set(scopes)].sort()),
  expiresInDays,
  allowedIps: allowedIps.default([]),
  /** Limits on monthly usage by the key's jobs. */
  monthlyCap: monthlyCapSchema.default({}),
});

const keysPerHour = 10;

const insert = `
  insert into api_keys (id, project_id, name, secret_hash, scopes, allowed_ips, expires_at, monthly_cap, created_by)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning *`;

/**
 * Creates a key for the project. `key` is returned only here. Throws `project_not_found`, `invalid_request`,
 * `too_many_api_keys`.
 */
export async function createApiKey(
  deps: { database: Database } & ActorDeps,
  projectId: string,
  input: unknown,
): Promise<{ key: string; record: ApiKeyRecord }> {
  const wanted = parseInput(createApiKeyInput, input);
  await requireProject(deps.database, projectId);
  const actor = actorOf(deps);
  const { id, secretHash, text } = generateApiKey();
  const values = [
    ...[id, projectId, wanted.name, secretHash, wanted.scopes, wanted.allowedIps],
    ...[expiryOf(wanted.expiresInDays), wanted.monthlyCap, JSON.stringify(actor.author)],
  ];
  const work = () =>
    inTransaction(deps.database, async (client) => {
      if (!(await mayMakeKey(client, projectId))) throw tooManyKeys();
      const { rows } = await client.query<ApiKeyRow>(insert, values);
      const made = toApiKeyRecord(rows[0]!);
      const subject = { kind: "api_key", id, name: made.name };
      await recordAudit(client, { action: "api_key.created", actor, projectId, subject, after: made });
      return made;
    });
  return { key: text, record: await guardStore(work) };
}

/** Serializes the creation of keys per project until the transaction ends, so that the limit is exact. */
const lockProject = "select 1 from projects where id = $1 for no key update";

const countKeys = `
  select count(*)::integer as n from api_keys
  where project_id = $1 and created_at > statement_timestamp() - interval '60 minutes'`;

/** True if the project may have another key in this hour. */
export async function mayMakeKey(client: Client, projectId: string): Promise<boolean> {
  await client.query(lockProject, [projectId]);
  const { rows } = await client.query<{ n: number }>(countKeys, [projectId]);
  return rows[0]!.n < keysPerHour;
}

export function tooManyKeys(): AppError {
  return new AppError(
    "too_many_api_keys",
    `A project can create ${keysPerHour} API keys in any 60 minutes. Wait, or use an existing one.`,
  );
}
