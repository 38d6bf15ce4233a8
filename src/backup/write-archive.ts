import { createWriteStream } from "node:fs";
import { type FileHandle, open, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { createTarPacker } from "modern-tar";
import { AppError } from "../errors.ts";
import { isAlive } from "../processes/is-alive.ts";

export interface ArchiveWriter {
  add(name: string, body: Buffer): Promise<void>;
  /** Completes the file, on disk and under its final name. Returns its size. */
  finish(): Promise<number>;
  /** Removes everything that was written. */
  discard(): Promise<void>;
}

/** A low, fast level: a higher one would save little. */
const level = 3;

/**
 * Creates a gzipped tar archive, readable by its owner only, which gets its name when it is complete: the
 * next command for the same file removes what a killed one left behind. Throws `usage` if it cannot be
 * written.
 */
export async function openArchiveWriter(file: string): Promise<ArchiveWriter> {
  await removeLeftovers(file);
  const draft = `${file}.partial-${process.pid}`;
  const handle = await open(draft, "w", 0o600).catch((error: Error) => {
    throw cannotWrite(file, error);
  });
  const packer = createTarPacker();
  const output = createWriteStream(draft, { fd: handle.fd, autoClose: false });
  const written = pipeline(packer.readable, createGzip({ level }), output);
  // A full disk ends the pipeline while a caller still waits to add to it.
  const failed = new Promise<never>((_, reject) => {
    written.catch((error: Error) => reject(cannotWrite(file, error)));
  });
  failed.catch(() => undefined);
  const put = async (name: string, body: Buffer) => {
    const writer = packer.controller.add({ name, size: body.length, mode: 0o600 }).getWriter();
    await writer.write(new Uint8Array(body.buffer, body.byteOffset, body.length));
    await writer.close();
  };
  return {
    add: (name, body) => Promise.race([put(name, body), failed]),
    async finish() {
      packer.controller.finalize();
      await Promise.race([written, failed]);
      const { size } = await handle.stat();
      await place(handle, draft, file).catch((error: Error) => {
        throw cannotWrite(file, error);
      });
      return size;
    },
    async discard() {
      packer.controller.error(new Error("The backup was given up."));
      await written.catch(() => undefined);
      await handle.close().catch(() => undefined);
      await rm(draft, { force: true });
    },
  };
}

async function place(handle: FileHandle, draft: string, file: string): Promise<void> {
  await handle.chmod(0o600);
  await handle.sync();
  await handle.close();
  await rename(draft, file);
  const folder = await open(dirname(file), "r");
  await folder.sync().finally(() => folder.close());
}

function cannotWrite(file: string, cause: Error): AppError {
  return new AppError("usage", `${file} cannot be written: ${cause.message}`, { cause });
}

async function removeLeftovers(file: string): Promise<void> {
  const start = `${basename(file)}.partial-`;
  const names = await readdir(dirname(file)).catch(() => []);
  for (const name of names) {
    const pid = name.startsWith(start) ? Number(name.slice(start.length)) : Number.NaN;
    if (pid > 0 && !isAlive(pid)) await rm(join(dirname(file), name), { force: true });
  }
}
