import { spawn } from "node:child_process";
import { chown, open, readFile, rename, rm, stat } from "node:fs/promises";
import { isAbsolute, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { AppError } from "../../errors.ts";
import { dataFolderArgument } from "./can-reach.ts";
import { claimScope } from "./claim-scope.ts";
import { databaseUser } from "./create-cluster.ts";
import { readPassword } from "./database-password.ts";
import { findRunningServer } from "./find-running-server.ts";
import { lastLines } from "./last-lines.ts";
import { placeScript } from "./replace-file.ts";
import { requirePassword } from "./require-password.ts";
import { isDiskFull, notWritable, prepareSocketFolder, type ServerPlace } from "./server-place.ts";

const readyWithinMs = 120_000;
const pollMs = 10;
const launchesAfterKill = 6;
const relaunchPauseMs = 500;
const logBytesMax = 10 * 1024 * 1024;
const databaseName = "copydesk";

const settings: Record<string, string> = {
  listen_addresses: "",
  port: "5432",
  unix_socket_permissions: "0700",
  max_connections: "300",
  shared_buffers: "64MB",
  // In files: segments in /dev/shm are scarce in a container, and some systems remove them when their user
  // logs out.
  dynamic_shared_memory_type: "mmap",
  fsync: "on",
  synchronous_commit: "on",
  full_page_writes: "on",
  max_wal_size: "512MB",
  log_checkpoints: "off",
  log_timezone: "UTC",
  timezone: "UTC",
  cluster_name: "copydesk",
};

/** Connects to the running server; null if none answers. Throws `store_unavailable` for a wrong password. */
export async function connectToRunning(place: ServerPlace): Promise<pg.ClientConfig | null> {
  const text = await readFile(join(place.cluster, "postmaster.pid"), "utf8").catch(() => "");
  const folder = text.split("\n")[4];
  if (!folder) return null;
  const host = isAbsolute(folder) ? folder : resolve(place.cluster, folder);
  const password = await readPassword(place);
  // A server that an earlier Copydesk started asks for none.
  const connection = {
    ...{ host, port: 5432, user: databaseUser, database: databaseName },
    ...(password !== null && { password }),
  };
  return (await answers(place, connection)) ? connection : null;
}

/**
 * Starts the server, or waits for one that is starting. Only under the start lock. Throws
 * `store_unavailable`.
 */
export async function startServer(
  place: ServerPlace,
  binaries: string,
  watcher: "found" | "started",
): Promise<pg.ClientConfig> {
  const deadline = Date.now() + readyWithinMs;
  // The last processes of a killed server may still hold its memory, and a new one refuses to start then.
  let launchesLeft = (await hasPidFile(place)) ? launchesAfterKill : 1;
  let runner: Runner | null = null;
  while (Date.now() < deadline) {
    const connection = await connectToRunning(place);
    if (connection !== null) return connection;
    const running = await findRunningServer(place);
    if (running !== "ours" && (runner === null || runner.hasEnded())) {
      if (launchesLeft === 0) throw await didNotStart(place, runner);
      if (runner === null) await claimScope(place, watcher);
      else await sleep(relaunchPauseMs);
      runner = await launch(place, binaries, running);
      launchesLeft -= 1;
    }
    await sleep(pollMs);
  }
  throw new AppError(
    "store_unavailable",
    `PostgreSQL did not become ready in ${readyWithinMs / 1_000} s; its log is ${place.logFile}.`,
  );
}

interface Runner {
  hasEnded(): boolean;
  /** Start of its part of the log. */
  logStart: number;
}

async function launch(place: ServerPlace, binaries: string, found: "foreign" | "none"): Promise<Runner> {
  if (found === "foreign") await rm(join(place.cluster, "postmaster.pid"), { force: true });
  await requirePassword(place, binaries);
  const socketFolder = await prepareSocketFolder(place);
  // Its lock contains a pid too, and the cluster has a lock of its own.
  await rm(join(socketFolder, ".s.PGSQL.5432.lock"), { force: true });
  const beside = socketFolder === join(place.base, "run");
  const options = Object.entries({
    ...settings,
    // The server runs in its cluster; as a relative path this stays short and reachable.
    unix_socket_directories: beside ? "../run" : `"${socketFolder.replaceAll('"', '""')}"`,
  }).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const program = [join(binaries, "bin", "postgres"), "-D", dataFolderArgument(place, place.cluster)];
  return await spawnRunner(place, [...program, ...options]);
}

async function hasPidFile({ cluster }: ServerPlace): Promise<boolean> {
  return (await stat(join(cluster, "postmaster.pid")).catch(() => null)) !== null;
}

async function spawnRunner(place: ServerPlace, command: string[]): Promise<Runner> {
  await placeScript(place.base, "run-server.sh");
  const log = await openLog(place);
  const runner = spawn("sh", ["../run-server.sh", ...command], {
    ...place.user,
    cwd: place.cluster,
    detached: true,
    stdio: ["ignore", log.handle.fd, log.handle.fd],
    env: { PATH: process.env.PATH, LC_ALL: "C" },
  });
  await log.handle.close();
  let ended = false;
  for (const event of ["exit", "error"]) {
    runner.once(event, () => {
      ended = true;
    });
  }
  runner.unref();
  return { hasEnded: () => ended, logStart: log.size };
}

async function openLog({ logFile, user }: ServerPlace) {
  const size = (await stat(logFile).catch(() => null))?.size ?? 0;
  if (size > logBytesMax) await rename(logFile, `${logFile}.1`);
  const handle = await open(logFile, "a", 0o600);
  if (user !== null) await chown(logFile, user.uid, user.gid);
  return { handle, size: size > logBytesMax ? 0 : size };
}

async function didNotStart(place: ServerPlace, runner: Runner | null): Promise<AppError> {
  const log = (await readFile(place.logFile).catch(() => Buffer.alloc(0))).subarray(runner?.logStart);
  if (isDiskFull(log.toString())) return notWritable(place.base, new Error("no space left on device"));
  return new AppError(
    "store_unavailable",
    `PostgreSQL did not start: ${lastLines(log.toString())} (log: ${place.logFile})`,
  );
}

/** Whether the server answers; creates Copydesk's database if it is missing. */
async function answers(place: ServerPlace, connection: pg.ClientConfig): Promise<boolean> {
  const problem = await problemOf(connection);
  if (problem === null) return true;
  if (isRefusedPassword(problem)) throw refusedPassword(place);
  if (!(problem instanceof pg.DatabaseError) || problem.code !== "3D000") return false;
  return (
    (await problemOf({ ...connection, database: "postgres" }, `create database ${databaseName}`)) === null
  );
}

/** Whether the password was refused, or is missing: then the client itself gives up. */
function isRefusedPassword(problem: unknown): boolean {
  if (problem instanceof pg.DatabaseError) return problem.code === "28P01" || problem.code === "28000";
  return problem instanceof Error && problem.message.startsWith("SASL");
}

function refusedPassword({ base, passwordFile }: ServerPlace): AppError {
  return new AppError(
    "store_unavailable",
    `The database in ${base} refuses the password in ${passwordFile}. Restore that file; or end every Copydesk process of this data folder and remove it, and the next start sets a new password.`,
  );
}

async function problemOf(connection: pg.ClientConfig, statement?: string): Promise<unknown> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    if (statement !== undefined) await client.query(statement);
    return null;
  } catch (error) {
    return error;
  } finally {
    await client.end().catch(() => undefined);
  }
}
