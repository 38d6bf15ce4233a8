import type { Kysely, Transaction } from "kysely";
import pg from "pg";
import { loadKysely } from "./load-kysely.ts";
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

/** As which the server lists our connections, where the address gives them no other name. */
export const applicationName = "copydesk";

const searchPath = `-c search_path=${schemaName}`;

/**
 * A process that is stopped, or whose machine is, keeps its connection and the locks of its transaction: a
 * worker's own row, for which whoever takes its jobs over waits. The server ends such a session after this
 * long.
 */
const idleInTransactionMs = 10_000;

const poolSizeDefault = 4;

/** After so long without a byte the system asks the other side, ten times in ten seconds. */
const keepAliveMs = 10_000;

export interface DatabaseOptions {
  /** Connections at most, besides that of the session; 4 when not given. */
  poolSize?: number;
  /** Milliseconds between two statements of a transaction, at most. */
  idleInTransactionMs?: number;
  /**
   * Where the server itself is when the pool reaches it through a pooler that gives a connection to each
   * transaction; null: nowhere, and then this process listens to nothing.
   */
  direct?: pg.ClientConfig | null;
}

/** Opens a pool with the search path of Copydesk. Nothing connects before the first query. */
export function openDatabase(connection: pg.ClientConfig, options: DatabaseOptions = {}): Database {
  const { direct = connection, poolSize = poolSizeDefault } = options;
  const timeout = options.idleInTransactionMs ?? idleInTransactionMs;
  const own = direct && {
    ...withLimits(direct),
    options: [direct.options, searchPath].filter(Boolean).join(" "),
    idle_in_transaction_session_timeout: timeout,
  };
  // Poolers refuse such parameters: there they are the database's own (`src/store/reach-database.ts`).
  const config = direct === connection && own ? own : withLimits(connection);
  const pool = new pg.Pool({ ...config, max: poolSize, onConnect: refuseStandby });
  if (direct !== connection) withoutNames(pool);
  // A connection that breaks is replaced by the pool, and a query on it fails; without listeners it would end
  // the process, while it is idle (first line) or taken (second).
  pool.on("error", () => undefined);
  pool.on("connect", (client) => void client.on("error", () => undefined));
  let db: Db | null = null;
  const session = createSession(own);
  const pulse = createPulse({ pool, session });
  // Kysely would end the pool only if it had been used itself.
  return {
    get db() {
      db ??= buildQueries(pool);
      return db;
    },
    ...{ pool, connection: own ?? config, session, pulse },
    close: () => pool.end(),
  };
}

function buildQueries(pool: pg.Pool): Db {
  const { Kysely, PostgresDialect } = loadKysely();
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}

/**
 * Where two servers change places, an address may lead to the second one before it is the first: a connection
 * to it is as good as none, also later. Throws as the server does when it is asked to write.
 */
async function refuseStandby(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ isStandby: boolean }>('select pg_is_in_recovery() as "isStandby"');
  if (!rows[0]?.isStandby) return;
  const refusal = new pg.DatabaseError("the server is a standby and takes no writes", 0, "error");
  refusal.code = "25006";
  throw refusal;
}

/**
 * A named statement is prepared on one connection, and a pooler may give the next transaction another one.
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
    // A server or a network that went away without a word is noticed while a statement waits for its result:
    // systems ask after two hours by themselves.
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
  };
}

/**
 * Runs `work` in one transaction on one connection; rolls back when it throws, and starts again after a
 * deadlock: it must do nothing that a rollback leaves. ARCHITECTURE.md has the order in which rows are
 * locked.
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
