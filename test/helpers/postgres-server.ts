import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { copyBinaries } from "../../src/store/embedded-postgres/copy-binaries.ts";
import { findServerPackage } from "../../src/store/embedded-postgres/find-server-package.ts";
import { prepareServerPlace, type ServerUser } from "../../src/store/embedded-postgres/server-place.ts";
import { endWithTests } from "./end-with-tests.ts";
import { freePort } from "./free-port.ts";
import { temporaryFolder } from "./git-fixture.ts";
import { descendantsOf } from "./processes.ts";

export const user = "copydesk";

export interface Server {
  port: number;
  child: ChildProcess;
}

interface Programs {
  binaries: string;
  asUser: ServerUser | null;
}

/** A server of its own that can be killed and started again at the same address. */
export interface PostgresServer {
  url: string;
  /** SIGKILL, to all of its processes. */
  kill(): Promise<void>;
  /** Answers when it takes connections, after it has recovered. */
  startAgain(): Promise<void>;
  close(): Promise<void>;
}

export async function startPostgresServer(): Promise<PostgresServer> {
  const { folder, programs, cluster } = await makeCluster();
  let server = await startServer(programs, cluster);
  const { port } = server;
  return {
    url: urlOf(port),
    kill: () => kill(server),
    async startAgain() {
      for (let started = false; !started; )
        try {
          server = await startServer(programs, cluster, port);
          started = true;
        } catch (error) {
          // The last of its killed processes has not quite gone.
          if (!/still in use/.test((error as Error).message)) throw error;
        }
    },
    async close() {
      await kill(server);
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** The built-in PostgreSQL with an empty cluster. */
export async function makeCluster() {
  const folder = await temporaryFolder();
  await chmod(folder, 0o755);
  const place = await prepareServerPlace(folder);
  const programs: Programs = {
    binaries: await copyBinaries(place, await findServerPackage()),
    asUser: place.user,
  };
  const cluster = join(place.base, "first");
  await promisify(execFile)(
    join(programs.binaries, "bin/initdb"),
    ["-D", cluster, "-U", user, "-A", "trust", "-N"],
    { ...place.user, cwd: place.base },
  );
  return { folder, base: place.base, programs, cluster };
}

export async function startServer(
  { binaries, asUser }: Programs,
  cluster: string,
  samePort?: number,
): Promise<Server> {
  const port = samePort ?? (await freePort());
  const settings = ["listen_addresses=127.0.0.1", `port=${port}`, "unix_socket_directories="];
  const child = spawn(
    join(binaries, "bin/postgres"),
    ["-D", cluster, ...settings.flatMap((setting) => ["-c", setting]), "-c", "wal_keep_size=256MB"],
    { ...asUser, cwd: cluster, stdio: ["ignore", "ignore", "pipe"] },
  );
  let log = "";
  child.stderr.on("data", (chunk: Buffer) => {
    log += chunk.toString();
  });
  endWithTests(child);
  const server = { port, child };
  for (;;) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL ended with ${child.exitCode}: ${log}`);
    if (await ask(server, "select 1").catch(() => null)) return server;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** With all of its processes, so that none can acknowledge anything after that. */
export async function kill({ child }: Server): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  const others = descendantsOf(child.pid!);
  child.kill("SIGKILL");
  for (const { pid } of others) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It noticed that its server is gone.
    }
  }
  await exited;
}

export async function ask({ port }: Pick<Server, "port">, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: urlOf(port) });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

export function urlOf(port: number): string {
  return `postgres://${user}@127.0.0.1:${port}/postgres`;
}
