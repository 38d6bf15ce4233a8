import pg from "pg";
import { AppError, isAppError } from "../errors.ts";
import type { Author } from "../jobs/author.ts";
import { advisoryLocks } from "../store/advisory-locks.ts";
import { schemaName } from "../store/database.ts";
import { applyMigrations, listMigrations, makeSchema } from "../store/migrate.ts";
import { countOf } from "../text/count-of.ts";
import { entryNames, type Manifest } from "./archive-format.ts";
import { assertTarget } from "./assert-target.ts";
import { checkArchive } from "./check-archive.ts";
import { connectAlone, explainLoss, type StorePlace } from "./connect-alone.ts";
import { fingerprintKeys } from "./fingerprint-keys.ts";
import { listTables, quoted } from "./list-tables.ts";
import { type ArchiveEntry, readArchive, readManifest, readText, unreadable } from "./read-archive.ts";
import { readTables } from "./read-tables.ts";

export interface RestoreDeps extends StorePlace {
  /** Server process ids of this command's other connections. */
  ownProcesses: readonly number[];
  /** Existing keys, newest first. */
  keys: readonly Buffer[];
  /** Adds keys to the existing ones. */
  keepKeys(keys: readonly Buffer[]): Promise<void>;
  author: Author;
  version: string;
}

export interface RestoreInput {
  file: string;
  /** Whether to remove everything in the store first. */
  replace: boolean;
  /** Whether to restore secrets that no key opens. */
  withoutKey: boolean;
  onProgress(progress: { table: string; bytes: number }): void;
}

export interface RestoreResult {
  takenAt: string;
  tables: Record<string, number>;
  /** Migrations added after the backup was taken. */
  upgradedBy: string[];
  keys: "known" | "restored" | "missing" | "not needed";
}

/**
 * Fills a store with a backup in one transaction, so that a failure leaves the store as it was. Creates the
 * backup's schema first, then upgrades it to this version's. Throws `backup_unreadable`,
 * `data_folder_newer`, `store_not_empty`, `store_in_use`, and `invalid_configuration` for a missing key.
 */
export async function restoreStore(deps: RestoreDeps, input: RestoreInput): Promise<RestoreResult> {
  const entries = readArchive(input.file);
  const client = await connectAlone(deps);
  try {
    const manifest = await readManifest(input.file, (await entries.next()).value ?? undefined);
    const known = await listMigrations();
    refuseNewer(manifest, known);
    let entry = await entries.next();
    const archived = manifest.hasKeys ? await readKeys(input.file, entry.value ?? undefined) : [];
    if (manifest.hasKeys) entry = await entries.next();
    const keys = judgeKeys(deps, input, { manifest, archived });
    await begin(client);
    await assertTarget(client, deps, input);
    await layOut(client, manifest, input.file);
    const tables = await readTables(client, { entries, first: entry, manifest, input });
    const upgradedBy = known.filter((name) => !manifest.migrations.includes(name));
    await setSequences(client, manifest);
    await applyMigrations(client, upgradedBy);
    await client.query("insert into backups (kind, author, tool) values ('restored', $1, $2)", [
      JSON.stringify(deps.author),
      `copydesk ${deps.version}`,
    ]);
    if (keys === "restored") await deps.keepKeys(archived);
    await client.query("commit");
    await client.query("analyze").catch(() => undefined);
    return { takenAt: manifest.takenAt, tables, upgradedBy, keys };
  } catch (error) {
    throw await explain(input.file, error);
  } finally {
    await client.end().catch(() => undefined);
    await entries.return(undefined);
  }
}

async function begin(client: pg.Client): Promise<void> {
  await client.query("begin");
  await client.query("set local idle_in_transaction_session_timeout = 0");
  await client.query("set local statement_timeout = 0");
  await client.query(`set local search_path = ${schemaName}`);
  await client.query("select pg_advisory_xact_lock($1)", [advisoryLocks.migrate]);
}

/** Creates the empty tables of the version that wrote the backup. */
async function layOut(client: pg.Client, manifest: Manifest, file: string): Promise<void> {
  await client.query(`drop schema if exists ${schemaName} cascade`);
  await makeSchema(client);
  await applyMigrations(client, manifest.migrations);
  const tables = await listTables(client);
  for (const { name, columns } of manifest.tables) {
    const own = tables.find((table) => table.name === name);
    if (own === undefined || columns.some((column) => !own.columns.includes(column)))
      throw unreadable(file, `its table ${name} does not belong to its schema`);
  }
  // Migrations insert rows of their own.
  await client.query(`truncate ${tables.map(({ name }) => quoted(name)).join(", ")}`);
}

async function setSequences(client: pg.Client, { sequences }: Manifest): Promise<void> {
  for (const { name, value, isCalled } of sequences)
    await client.query("select setval($1::regclass, $2, $3)", [quoted(name), value, isCalled]);
}

function refuseNewer({ migrations, version }: Manifest, known: readonly string[]): void {
  const unknown = migrations.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  throw new AppError(
    "data_folder_newer",
    `The backup was taken from a newer Copydesk (${version}, with migration ${unknown.at(-1)}). Restore it with that version or a newer one.`,
  );
}

async function readKeys(file: string, entry: ArchiveEntry | undefined): Promise<Buffer[]> {
  const text = entry?.name === entryNames.keys ? await readText(file, entry) : "";
  const lines = text.split("\n").filter((line) => line !== "");
  if (lines.length > 0 && lines.every((line) => /^[0-9a-f]{64}$/.test(line)))
    return lines.map((line) => Buffer.from(line, "hex"));
  throw unreadable(file, "its keys are missing");
}

function judgeKeys(
  { keys }: RestoreDeps,
  { withoutKey }: RestoreInput,
  { manifest, archived }: { manifest: Manifest; archived: readonly Buffer[] },
): RestoreResult["keys"] {
  const own = new Set(fingerprintKeys(keys));
  if (manifest.keyFingerprints.every((print) => own.has(print))) return "known";
  if (archived.length > 0) return "restored";
  if (manifest.sealed === 0) return "not needed";
  if (manifest.keyFingerprints.some((print) => own.has(print))) return "known";
  if (withoutKey) return "missing";
  throw new AppError(
    "invalid_configuration",
    `The backup holds ${countOf(manifest.sealed, "secret")} encrypted with the key ${manifest.keyFingerprints.join(", ")}, which is not here. Put the secret.key of the instance that it was taken from into the data folder, or set COPYDESK_SECRET_KEY; with --without-key everything else is restored, and projects have to be connected again.`,
  );
}

/**
 * Converts an error: rows that the server rejects are the file's fault, and so is any other error if the
 * file turns out to be damaged.
 */
async function explain(file: string, error: unknown): Promise<unknown> {
  if (isAppError(error)) return error;
  const damage: unknown = await checkArchive(file).then(
    () => null,
    (found: unknown) => found,
  );
  if (damage !== null) return damage;
  const loss = explainLoss(
    error,
    "The store is as it was, or, if the last step was done, complete: when the database is back, restore again with --replace.",
  );
  if (loss !== error) return loss;
  const isOfRows = error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? "");
  return isOfRows ? unreadable(file, error.message) : error;
}
