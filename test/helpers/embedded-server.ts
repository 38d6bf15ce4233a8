import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { endWithTests } from "./end-with-tests.ts";

const children = new Map<ChildProcess, string>();
const program = join(import.meta.dirname, "../fixtures/join-embedded-postgres.ts");

/** A process that joins, or says why it could not. */
export interface Joiner {
  pid: number;
  connection: pg.ClientConfig;
  startedServer: boolean;
  /** What it failed with, if so. */
  code?: string;
  message?: string;
  /** Releases the server; resolves with the exit code when the process and its pipes are closed. */
  end(): Promise<number | null>;
  kill(signal: NodeJS.Signals): Promise<void>;
}

/** A process of its own that joins the server of the data folder. */
export async function startJoiner(dataFolder: string, options: JoinerOptions = {}): Promise<Joiner> {
  const child = spawnJoiner(dataFolder, options);
  const closed = once(child, "close");
  const lines = createInterface({ input: child.stdout! });
  const [line] = await Promise.race([once(lines, "line"), once(lines, "close")]);
  if (line === undefined) throw new Error(`A process ended (${child.exitCode}) before it joined.`);
  return {
    ...JSON.parse(line),
    pid: child.pid,
    async end() {
      child.stdin?.end("release\n");
      await closed;
      return child.exitCode;
    },
    async kill(signal) {
      child.kill(signal);
      await closed;
    },
  };
}

interface JoinerOptions {
  uid?: number;
  umask?: number;
  detached?: boolean;
}

export function spawnJoiner(
  dataFolder: string,
  { uid, umask = 0o022, detached = false }: JoinerOptions = {},
): ChildProcess {
  const identity = uid === undefined ? {} : { uid, gid: uid };
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const environment = { PATH, NODE_COMPILE_CACHE, TMPDIR: tmpdir() };
  const script = `umask ${umask.toString(8)}; exec "$@"`;
  const options = { ...identity, detached, cwd: "/", env: environment };
  const child = spawn("sh", ["-c", script, "sh", process.execPath, program, dataFolder], {
    ...options,
    stdio: ["pipe", "pipe", "inherit"],
  });
  endWithTests(child);
  child.stdin?.on("error", () => undefined);
  children.set(child, dataFolder);
  child.once("close", () => children.delete(child));
  return child;
}

type Cleanup = (work: () => Promise<void>) => void;

/** A data folder with a cluster that is not running, to be copied: much faster than to make one. */
export async function makeSeed(cleanup: Cleanup): Promise<string> {
  const dataFolder = makeDataFolder(cleanup);
  const base = join(dataFolder, "postgres");
  await (await startJoiner(dataFolder)).end();
  for (const pid of processesIn(base, /watch-holders\.sh/)) process.kill(pid, "SIGKILL");
  end(runningServer(base)!);
  await untilStopped(base);
  return dataFolder;
}

/** A private data folder that is removed, with whatever still runs on it, when the test ends. */
export function makeDataFolder(cleanup: Cleanup, seed?: string): string {
  const folder = mkdtempSync(join(tmpdir(), "copydesk-embedded-"));
  chmodSync(folder, 0o755);
  cleanup(async () => {
    for (const [child, joined] of children) if (joined.startsWith(folder)) child.kill("SIGKILL");
    while (endServersIn(folder)) await sleep(50);
    rmSync(folder, { recursive: true, force: true });
  });
  if (seed !== undefined) execFileSync("cp", ["-a", seed, join(folder, "data")]);
  return join(folder, "data");
}

/** Pid of the live server, or null. */
export function runningServer(base: string): number | null {
  const path = join(base, "cluster/postmaster.pid");
  if (!existsSync(path)) return null;
  const pid = Number.parseInt(readFileSync(path, "utf8"), 10);
  return nameOf(pid) === "postgres" ? pid : null;
}

/** Ends what runs of servers below the folder. Returns whether there was something. */
export function endServersIn(folder: string): boolean {
  const pids = processesIn(folder, /(watch-holders|run-server)\.sh|\/bin\/postgres -D/);
  for (const pid of pids) end(pid);
  return pids.length > 0;
}

/** The shells that watch the holders (in the folder) or run the server (in the cluster). */
export function processesIn(base: string, script = /watch-holders\.sh|run-server\.sh/): number[] {
  return (process.platform === "linux" ? readdirSync("/proc") : [])
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => workingFolder(pid)?.startsWith(base) && script.test(argumentsOf(pid)));
}

export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(50);
}

/** Until neither the server nor one of its shells is left. */
export async function untilStopped(base: string): Promise<void> {
  await until(() => runningServer(base) === null && processesIn(base).length === 0);
}

export async function query(
  connection: pg.ClientConfig,
  statement: string,
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection);
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, nameOf(pid) === "postgres" ? "SIGINT" : "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

function nameOf(pid: number): string | null {
  try {
    return readFileSync(`/proc/${pid}/comm`, "utf8").trim();
  } catch {
    return null;
  }
}

function argumentsOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return "";
  }
}

function workingFolder(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}

export function filesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}
