import type { Database } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import {
  type ManagementKeyRecord,
  type ManagementKeyRow,
  toManagementKeyRecord,
} from "./management-key-record.ts";

const list = `
  select * from management_keys where $1::text[] is null or organisation_id = any($1::text[]) order by created_at, id`;

/** Lists all keys of these organisations (null: of all), including expired and revoked ones, oldest first. */
export async function listManagementKeys(
  { database }: { database: Pick<Database, "pool"> },
  organisationIds: readonly string[] | null,
): Promise<ManagementKeyRecord[]> {
  const { rows } = await guardStore(() => database.pool.query<ManagementKeyRow>(list, [organisationIds]));
  return rows.map(toManagementKeyRecord);
}
