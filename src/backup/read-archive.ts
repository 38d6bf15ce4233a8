import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";
import { createTarDecoder } from "modern-tar";
import type { z } from "zod";
import { AppError, isAppError } from "../errors.ts";
import { withPeriod } from "../text/with-period.ts";
import { entryNames, formatVersion, type Manifest, manifestSchema } from "./archive-format.ts";

export interface ArchiveEntry {
  name: string;
  /** Must be read to its end before the next entry. */
  body: AsyncIterable<Uint8Array>;
}

const documentBytesMax = 16 * 1024 * 1024;

/**
 * Yields the entries in order. Throws `backup_unreadable` for a damaged file or one that is not an archive.
 */
export async function* readArchive(file: string): AsyncGenerator<ArchiveEntry> {
  const source = createReadStream(file);
  const unzipped = createGunzip();
  source.on("error", (error) => unzipped.destroy(error));
  const decoder = createTarDecoder({ strict: true });
  const piped = ReadableStream.from<Uint8Array>(source.pipe(unzipped)).pipeTo(decoder.writable);
  piped.catch(() => undefined);
  try {
    for await (const { header, body } of decoder.readable)
      yield { name: header.name, body: naming(file, body) };
    await piped;
  } catch (error) {
    throw toUnreadable(file, error);
  } finally {
    source.destroy();
    unzipped.destroy();
  }
}

async function* naming(file: string, body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw toUnreadable(file, error);
  }
}

function toUnreadable(file: string, error: unknown): unknown {
  return isAppError(error) ? error : unreadable(file, (error as Error).message);
}

/**
 * Returns the manifest, which is the first entry. Throws `backup_unreadable`, also for the format of a
 * newer program.
 */
export async function readManifest(file: string, entry: ArchiveEntry | undefined): Promise<Manifest> {
  if (entry?.name !== entryNames.manifest) throw unreadable(file, "it is not a backup of Copydesk");
  const manifest = parse(file, await readText(file, entry), manifestSchema);
  if (manifest.format <= formatVersion) return manifest;
  throw unreadable(file, `its format ${manifest.format} is that of a newer Copydesk`);
}

/** Returns a short entry as text. */
export async function readText(file: string, { name, body }: ArchiveEntry): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > documentBytesMax) throw unreadable(file, `${name} is too large`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

export function parse<T>(file: string, text: string, schema: z.ZodType<T>): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch (error) {
    throw unreadable(file, (error as Error).message.replace(/\s+/g, " ").slice(0, 200));
  }
}

export function unreadable(file: string, why: string): AppError {
  return new AppError("backup_unreadable", withPeriod(`${file} cannot be restored: ${why}`));
}
