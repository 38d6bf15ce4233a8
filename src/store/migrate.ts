import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "../errors.ts";
import { advisoryLocks } from "./advisory-locks.ts";
import { type Client, type Database, inTransaction, schemaName } from "./database.ts";

const migrationsFolder = join(import.meta.dirname, "../../migrations");

/** First line of a migration that programs without it can run beside (docs/upgrading.md). */
const runsBesideLine = /^-- runs-beside: (\d{4}_\w+\.sql)\n/;

/**
 * Brings the schema up to this version, forward only, one transaction for all steps; safe to call from
 * several processes. Throws `data_folder_newer` if a newer Copydesk has changed the schema in a way that
 * this one cannot run beside.
 */
export async function migrate(database: Database): Promise<void> {
  const known = await listMigrations();
  await inTransaction(database, async (client) => {
    await client.query("select pg_advisory_xact_lock($1)", [advisoryLocks.migrate]);
    await makeSchema(client);
    const applied = await listApplied(client);
    refuseNewerStore(applied, known);
    const names = new Set(applied.map(({ name }) => name));
    await applyMigrations(
      client,
      known.filter((name) => !names.has(name)),
    );
  });
}

/** Returns the names of all migrations of this version, in order. */
export async function listMigrations(): Promise<string[]> {
  return (await readdir(migrationsFolder)).filter((name) => name.endsWith(".sql")).sort();
}

/**
 * Creates the schema and the two lists of applied migrations. The second list has those beside which a
 * program can run if it knows the named one: versions from before it existed look into the first one only.
 */
export async function makeSchema(client: Client): Promise<void> {
  // While waiting for the lock this session may have kept an old view of the existing schemas; reading
  // renews it.
  const schema = await client.query("select 1 from pg_namespace where nspname = $1", [schemaName]);
  if (schema.rowCount === 0) await client.query(`create schema ${schemaName}`);
  await client.query(
    `create table if not exists ${schemaName}.migrations (name text primary key, applied_at timestamptz not null default clock_timestamp())`,
  );
  await client.query(
    `create table if not exists ${schemaName}.expansions (name text primary key, runs_beside text not null, applied_at timestamptz not null default clock_timestamp())`,
  );
}

export interface AppliedMigration {
  name: string;
  /** Migration that a program must know to run beside this one; null: it must know this one itself. */
  runsBeside: string | null;
}

/** Lists the applied migrations of a schema of any version. */
export async function listApplied(client: Client): Promise<AppliedMigration[]> {
  const found = await client.query<{ has: boolean }>("select to_regclass($1) is not null as has", [
    `${schemaName}.expansions`,
  ]);
  const expansions = found.rows[0]!.has
    ? `union all select name, runs_beside from ${schemaName}.expansions`
    : "";
  const { rows } = await client.query<AppliedMigration>(
    `select name, null as "runsBeside" from ${schemaName}.migrations ${expansions} order by name`,
  );
  return rows;
}

/** Applies migrations in the caller's transaction, whose search path is the schema. */
export async function applyMigrations(client: Client, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const text = await readFile(join(migrationsFolder, name), "utf8");
    await client.query(text);
    const runsBeside = readRunsBeside(text);
    if (runsBeside === null) await client.query("insert into migrations (name) values ($1)", [name]);
    else await client.query("insert into expansions (name, runs_beside) values ($1, $2)", [name, runsBeside]);
  }
}

/** Returns the migration that older programs must know, from the first line; null if it names none. */
export function readRunsBeside(text: string): string | null {
  return runsBesideLine.exec(text)?.[1] ?? null;
}

function refuseNewerStore(applied: readonly AppliedMigration[], known: readonly string[]): void {
  const unknown = applied.filter(({ name }) => !known.includes(name));
  const blocking = unknown.filter(({ runsBeside }) => runsBeside === null || !known.includes(runsBeside));
  if (blocking.length === 0) return;
  const { name, runsBeside } = blocking.at(-1)!;
  throw new AppError(
    "data_folder_newer",
    `The data was written by a newer Copydesk (it has migration ${name}), and this one knows only what came up to ${known.at(-1)}; it would have to know ${runsBeside ?? name}. Run that version or newer, restore a backup from before the upgrade into an empty store, or use another data folder.`,
  );
}
