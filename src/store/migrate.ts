import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "../errors.ts";
import { advisoryLocks } from "./advisory-locks.ts";
import { type Database, inTransaction, schemaName } from "./database.ts";

const migrationsFolder = join(import.meta.dirname, "../../migrations");

/**
 * Brings the schema up to this version, forward only, one transaction for all steps; safe to call from
 * several processes. Throws `data_folder_newer` when a newer Copydesk has been here.
 */
export async function migrate(database: Database): Promise<void> {
  const files = (await readdir(migrationsFolder)).filter((name) => name.endsWith(".sql")).sort();
  await inTransaction(database, async (client) => {
    await client.query("select pg_advisory_xact_lock($1)", [advisoryLocks.migrate]);
    // While it waited for the lock this session may have kept an old view of which schemas exist; reading
    // renews it.
    const schema = await client.query("select 1 from pg_namespace where nspname = $1", [schemaName]);
    if (schema.rowCount === 0) await client.query(`create schema ${schemaName}`);
    await client.query(
      "create table if not exists migrations (name text primary key, applied_at timestamptz not null default clock_timestamp())",
    );
    const { rows } = await client.query<{ name: string }>("select name from migrations");
    const applied = new Set(rows.map((row) => row.name));
    refuseNewerStore(applied, files);
    for (const file of files.filter((name) => !applied.has(name))) {
      await client.query(await readFile(join(migrationsFolder, file), "utf8"));
      await client.query("insert into migrations (name) values ($1)", [file]);
    }
  });
}

function refuseNewerStore(applied: Set<string>, known: string[]): void {
  const unknown = [...applied].filter((name) => !known.includes(name)).sort();
  if (unknown.length === 0) return;
  throw new AppError(
    "data_folder_newer",
    `The data was written by a newer Copydesk (it has migration ${unknown.at(-1)}). Run that version or newer, or use another data folder.`,
  );
}
