import type { Database } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";

/** Returns the instance's first organisation, whose owners see matters of the whole instance. */
export async function firstOrganisation({ database }: { database: Pick<Database, "pool"> }): Promise<string> {
  const { rows } = await guardStore(() =>
    database.pool.query<{ id: string }>("select default_organisation() as id"),
  );
  return rows[0]!.id;
}
