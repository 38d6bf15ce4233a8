import { createHash } from "node:crypto";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { entryNames, type Manifest, sumsSchema, type TableSums, tableOfPart } from "./archive-format.ts";
import { columnList, quoted } from "./list-tables.ts";
import { type ArchiveEntry, parse, readText, unreadable } from "./read-archive.ts";

interface Reading {
  entries: AsyncIterator<ArchiveEntry>;
  /** First entry after the manifest and the keys. */
  first: IteratorResult<ArchiveEntry>;
  manifest: Manifest;
  input: { file: string; onProgress(progress: { table: string; bytes: number }): void };
}

interface Cursor {
  entries: AsyncIterator<ArchiveEntry>;
  entry: IteratorResult<ArchiveEntry>;
  bytes: number;
}

/**
 * Copies every table of the archive into the schema's empty tables, and compares them with the checksums at
 * its end. Returns the number of rows of each. Throws `backup_unreadable`.
 */
export async function readTables(
  client: pg.Client,
  { entries, first, manifest, input }: Reading,
): Promise<Record<string, number>> {
  const found: Record<string, TableSums> = {};
  for (const { name } of manifest.tables) found[name] = { rows: 0, bytes: 0, sha256: emptySum };
  const cursor: Cursor = { entries, entry: first, bytes: 0 };
  for (let table = tableAt(cursor); table !== null; table = tableAt(cursor)) {
    const described = manifest.tables.find(({ name }) => name === table);
    if (described === undefined || found[table]!.bytes > 0)
      throw unreadable(input.file, `it has rows of ${table} where none belong`);
    found[table] = await readTable(client, described, cursor, input.onProgress);
  }
  if (cursor.entry.done || cursor.entry.value.name !== entryNames.sums)
    throw unreadable(input.file, "it is not whole");
  const sums = parse(input.file, await readText(input.file, cursor.entry.value), sumsSchema);
  for (const [name, { rows, bytes, sha256 }] of Object.entries(found)) {
    const sum = sums[name];
    if (sum === undefined || sum.rows !== rows || sum.bytes !== bytes || sum.sha256 !== sha256)
      throw unreadable(input.file, `the table ${name} is damaged`);
  }
  // Reads to the end of the file, which a truncated one lacks.
  if (!(await entries.next()).done) throw unreadable(input.file, "something follows its end");
  return Object.fromEntries(Object.entries(found).map(([name, { rows }]) => [name, rows]));
}

const emptySum = createHash("sha256").digest("hex");

function tableAt({ entry }: Cursor): string | null {
  return entry.done ? null : tableOfPart(entry.value.name);
}

/**
 * Copies one table, without user triggers: they would count, number and report again what the rows already
 * contain.
 */
async function readTable(
  client: pg.Client,
  { name, columns }: Manifest["tables"][number],
  cursor: Cursor,
  onProgress: Reading["input"]["onProgress"],
): Promise<TableSums> {
  await client.query(`alter table ${quoted(name)} disable trigger user`);
  const hash = createHash("sha256");
  const before = cursor.bytes;
  const parts = async function* () {
    while (tableAt(cursor) === name) {
      for await (const chunk of (cursor.entry.value as ArchiveEntry).body) {
        hash.update(chunk);
        cursor.bytes += chunk.length;
        yield Buffer.from(chunk);
      }
      onProgress({ table: name, bytes: cursor.bytes });
      cursor.entry = await cursor.entries.next();
    }
  };
  const stream = client.query(copyFrom(`copy ${quoted(name)} (${columnList(columns)}) from stdin`));
  await pipeline(parts, stream);
  await client.query(`alter table ${quoted(name)} enable trigger user`);
  return { rows: stream.rowCount, bytes: cursor.bytes - before, sha256: hash.digest("hex") };
}
