import { spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants } from "node:fs";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { endWithTests } from "./end-with-tests.ts";
import { skipUnless } from "./skip-unless.ts";
import type { TestDatabase } from "./test-database.ts";

const program = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer", "/opt/homebrew/bin/pgbouncer"].find(canRun);

export const withPgbouncer = skipUnless(program !== undefined, "needs pgbouncer");

export interface Pgbouncer {
  /** `DATABASE_URL` of the test's database through the pooler. */
  url: string;
  /** Lets it open its connections to the server anew. */
  reconnect(): Promise<void>;
  close(): Promise<void>;
}

export type PoolMode = "transaction" | "session";

/** A pooler before the server of the test's database, with at most so many connections to it. */
export async function startPgbouncer(
  store: TestDatabase,
  connections: number,
  mode: PoolMode = "transaction",
): Promise<Pgbouncer> {
  const target = new pg.Client(store.connection);
  const { user, password, database } = target;
  const folder = await mkdtemp(join(tmpdir(), "copydesk-pgbouncer-"));
  await chmod(folder, 0o777);
  await writeFile(join(folder, "users.txt"), `"${user}" "${password ?? ""}"\n`);
  await writeFile(
    join(folder, "pgbouncer.ini"),
    [
      "[databases]",
      `* = host=${target.host} port=${target.port}`,
      "[pgbouncer]",
      "listen_addr =",
      "listen_port = 6432",
      `unix_socket_dir = ${folder}`,
      "unix_socket_mode = 0777",
      "auth_type = trust",
      `auth_file = ${join(folder, "users.txt")}`,
      `admin_users = ${user}`,
      `pool_mode = ${mode}`,
      `default_pool_size = ${connections}`,
      "max_client_conn = 1500",
      "server_login_retry = 1",
    ].join("\n"),
  );
  const child = spawnPgbouncer("-q", join(folder, "pgbouncer.ini"));
  child.stderr.resume();
  const exited = once(child, "exit");
  const address = (name: string) =>
    `postgres://${user}:${encodeURIComponent(password ?? "")}@${encodeURIComponent(folder)}:6432/${name}`;
  const admin = async (command: string) => {
    const client = new pg.Client({ connectionString: address("pgbouncer") });
    await client.connect();
    await client.query(command);
    await client.end();
  };
  await untilItResponds(() => admin("show version"), child);
  return {
    url: address(database!),
    reconnect: () => admin("reconnect"),
    async close() {
      child.kill("SIGTERM");
      const late = setTimeout(() => child.kill("SIGKILL"), 2_000);
      await exited;
      clearTimeout(late);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Its log is its standard error. */
export function spawnPgbouncer(...args: string[]) {
  // As root it runs only when it is told as whom; the embedded server then runs as the same user.
  const asUser = process.getuid?.() === 0 ? ["-u", "nobody"] : [];
  return endWithTests(spawn(program!, [...asUser, ...args], { stdio: ["ignore", "ignore", "pipe"] }));
}

async function untilItResponds(ask: () => Promise<void>, child: { exitCode: number | null }): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      if (tries === 300 || child.exitCode !== null) throw error;
      await sleep(100);
    }
  }
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
