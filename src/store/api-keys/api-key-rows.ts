import type { Insertable, Selectable } from "kysely";
import { batchLoads } from "../batch-calls.ts";
import { type Database, inTransaction } from "../database.ts";
import { guardStore } from "../guard-store.ts";
import type { ApiKeysTable, MonthlyCap } from "../schema.ts";
import { mayMakeKey } from "./key-limit.ts";

export type ApiKeyRow = Selectable<ApiKeysTable>;

type NewApiKey = Pick<Insertable<ApiKeysTable>, "id" | "project_id" | "name" | "secret_hash" | "scopes"> & {
  allowed_ips: string[];
  monthly_cap: MonthlyCap;
  expires_at: Date | null;
};

const insert = `
  insert into api_keys (id, project_id, name, secret_hash, scopes, allowed_ips, expires_at, monthly_cap)
  values ($1, $2, $3, $4, $5, $6, $7, $8) returning *`;

/** Null when the project has made as many keys as it may in this hour. */
export function insertApiKey(database: Database, key: NewApiKey): Promise<ApiKeyRow | null> {
  const { id, project_id, name, secret_hash, scopes, allowed_ips, expires_at, monthly_cap } = key;
  return guardStore(() =>
    inTransaction(database, async (client) => {
      if (!(await mayMakeKey(client, project_id))) return null;
      const values = [id, project_id, name, secret_hash, scopes, allowed_ips, expires_at, monthly_cap];
      return (await client.query<ApiKeyRow>(insert, values)).rows[0]!;
    }),
  );
}

/** Every key of the project, also expired and revoked ones, oldest first. */
export function listApiKeyRows({ db }: Pick<Database, "db">, projectId: string): Promise<ApiKeyRow[]> {
  return guardStore(() =>
    db
      .selectFrom("api_keys")
      .selectAll()
      .where("project_id", "=", projectId)
      .orderBy("created_at")
      .orderBy("id")
      .execute(),
  );
}

/** Marks the key as revoked, once; undefined when the project has no such key. */
export function revokeApiKeyRow(
  { db }: Pick<Database, "db">,
  key: { projectId: string; keyId: string },
): Promise<ApiKeyRow | undefined> {
  return guardStore(() =>
    db
      .updateTable("api_keys")
      .set(({ fn, ref }) => ({
        revoked_at: fn.coalesce(ref("revoked_at"), fn<Date>("clock_timestamp", [])),
      }))
      .where("id", "=", key.keyId)
      .where("project_id", "=", key.projectId)
      .returningAll()
      .executeTakeFirst(),
  );
}

/** The tables of keys, which are read and touched alike. */
type KeyTable = "api_keys" | "management_keys";

/** Loads keys by id; concurrent calls become one query. */
export function createKeyLoader<Row extends { id: string }>(
  { pool }: Pick<Database, "pool">,
  table: KeyTable,
): (keyId: string) => Promise<Row | undefined> {
  return batchLoads(
    (ids) =>
      guardStore(async () => {
        const text = `select * from ${table} where id = any($1::text[])`;
        const { rows } = await pool.query<Row>(text, [ids]);
        return new Map(rows.map((row) => [row.id, row]));
      }),
    { maxBatch: 500, maxInFlight: 2 },
  );
}

/** Writes the time of last use of those keys for which that was not done within the last minute. */
export async function touchKeys(
  { pool }: Pick<Database, "pool">,
  table: KeyTable,
  keyIds: string[],
): Promise<void> {
  await guardStore(() =>
    pool.query(
      `with idle as (
         select id from ${table}
         where id = any($1::text[]) and (last_used_at is null or last_used_at <= clock_timestamp() - interval '1 minute')
         order by id for no key update skip locked
       )
       update ${table} set last_used_at = clock_timestamp() from idle where ${table}.id = idle.id`,
      [keyIds],
    ),
  );
}
