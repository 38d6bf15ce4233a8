import { Kysely, PostgresDialect, type Transaction } from "kysely";
import pg from "pg";
import { createPulse, type Pulse } from "./pulse.ts";
import { retryConflicts } from "./retry-conflicts.ts";
import type { Schema } from "./schema.ts";
import { createSession, type Session } from "./session.ts";

export type Db = Kysely<Schema>;
export type Tx = Transaction<Schema>;

/** Kysely for everyday queries, the pool for hand-written statements; both share the same connections. */
export interface Database {
  db: Db;
  pool: pg.Pool;
  /** How to reach the same server with a connection of one's own. */
  connection: pg.ClientConfig;
  /** The connection of this process that LISTENs and holds session locks. */
  session: Session;
  /** What this process asks the store once a second. */
  pulse: Pulse;
  close(): Promise<void>;
}

/** A connection that the caller holds: one of a transaction, or its own. */
export type Client = pg.PoolClient | pg.ClientBase;

export const schemaName = "copydesk";

const searchPath = `-c search_path=${schemaName}`;

/**
 * A process that is stopped, or whose machine is, keeps its connection and the locks of its transaction: a worker's own row, for which
 * whoever takes its jobs over waits. The server ends such a session after this long.
 */
const idleInTransactionMs = 10_000;

const poolSizeDefault = 4;

export interface DatabaseOptions {
  /** Connections at most, besides that of the session; 4 when not given. */
  poolSize?: number;
  /** Milliseconds between two statements of a transaction, at most. */
  idleInTransactionMs?: number;
}

/** Opens a pool with the search path of Copydesk. Nothing connects before the first query. */
export function openDatabase(connection: pg.ClientConfig, options: DatabaseOptions = {}): Database {
  const config = {
    ...connection,
    options: [connection.options, searchPath].filter(Boolean).join(" "),
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    idle_in_transaction_session_timeout: options.idleInTransactionMs ?? idleInTransactionMs,
  };
  const pool = new pg.Pool({ ...config, max: options.poolSize ?? poolSizeDefault });
  // A connection that breaks is replaced by the pool, and a query on it fails; without listeners it would end the
  // process, while it is idle (first line) or taken (second).
  pool.on("error", () => undefined);
  pool.on("connect", (client) => void client.on("error", () => undefined));
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  const session = createSession(config);
  const pulse = createPulse({ pool, session });
  // Kysely would end the pool only if it had been used itself.
  return { db, pool, connection: config, session, pulse, close: () => pool.end() };
}

/**
 * Runs `work` in one transaction on one connection; rolls back when it throws, and starts again after a deadlock: it must do nothing
 * that a rollback leaves. ARCHITECTURE.md has the order in which rows are locked.
 */
export function inTransaction<T>(
  database: Database,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  return retryConflicts(() => runTransaction(database, work));
}

async function runTransaction<T>(
  database: Database,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await database.pool.connect();
  let broken: Error | undefined;
  try {
    await client.query("begin");
    const result = await work(client);
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch((rollbackError: Error) => {
      broken = rollbackError;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
