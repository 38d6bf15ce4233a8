import pg from "pg";
import { createPulse, type Pulse } from "./pulse.ts";
import { retryConflicts } from "./retry-conflicts.ts";
import { createSession, type Session } from "./session.ts";

export interface Database {
  pool: pg.Pool;
  /** Configuration for a separate connection to the same server. */
  connection: pg.ClientConfig;
  /** The connection of this process that LISTENs and holds session locks. */
  session: Session;
  /** The questions that this process asks the store once a second. */
  pulse: Pulse;
  close(): Promise<void>;
}

/** A connection that the caller holds: that of a transaction, or its own. */
export type Client = pg.PoolClient | pg.ClientBase;

export const schemaName = "copydesk";

/** Name of the connections on the server, unless the address sets another. */
export const applicationName = "copydesk";

const searchPath = `-c search_path=${schemaName}`;

/**
 * Limit for an idle transaction. A process that is suspended, or whose machine is, keeps its connection and
 * the locks of its transaction, e.g. on a worker's own row, for which those who take over its jobs wait.
 * The server ends such a session after this time.
 */
const idleInTransactionMs = 10_000;

const poolSizeDefault = 4;

/** Idle time after which the system probes the other side, ten times in ten seconds. */
const keepAliveMs = 10_000;

export interface DatabaseOptions {
  /** Maximum number of connections, besides that of the session; default 4. */
  poolSize?: number;
  /** Maximum time between two statements of a transaction, in milliseconds. */
  idleInTransactionMs?: number;
  /**
   * Address of the server itself if the pool connects through a pooler that gives a connection to each
   * transaction; null: there is none, and this process listens to nothing.
   */
  direct?: pg.ClientConfig | null;
}

/** Opens a pool with Copydesk's search path. Does not connect before the first query. */
export function openDatabase(connection: pg.ClientConfig, options: DatabaseOptions = {}): Database {
  const { direct = connection, poolSize = poolSizeDefault } = options;
  const timeout = options.idleInTransactionMs ?? idleInTransactionMs;
  const own = direct && {
    ...withLimits(direct),
    options: [direct.options, searchPath].filter(Boolean).join(" "),
    idle_in_transaction_session_timeout: timeout,
  };
  // Poolers refuse such parameters: there, the database itself has them set
  // (`src/store/reach-database.ts`).
  const config = direct === connection && own ? own : withLimits(connection);
  const pool = new pg.Pool({ ...config, max: poolSize, onConnect: refuseStandby });
  if (direct !== connection) withoutNames(pool);
  // The pool replaces a broken connection, and a query on it fails. Without listeners the error would end
  // the process, for an idle connection (first line) or one in use (second).
  pool.on("error", () => undefined);
  pool.on("connect", (client) => void client.on("error", () => undefined));
  const session = createSession(own);
  const pulse = createPulse({ pool, session });
  return { pool, connection: own ?? config, session, pulse, close: () => pool.end() };
}

/**
 * Refuses a connection to a standby: during a failover an address may lead to the second server before it
 * takes over, and the connection would stay useless. Throws what the server throws for a write.
 */
async function refuseStandby(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ isStandby: boolean }>('select pg_is_in_recovery() as "isStandby"');
  if (!rows[0]?.isStandby) return;
  const refusal = new pg.DatabaseError("the server is a standby and takes no writes", 0, "error");
  refusal.code = "25006";
  throw refusal;
}

/**
 * Removes names from statements: a named one is prepared on one connection, and a pooler may give the next
 * transaction another.
 */
function withoutNames(pool: pg.Pool): void {
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>;
  const unnamed = (first: unknown, ...rest: unknown[]) =>
    query(typeof first === "object" ? { ...first, name: undefined } : first, ...rest);
  pool.query = unnamed as typeof pool.query;
}

function withLimits(connection: pg.ClientConfig): pg.ClientConfig {
  return {
    ...connection,
    fallback_application_name: applicationName,
    connectionTimeoutMillis: 5_000,
    // So that a server or network that silently disappeared is noticed while a statement waits: by default,
    // systems probe after two hours.
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
  };
}

/**
 * Runs `work` in one transaction on one connection. Rolls back if it throws, and starts again after a
 * deadlock, so `work` must do nothing that a rollback does not undo. ARCHITECTURE.md has the order in which
 * rows are locked.
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
