import { lockFor } from "../advisory-locks.ts";
import { type Client, type Database, inTransaction } from "../database.ts";
import { guardStore } from "../guard-store.ts";

const begin = `
  set local lock_timeout = '5s';
  set local idle_in_transaction_session_timeout = '10s';
  set local statement_timeout = '8s'`;
const lock = lockFor("deliveries");

/**
 * Runs the work in a transaction of its own, after whatever else is being stored of what the project's host
 * has told: the same thing, told twice at once, is stored once. Throws `unavailable`.
 */
export function inDeliveryOrder<Result>(
  database: Database,
  projectId: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  return guardStore(() =>
    inTransaction(database, async (client) => {
      await client.query(begin);
      await client.query(lock, [projectId]);
      return await work(client);
    }),
  );
}
