import pg from "pg";
import { AppError, isAppError } from "../errors.ts";
import { withPeriod } from "../text/with-period.ts";
import { type Database, type DatabaseOptions, openDatabase, schemaName } from "./database.ts";

const majorMin = 15;

/**
 * Opens the database of `DATABASE_URL`, or a given one, and makes sure that it answers, also at `direct` if
 * that is another address. Throws `store_unavailable`.
 */
export async function reachDatabase(
  connection: Database["connection"],
  { poolSize, direct }: Pick<DatabaseOptions, "poolSize" | "direct">,
): Promise<Database> {
  const name =
    connection.connectionString === undefined ? embedded : describeTarget("DATABASE_URL", connection);
  const database = openDatabase(connection, {
    ...(poolSize && { poolSize }),
    ...(direct !== undefined && { direct }),
  });
  try {
    const { rows } = await database.pool.query<ServerFacts>(askServer);
    refuseOld(name, rows[0]!.version);
    if (direct !== undefined) refuseUnset(rows[0]!);
    if (direct) await assertSameServer(database, rows[0]!, describeTarget("DATABASE_DIRECT_URL", direct));
    return database;
  } catch (cause) {
    await database.close();
    if (isAppError(cause)) throw cause;
    throw new AppError("store_unavailable", `${name} cannot be used: ${describeProblem(cause)}`, { cause });
  }
}

interface ServerFacts {
  version: string;
  database: string;
  searchPath: string;
  idleLimit: string;
  /** Start time, which identifies the server. */
  startedAt: string;
}

const askServer = `
  select current_setting('server_version') as version, current_database() as database, current_setting('search_path') as "searchPath",
    current_setting('idle_in_transaction_session_timeout') as "idleLimit", pg_postmaster_start_time()::text as "startedAt"`;

/**
 * Throws unless the settings that Copydesk sets on its own connections, and that a pooler does not pass on,
 * are set.
 */
function refuseUnset({ database, searchPath, idleLimit }: ServerFacts): void {
  const isOurs = searchPath.split(",")[0]?.trim() === schemaName;
  if (isOurs && idleLimit !== "0") return;
  throw new AppError(
    "store_unavailable",
    `Connections through the pooler of DATABASE_URL lack settings. Run once, as the owner of the database, then let the pooler reconnect (RECONNECT): ALTER DATABASE "${database}" SET search_path = ${schemaName}; ALTER DATABASE "${database}" SET idle_in_transaction_session_timeout = '10s';`,
  );
}

async function assertSameServer(database: Database, pooled: ServerFacts, name: string): Promise<void> {
  const client = new pg.Client(database.connection);
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<ServerFacts>(askServer);
    const isSame = rows[0]!.startedAt === pooled.startedAt && rows[0]!.database === pooled.database;
    if (isSame) return;
  } catch (cause) {
    throw new AppError("store_unavailable", `${name} cannot be used: ${describeProblem(cause)}`, { cause });
  } finally {
    await client.end().catch(() => undefined);
  }
  throw new AppError(
    "store_unavailable",
    `${name} is not the database of DATABASE_URL. Both must lead to the same one.`,
  );
}

const embedded = "The embedded database";

/** Names the database, without its password. */
function describeTarget(variable: string, { connectionString = "" }: Database["connection"]): string {
  const url = URL.parse(connectionString);
  const where = url?.host ? ` (${decodeURIComponent(url.host)}${url.pathname})` : "";
  return `The database of ${variable}${where}`;
}

/** Throws for an old server. `version` is the server's own text, such as "15.4 (Debian 15.4-2)". */
export function refuseOld(name: string, version: string): void {
  const major = Number.parseInt(version, 10);
  if (major >= majorMin) return;
  throw new AppError(
    "store_unavailable",
    `${name} is PostgreSQL ${version}, and Copydesk needs ${majorMin} or newer. Upgrade the server, or use another.`,
  );
}

/**
 * Describes a problem and its remedy, by codes: SQLSTATE of the server, and those of sockets, files and
 * TLS.
 */
export function describeProblem(problem: unknown): string {
  const first = problem instanceof AggregateError ? problem.errors[0] : problem;
  const { code = "", message = String(first) } = first as { code?: string; message?: string };
  const words = message || code;
  const cure = cures.find(([codes]) => codes.test(code) || codes.test(words))?.[1] ?? otherCure;
  return `${withPeriod(words)} ${cure}`;
}

const otherCure = "Check that it runs and that the address, user and password are right.";

// The driver has no codes for its own time-outs and for TLS that a server refuses: these are recognised by
// text.
const cures: [RegExp, string][] = [
  [
    /unsupported startup parameter/,
    "This is the address of a pooler: give the server's own address in DATABASE_DIRECT_URL (docs/operating.md, Poolers).",
  ],
  [/^(ENOTFOUND|EAI_AGAIN)$/, "There is no such host, or its name cannot be resolved. Correct the host."],
  [/^(ECONNREFUSED|ENOENT)$/, "Start PostgreSQL there, or correct the host, the port or the file."],
  [/^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/, "Correct the host and port, or open the firewall for them."],
  [/timeout/i, "It does not respond in time. Correct the host and port, or open the firewall for them."],
  [/^(EACCES|EPERM)$/, "Let this user open the socket or file, or choose another."],
  [/^28|^SASL/, "Correct the user and the password, or let pg_hba.conf of the server admit them."],
  [/^3D000$/, "Create it with createdb, or correct the name after the last slash."],
  [/^42501$/, "Grant the user CREATE on the database: Copydesk creates its own schema there."],
  [/^53300$/, "Raise max_connections of the server, or run fewer processes."],
  [/^53100$/, "Give the server more disk space."],
  [
    /^25006$/,
    "Give the address of the server that takes writes (docs/operating.md, When the database fails over).",
  ],
  [/^57P03$/, "It is just starting or stopping: try again soon."],
  [
    /SSL|TLS|certificate|CERT_/i,
    "Correct sslmode and sslrootcert of the URL, or name the authority in NODE_EXTRA_CA_CERTS.",
  ],
];
