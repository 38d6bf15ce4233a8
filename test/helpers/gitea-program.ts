import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chown, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { endWithTests } from "./end-with-tests.ts";
import { freePort } from "./free-port.ts";
import { skipUnless } from "./skip-unless.ts";
import { createEmptyTestDatabase, type TestDatabase } from "./test-database.ts";

/** The program of Gitea; undefined where it is not installed. */
export const giteaProgram = process.env.COPYDESK_TEST_GITEA;
/** The folder with its `options`, `templates` and `public`, of a program that has not got them in itself. */
const files = process.env.COPYDESK_TEST_GITEA_FILES;

export const withGitea = skipUnless(giteaProgram !== undefined, "COPYDESK_TEST_GITEA names no gitea program");

export const giteaPassword = "a-password-of-Gitea-1";

/** Gitea does not run as root. */
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

export interface GiteaProgram {
  url: string;
  version: string;
  /** Where its repositories are, bare. */
  repositories: string;
  database: TestDatabase;
  close(): Promise<void>;
}

/** A Gitea of its own at a port of the loopback address, with the administrator "root". */
export async function startGitea(): Promise<GiteaProgram> {
  const database = await createEmptyTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), "copydesk-gitea-"));
  const relay = await relayDatabase(database);
  const url = `http://127.0.0.1:${await freePort()}`;
  const settings = join(folder, "app.ini");
  await writeFile(settings, giteaSettings({ folder, url, database, databasePort: relay.port }));
  await mkdir(join(folder, "home"));
  for (const path of [folder, settings, join(folder, "home")])
    await chown(path, user.uid ?? -1, user.gid ?? -1);
  const environment = { PATH: process.env.PATH, HOME: join(folder, "home"), USER: "copydesk" };
  const started = { ...user, cwd: folder, env: environment };
  const log = join(folder, "log/gitea.log");
  const child = endWithTests(
    spawn(giteaProgram!, ["web", "--config", settings], { ...started, stdio: "ignore" }),
  );
  while (!(await fetch(`${url}/api/healthz`).catch(() => null))?.ok) {
    if (child.exitCode !== null) throw new Error(`Gitea has ended:\n${await readFile(log, "utf8")}`);
    await sleep(100);
  }
  const admin = ["admin", "user", "create", "--admin", "--username", "root", "--email", "root@example.com"];
  const options = ["--password", giteaPassword, "--must-change-password=false", "--config", settings];
  execFileSync(giteaProgram!, [...admin, ...options], { ...started, stdio: "ignore" });
  const answer = await fetch(`${url}/api/v1/version`);
  return {
    url,
    version: ((await answer.json()) as { version: string }).version,
    repositories: join(folder, "repositories"),
    database,
    async close() {
      child.kill();
      if (child.exitCode === null) await once(child, "exit");
      relay.end();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * The tests' PostgreSQL listens at a socket that only its own user opens. In a process of its own, because a
 * scene waits for Gitea without giving others a turn.
 */
async function relayDatabase({ connection }: TestDatabase): Promise<{ port: number; end(): void }> {
  const socket = `${connection.host}/.s.PGSQL.${connection.port ?? 5432}`;
  const relays = JSON.stringify([{ socket, port: 0, host: "127.0.0.1" }]);
  const program = join(import.meta.dirname, "relay-process.ts");
  const child = spawn(process.execPath, [program, relays], { stdio: ["ignore", "pipe", "inherit"] });
  endWithTests(child);
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  return { port: JSON.parse(line as string)[0], end: () => void child.kill() };
}

function giteaSettings(place: {
  folder: string;
  url: string;
  database: TestDatabase;
  databasePort: number;
}): string {
  const { folder, url, databasePort } = place;
  const { connection } = place.database;
  return `
APP_NAME = Gitea
RUN_MODE = prod
WORK_PATH = ${folder}
[server]
HTTP_ADDR = 127.0.0.1
HTTP_PORT = ${new URL(url).port}
ROOT_URL = ${url}/
STATIC_ROOT_PATH = ${files ?? ""}
DISABLE_SSH = true
OFFLINE_MODE = true
[database]
DB_TYPE = postgres
HOST = 127.0.0.1:${databasePort}
NAME = ${connection.database}
USER = ${connection.user}
PASSWD = ${connection.password}
SSL_MODE = disable
[security]
INSTALL_LOCK = true
SECRET_KEY = a-secret-key-of-the-tests
PASSWORD_HASH_ALGO = pbkdf2_v1
[repository]
ROOT = ${folder}/repositories
[repository.pull-request]
TEST_CONFLICTING_PATCHES_WITH_GIT_APPLY = false
[actions]
ENABLED = false
[indexer]
ISSUE_INDEXER_TYPE = db
[mailer]
ENABLED = false
[webhook]
ALLOWED_HOST_LIST = loopback
[log]
MODE = file
LEVEL = Warn
ROOT_PATH = ${folder}/log
`;
}
