import type { Selectable } from "kysely";
import { batchLoads } from "../batch-calls.ts";
import type { Database } from "../database.ts";
import { guardStore } from "../guard-store.ts";
import type { ApiKeysTable } from "../schema.ts";

export type ApiKeyRow = Selectable<ApiKeysTable>;

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
