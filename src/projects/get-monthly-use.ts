import type { Database } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import { accountKey, loadCaps, type MonthlyUse, toUse } from "../usage/load-caps.ts";

/** Returns the usage of all the project's jobs in the current month. */
export async function getMonthlyUse(
  { database }: { database: Database },
  projectId: string,
): Promise<MonthlyUse> {
  const account = { projectId, apiKeyId: null };
  const states = await guardStore(() => loadCaps(database.pool, [account]));
  return toUse(states.get(accountKey(account))?.[0]);
}
