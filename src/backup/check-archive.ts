import { createHash } from "node:crypto";
import { entryNames, sumsSchema, tableOfPart } from "./archive-format.ts";
import { parse, readArchive, readManifest, readText, unreadable } from "./read-archive.ts";

/** A backup's description of itself, after all of it was read. */
export interface ArchiveFacts {
  version: string;
  takenAt: string;
  hasKeys: boolean;
  keyFingerprints: string[];
  tables: Record<string, number>;
}

/** Reads a backup to its end and compares every table with its checksum. Throws `backup_unreadable`. */
export async function checkArchive(file: string): Promise<ArchiveFacts> {
  const entries = readArchive(file);
  const manifest = await readManifest(file, (await entries.next()).value ?? undefined);
  const hashes = new Map(manifest.tables.map(({ name }) => [name, createHash("sha256")]));
  let sums: ReturnType<typeof sumsSchema.parse> | null = null;
  for await (const entry of entries) {
    const table = tableOfPart(entry.name);
    if (entry.name === entryNames.sums) sums = parse(file, await readText(file, entry), sumsSchema);
    else if (table === null) await readText(file, entry);
    else for await (const chunk of entry.body) hashes.get(table)?.update(chunk);
  }
  if (sums === null) throw unreadable(file, "it is not whole");
  for (const [name, hash] of hashes)
    if (sums[name]?.sha256 !== hash.digest("hex")) throw unreadable(file, `the table ${name} is damaged`);
  const { version, takenAt, hasKeys, keyFingerprints } = manifest;
  const tables = Object.fromEntries(Object.entries(sums).map(([name, { rows }]) => [name, rows]));
  return { version, takenAt, hasKeys, keyFingerprints, tables };
}
