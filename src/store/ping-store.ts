import type { Database } from "./database.ts";
import { guardStore } from "./guard-store.ts";

/** Resolves if the store answers; throws `unavailable` otherwise. */
export async function pingStore({ pool }: Pick<Database, "pool">): Promise<void> {
  await guardStore(() => pool.query("select 1"));
}
