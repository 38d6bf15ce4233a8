import { AppError, isAppError } from "../errors.ts";
import { type Database, openDatabase } from "./database.ts";

const majorMin = 15;

/** The database of `DATABASE_URL`, or one that a caller has at hand; opened, and answering. Throws `store_unavailable`. */
export async function reachDatabase(
  connection: Database["connection"],
  options: { poolSize: number },
): Promise<Database> {
  const name = connection.connectionString === undefined ? embedded : describeTarget(connection);
  let database: Database | null = null;
  try {
    database = openDatabase(connection, options);
    const { rows } = await database.pool.query<{ version: string }>(
      "select current_setting('server_version') as version",
    );
    refuseOld(name, rows[0]!.version);
    return database;
  } catch (cause) {
    await database?.close();
    if (isAppError(cause)) throw cause;
    throw new AppError("store_unavailable", `${name} cannot be used: ${describeProblem(cause)}`, { cause });
  }
}

const embedded = "The embedded database";

/** Without the password. */
function describeTarget({ connectionString = "" }: Database["connection"]): string {
  const url = URL.parse(connectionString);
  const where = url?.host ? ` (${decodeURIComponent(url.host)}${url.pathname})` : "";
  return `The database of DATABASE_URL${where}`;
}

/** `version` is what the server says of itself, such as "15.4 (Debian 15.4-2)". */
export function refuseOld(name: string, version: string): void {
  const major = Number.parseInt(version, 10);
  if (major >= majorMin) return;
  throw new AppError(
    "store_unavailable",
    `${name} is PostgreSQL ${version}, and Copydesk needs ${majorMin} or newer. Upgrade the server, or use another.`,
  );
}

/** What is wrong, and what to do about it: SQLSTATE codes of the server, codes of sockets, of files and of TLS. */
export function describeProblem(problem: unknown): string {
  const first = problem instanceof AggregateError ? problem.errors[0] : problem;
  const { code = "", message = String(first) } = first as { code?: string; message?: string };
  const words = message || code;
  const cure = cures.find(([codes]) => codes.test(code) || codes.test(words))?.[1] ?? otherCure;
  return `${words.replace(/\.$/, "")}. ${cure}`;
}

const otherCure = "Check that it runs and that the address, user and password are right.";

// The driver has no codes for its own time-outs and for TLS that a server refuses: there its words are looked at.
const cures: [RegExp, string][] = [
  [/^(ENOTFOUND|EAI_AGAIN)$/, "There is no such host, or its name cannot be looked up. Correct the host."],
  [/^(ECONNREFUSED|ENOENT)$/, "Start PostgreSQL there, or correct the host, the port or the file."],
  [/^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/, "Correct the host and port, or let the firewall pass them."],
  [/timeout/i, "It does not answer in time. Correct the host and port, or let the firewall pass them."],
  [/^(EACCES|EPERM)$/, "Let this user open the socket or file, or choose another."],
  [/^28|^SASL/, "Correct the user and the password, or let pg_hba.conf of the server admit them."],
  [/^3D000$/, "Make it with createdb, or correct the name after the last slash."],
  [/^42501$/, "Grant the user CREATE on the database: Copydesk makes a schema of its own there."],
  [/^53300$/, "Raise max_connections of the server, or run fewer processes."],
  [/^53100$/, "Give the server more disk space."],
  [/^57P03$/, "It is just starting or stopping: try again soon."],
  [
    /SSL|TLS|certificate|CERT_/i,
    "Correct sslmode and sslrootcert of the URL, or name the authority in NODE_EXTRA_CA_CERTS.",
  ],
];
