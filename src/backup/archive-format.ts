import { z } from "zod";

const name = z.string().regex(/^\w{1,63}$/);

/** First entry of a backup, which describes the rest; see docs/backup.md. */
export const manifestSchema = z.object({
  product: z.literal("copydesk"),
  /** Raised whenever older programs cannot read the archive. */
  format: z.number().int(),
  /** Version of the program that made it. */
  version: z.string().max(100),
  takenAt: z.iso.datetime(),
  /** The schema: all applied migrations, in order. */
  migrations: z.array(z.string().regex(/^\d{4}_\w+\.sql$/)).max(10_000),
  /** Fingerprints of the keys that secrets are encrypted with, newest first. */
  keyFingerprints: z.array(z.string().regex(/^[0-9a-f]{16}$/)).max(100),
  /** Number of rows with encrypted content. */
  sealed: z.number().int().min(0),
  /** Whether the archive contains the keys themselves. */
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

/** Checksum and size of one table in the archive. */
export type TableSums = z.infer<typeof tableSums>;

/** Last entry: an archive without it is incomplete. */
export const sumsSchema = z.record(name, tableSums);

export const formatVersion = 1;

export const entryNames = { manifest: "manifest.json", keys: "secret.key", sums: "checksums.json" } as const;

/**
 * Returns the name of a part. A table's parts, joined in order, are its COPY text, which may be split
 * anywhere.
 */
export function partName(table: string, part: number): string {
  return `tables/${table}/${String(part).padStart(6, "0")}.copy`;
}

/** Returns the table of a part; null for any other entry. */
export function tableOfPart(entry: string): string | null {
  return /^tables\/(\w{1,63})\/\d{6,9}\.copy$/.exec(entry)?.[1] ?? null;
}
