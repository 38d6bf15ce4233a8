import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, chmod, chown, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { copyBinaries } from "../../src/store/embedded-postgres/copy-binaries.ts";
import { findServerPackage } from "../../src/store/embedded-postgres/find-server-package.ts";
import { prepareServerPlace, type ServerUser } from "../../src/store/embedded-postgres/server-place.ts";
import { endWithTests } from "./end-with-tests.ts";
import { freePort } from "./free-port.ts";
import { temporaryFolder } from "./git-fixture.ts";
import { joinSockets } from "./join-sockets.ts";
import { descendantsOf } from "./processes.ts";

const run = promisify(execFile);
const user = "copydesk";

/** Two servers, of which the second has what the first commits, and an address of whichever is first. */
export interface PostgresPair {
  /** `DATABASE_URL` by an address that outlives the first server. */
  url: string;
  /** Kills the first server at once, promotes the second one, and lets the address lead to it. */
  failOver(): Promise<void>;
  /** Lets the address lead to the second server, which is still the second, or to the first one again. */
  leadTo(server: "standby" | "primary"): void;
  close(): Promise<void>;
}

interface Server {
  port: number;
  child: ChildProcess;
}

interface Programs {
  binaries: string;
  asUser: ServerUser | null;
}

/**
 * Streaming replication between two real servers of the built-in PostgreSQL; a commit is acknowledged when
 * the second one has it.
 */
export async function startPostgresPair(): Promise<PostgresPair> {
  const folder = await temporaryFolder();
  await chmod(folder, 0o755);
  const place = await prepareServerPlace(folder);
  const programs = { binaries: await copyBinaries(place, await findServerPackage()), asUser: place.user };
  const [first, second] = [join(place.base, "first"), join(place.base, "second")];
  const inBase = { ...place.user, cwd: place.base };
  await run(join(programs.binaries, "bin/initdb"), ["-D", first, "-U", user, "-A", "trust", "-N"], inBase);
  const primary = await startServer(programs, first);
  await copyCluster(primary, { from: first, to: second, as: inBase });
  const standby = await startServer(programs, second);
  await ask(primary, "alter system set synchronous_standby_names = '*'");
  await ask(primary, "select pg_reload_conf()");
  await untilSynchronous(primary);
  const address = await startAddress(primary.port);
  return {
    url: urlOf(address.port),
    async failOver() {
      await kill(primary);
      await ask(standby, "select pg_promote(true)");
      address.leadTo(standby.port);
    },
    leadTo: (server) => address.leadTo(server === "standby" ? standby.port : primary.port),
    async close() {
      await address.close();
      await Promise.all([kill(primary), kill(standby)]);
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

async function startServer({ binaries, asUser }: Programs, cluster: string): Promise<Server> {
  const port = await freePort();
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

/** As `pg_basebackup` does it ("Making a Base Backup Using the Low Level API"): it is not in the package. */
async function copyCluster(
  { port }: Server,
  { from, to, as }: { from: string; to: string; as: Partial<ServerUser> },
): Promise<void> {
  const session = new pg.Client({ connectionString: urlOf(port) });
  await session.connect();
  try {
    await session.query("select pg_backup_start('second', true)");
    await run("cp", ["-a", from, to], as);
    const { rows } = await session.query<{ labelfile: string }>(
      "select labelfile from pg_backup_stop(false)",
    );
    await rm(join(to, "postmaster.pid"));
    await writeFile(join(to, "backup_label"), rows[0]!.labelfile);
    await writeFile(join(to, "standby.signal"), "");
    if (as.uid !== undefined)
      for (const name of ["backup_label", "standby.signal"]) await chown(join(to, name), as.uid, as.gid!);
    const upstream = `host=127.0.0.1 port=${port} user=${user}`;
    await appendFile(join(to, "postgresql.auto.conf"), `primary_conninfo = '${upstream}'\n`);
  } finally {
    await session.end();
  }
}

async function untilSynchronous(primary: Server): Promise<void> {
  while ((await ask(primary, "select 1 from pg_stat_replication where sync_state = 'sync'")).length === 0)
    await new Promise((resolve) => setTimeout(resolve, 50));
}

/** With all of its processes, so that none can acknowledge anything after that. */
async function kill({ child }: Server): Promise<void> {
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

async function ask({ port }: Pick<Server, "port">, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: urlOf(port) });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

function urlOf(port: number): string {
  return `postgres://${user}@127.0.0.1:${port}/postgres`;
}

/** A virtual address, as a load balancer or a service of a cluster gives a database. */
async function startAddress(first: number) {
  let target = first;
  const open = new Set<Socket>();
  const server = createServer((client) => {
    open.add(client);
    client.once("close", () => open.delete(client));
    joinSockets(client, connect(target, "127.0.0.1"));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const endAll = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    leadTo(port: number) {
      target = port;
      endAll();
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      endAll();
      await closed;
    },
  };
}
