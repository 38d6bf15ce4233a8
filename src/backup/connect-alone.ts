import pg from "pg";
import { AppError } from "../errors.ts";
import type { Database } from "../store/database.ts";
import { isStoreAway } from "../store/guard-store.ts";
import { describeProblem } from "../store/reach-database.ts";

export interface StorePlace {
  database: Pick<Database, "connection">;
}

/** A connection for one long transaction, outside the pool. Throws `store_unavailable`. */
export async function connectAlone({ database }: StorePlace): Promise<pg.Client> {
  const client = new pg.Client({ ...database.connection, idle_in_transaction_session_timeout: undefined });
  // A broken connection also fails the query that is under way.
  client.on("error", () => undefined);
  try {
    await client.connect();
    return client;
  } catch (cause) {
    throw new AppError("store_unavailable", `The store cannot be used: ${describeProblem(cause)}`, { cause });
  }
}

/**
 * Returns `store_unavailable`, with the state that is left, if the database was lost; otherwise the error
 * itself.
 */
export function explainLoss(error: unknown, left: string): unknown {
  if (!isStoreAway(error)) return error;
  const { message } = error instanceof AggregateError ? error.errors[0] : (error as Error);
  const text = `The database was lost in the middle (${message}). ${left}`;
  return new AppError("store_unavailable", text, { cause: error });
}
