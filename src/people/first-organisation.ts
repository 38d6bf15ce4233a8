import type { Database } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";

/** The organisation that the instance began with: its owners see what concerns the whole instance. */
export async function firstOrganisation({ database }: { database: Pick<Database, "pool"> }): Promise<string> {
  const { rows } = await guardStore(() =>
    database.pool.query<{ id: string }>("select default_organisation() as id"),
  );
  return rows[0]!.id;
}
