import { execFile } from "node:child_process";
import { appendFile, chown, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import type { ServerUser } from "../../src/store/embedded-postgres/server-place.ts";
import { joinSockets } from "./join-sockets.ts";
import { ask, kill, makeCluster, type Server, startServer, urlOf, user } from "./postgres-server.ts";

const run = promisify(execFile);

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

/**
 * Streaming replication between two real servers of the built-in PostgreSQL; a commit is acknowledged when
 * the second one has it.
 */
export async function startPostgresPair(): Promise<PostgresPair> {
  const { folder, base, programs, cluster: first } = await makeCluster();
  const second = join(base, "second");
  const inBase = { ...programs.asUser, cwd: base };
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
