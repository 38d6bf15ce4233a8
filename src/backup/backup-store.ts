import { createHash } from "node:crypto";
import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { AppError } from "../errors.ts";
import { listApplied } from "../store/migrate.ts";
import { entryNames, formatVersion, type Manifest, partName, type TableSums } from "./archive-format.ts";
import { connectAlone, explainLoss, type StorePlace } from "./connect-alone.ts";
import { countSealed, type SealedPlace } from "./count-sealed.ts";
import { fingerprintKeys } from "./fingerprint-keys.ts";
import { columnList, listSequences, listTables, quoted } from "./list-tables.ts";
import { type ArchiveWriter, openArchiveWriter } from "./write-archive.ts";

export interface BackupDeps extends StorePlace {
  /** Keys that secrets are encrypted with, newest first. */
  keys: readonly Buffer[];
  version: string;
  /** Columns that contain secrets. */
  sealedPlaces: readonly SealedPlace[];
}

export interface BackupInput {
  /** Absolute path. */
  file: string;
  /** Whether to include the keys: anyone with the file can then read every secret. */
  includeKeys: boolean;
  onProgress(progress: BackupProgress): void;
}

export interface BackupProgress {
  table: string;
  /** Uncompressed bytes of all tables so far. */
  bytes: number;
}

export interface BackupResult {
  file: string;
  bytes: number;
  takenAt: string;
  tables: Record<string, number>;
}

const partBytes = 4 * 1024 * 1024;

/**
 * Writes the whole store as of one moment, while it is in use: one transaction that sees no later changes
 * copies every table. Works on a schema of any version. Throws `store_empty` if there is nothing to back
 * up, `usage` if the file cannot be written, `store_unavailable` if the database is lost.
 */
export async function backupStore(deps: BackupDeps, input: BackupInput): Promise<BackupResult> {
  const client = await connectAlone(deps);
  try {
    await client.query("begin isolation level repeatable read read only");
    // Only this command waits for a slow disk; nobody waits for its transaction.
    await client.query("set local idle_in_transaction_session_timeout = 0");
    await client.query("set local statement_timeout = 0");
    const manifest = await describe(client, deps, input);
    const archive = await openArchiveWriter(input.file);
    try {
      const tables = await writeArchive(client, archive, { deps, input, manifest });
      const bytes = await archive.finish();
      return { file: input.file, bytes, takenAt: manifest.takenAt, tables };
    } catch (error) {
      await archive.discard();
      throw error;
    }
  } catch (error) {
    throw explainLoss(error, "No backup was written: run it again when the database is back.");
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function describe(
  client: pg.Client,
  { keys, version, sealedPlaces }: BackupDeps,
  { includeKeys }: BackupInput,
): Promise<Manifest> {
  const tables = await listTables(client);
  if (!tables.some(({ name }) => name === "jobs"))
    throw new AppError("store_empty", "There is nothing to back up: no Copydesk has used this store yet.");
  const applied = await listApplied(client);
  const now = await client.query<{ at: Date }>("select now() as at");
  return {
    product: "copydesk",
    format: formatVersion,
    version,
    takenAt: now.rows[0]!.at.toISOString(),
    migrations: applied.map(({ name }) => name),
    keyFingerprints: fingerprintKeys(keys),
    sealed: await countSealed(client, tables, sealedPlaces),
    hasKeys: includeKeys,
    tables: tables.map(({ name, columns }) => ({ name, columns })),
    sequences: await listSequences(client),
  };
}

interface Writing {
  deps: BackupDeps;
  input: BackupInput;
  manifest: Manifest;
}

async function writeArchive(
  client: pg.Client,
  archive: ArchiveWriter,
  { deps, input, manifest }: Writing,
): Promise<Record<string, number>> {
  await archive.add(entryNames.manifest, toJson(manifest));
  if (input.includeKeys) {
    const lines = deps.keys.map((key) => `${key.toString("hex")}\n`);
    await archive.add(entryNames.keys, Buffer.from(lines.join("")));
  }
  const sums: Record<string, TableSums> = {};
  let bytes = 0;
  for (const table of manifest.tables) {
    const onBytes = (more: number) => {
      bytes += more;
      input.onProgress({ table: table.name, bytes });
    };
    onBytes(0);
    sums[table.name] = await writeTable(client, archive, table, onBytes);
  }
  await archive.add(entryNames.sums, toJson(sums));
  return Object.fromEntries(Object.entries(sums).map(([name, { rows }]) => [name, rows]));
}

async function writeTable(
  client: pg.Client,
  archive: ArchiveWriter,
  { name, columns }: Manifest["tables"][number],
  onBytes: (more: number) => void,
): Promise<TableSums> {
  const stream = client.query(copyTo(`copy ${quoted(name)} (${columnList(columns)}) to stdout`));
  const hash = createHash("sha256");
  let waiting: Buffer[] = [];
  let [size, bytes, part] = [0, 0, 0];
  const flush = async () => {
    part += 1;
    await archive.add(partName(name, part), Buffer.concat(waiting));
    onBytes(size);
    [waiting, size] = [[], 0];
  };
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    hash.update(chunk);
    waiting.push(chunk);
    size += chunk.length;
    bytes += chunk.length;
    if (size >= partBytes) await flush();
  }
  if (size > 0) await flush();
  return { rows: stream.rowCount, bytes, sha256: hash.digest("hex") };
}

function toJson(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
}
