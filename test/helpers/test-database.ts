import { createHash, randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { createLog } from "../../src/log.ts";
import { type Database, openDatabase } from "../../src/store/database.ts";
import { joinEmbeddedPostgres } from "../../src/store/embedded-postgres/join-embedded-postgres.ts";
import { migrate } from "../../src/store/migrate.ts";

const root = join(import.meta.dirname, "../..");
const templateLock = 7399;
const log = createLog({ level: "silent", pretty: false });

export interface TestDatabase {
  connection: pg.ClientConfig;
  /** The same as a `DATABASE_URL`, for processes of their own. */
  url: string;
  database: Database;
  drop(): Promise<void>;
}

/**
 * A database of its own, cloned from a migrated template on one server that all test files share: the one
 * that COPYDESK_TEST_DATABASE_URL names, or an embedded one, which stops by itself after the last test.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  return await cloneDatabase(ensureTemplate);
}

/** The same without any table. */
export async function createEmptyTestDatabase(): Promise<TestDatabase> {
  return await cloneDatabase(async () => "template1");
}

async function cloneDatabase(findTemplate: typeof ensureTemplate): Promise<TestDatabase> {
  const server = await joinServer();
  const name = `copydesk_test_${Math.floor(Date.now() / 1_000)}_${randomBytes(6).toString("hex")}`;
  await asAdmin(server.connection, async (admin) => {
    const template = await findTemplate(admin, server.connection);
    await withLock(admin, () => admin.query(`create database ${name} template ${template}`));
    // Nobody ends the shared server in the middle of a test, so that no commit has to wait for the disk.
    if (server.isShared) await admin.query(`alter database ${name} set synchronous_commit = off`);
  });
  const connection = on(server.connection, name);
  const database = openDatabase(connection, { poolSize: 8 });
  return {
    connection,
    url: toUrl(connection, name),
    database,
    async drop() {
      await database.close();
      await asAdmin(server.connection, (admin) =>
        admin.query(`drop database if exists ${name} with (force)`),
      );
      await server.release();
    },
  };
}

/** A client for one task: the server may be restarted between two. */
async function asAdmin<T>(connection: pg.ClientConfig, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client(connection);
  admin.on("error", () => undefined);
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}

interface JoinedServer {
  connection: pg.ClientConfig;
  /** The embedded one of all test files, which none of them restarts. */
  isShared: boolean;
  release(): Promise<void>;
}

async function joinServer(): Promise<JoinedServer> {
  const url = process.env.COPYDESK_TEST_DATABASE_URL;
  if (url) return { connection: { connectionString: url }, isShared: false, release: async () => undefined };
  const key = createHash("sha256").update(`${process.getuid?.()} ${root}`).digest("hex").slice(0, 12);
  const server = await joinEmbeddedPostgres({ dataFolder: join(tmpdir(), `copydesk-tests-${key}`), log });
  return { connection: server.connection, isShared: true, release: () => server.release() };
}

async function ensureTemplate(admin: pg.Client, connection: pg.ClientConfig): Promise<string> {
  const template = `copydesk_template_${migrationsHash()}`;
  await withLock(admin, async () => {
    const { rowCount } = await admin.query("select 1 from pg_database where datname = $1", [template]);
    if (rowCount === 1) return;
    const draft = `${template}_${randomBytes(4).toString("hex")}`;
    await dropLeftovers(admin);
    await admin.query(`create database ${draft}`);
    await fillTemplate(on(connection, draft));
    await admin.query(`alter database ${draft} rename to ${template}`);
  });
  return template;
}

/** What killed test runs and earlier migrations left; a database that is in use refuses to be dropped. */
async function dropLeftovers(admin: pg.Client): Promise<void> {
  const { rows } = await admin.query<{ datname: string }>(
    "select datname from pg_database where datname ~ '^copydesk_(template|test)_[0-9a-f_]+$'",
  );
  const hourAgo = Date.now() / 1_000 - 3_600;
  for (const { datname } of rows) {
    const madeAt = /^copydesk_test_(\d{10})_/.exec(datname)?.[1];
    if (madeAt !== undefined && Number(madeAt) > hourAgo) continue;
    await admin.query(`drop database if exists ${datname}`).catch(() => undefined);
  }
}

/** Everything that a test's database has from the beginning. */
async function fillTemplate(connection: pg.ClientConfig): Promise<void> {
  const database = openDatabase(connection, { poolSize: 4 });
  await migrate(database);
  await database.close();
}

async function withLock<T>(admin: pg.Client, work: () => Promise<T>): Promise<T> {
  await admin.query("select pg_advisory_lock($1)", [templateLock]);
  try {
    return await work();
  } finally {
    await admin.query("select pg_advisory_unlock($1)", [templateLock]);
  }
}

function migrationsHash(): string {
  const folder = join(root, "migrations");
  const hash = createHash("sha256");
  for (const name of readdirSync(folder).sort()) hash.update(name).update(readFileSync(join(folder, name)));
  return hash.digest("hex").slice(0, 12);
}

function on(connection: pg.ClientConfig, database: string): pg.ClientConfig {
  if (connection.connectionString === undefined) return { ...connection, database };
  const url = new URL(connection.connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
}

function toUrl(connection: pg.ClientConfig, name: string): string {
  if (connection.connectionString !== undefined) return connection.connectionString;
  return `postgres://${connection.user}:${connection.password}@${encodeURIComponent(connection.host!)}:${connection.port}/${name}`;
}
