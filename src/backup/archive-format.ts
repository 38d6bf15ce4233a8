import { z } from "zod";

const name = z.string().regex(/^\w{1,63}$/);

/** What the first entry of a backup says of the rest; docs/backup.md describes it. */
export const manifestSchema = z.object({
  product: z.literal("copydesk"),
  /** Raised when an older program could not read the archive. */
  format: z.number().int(),
  /** Of the program that made it. */
  version: z.string().max(100),
  takenAt: z.iso.datetime(),
  /** The schema: every migration that was applied, in order. */
  migrations: z.array(z.string().regex(/^\d{4}_\w+\.sql$/)).max(10_000),
  /** Of the keys that secrets are encrypted with, the newest first. */
  keyFingerprints: z.array(z.string().regex(/^[0-9a-f]{16}$/)).max(100),
  /** Rows that hold something encrypted. */
  sealed: z.number().int().min(0),
  /** Whether the keys themselves are part of it. */
  hasKeys: z.boolean(),
  tables: z.array(z.object({ name, columns: z.array(name).max(1_600) })).max(1_000),
  sequences: z
    .array(z.object({ name, value: z.string().regex(/^\d{1,19}$/), isCalled: z.boolean() }))
    .max(1_000),
});

export type Manifest = z.infer<typeof manifestSchema>;

const tableSums = z.object({
  rows: z.number().int().min(0),
  bytes: z.number().int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/** What one table of the archive has to be. */
export type TableSums = z.infer<typeof tableSums>;

/** The last entry: an archive without it is not whole. */
export const sumsSchema = z.record(name, tableSums);

export const formatVersion = 1;

export const entryNames = { manifest: "manifest.json", keys: "secret.key", sums: "checksums.json" } as const;

/** The parts of a table are its COPY text, cut anywhere; together, in their order, they are the whole. */
export function partName(table: string, part: number): string {
  return `tables/${table}/${String(part).padStart(6, "0")}.copy`;
}

/** The table of a part; null for another entry. */
export function tableOfPart(entry: string): string | null {
  return /^tables\/(\w{1,63})\/\d{6,9}\.copy$/.exec(entry)?.[1] ?? null;
}
