import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";

const compress = promisify(gzip);
const decompress = promisify(gunzip);

const bytesMax = 1_000_000_000;

export interface Transcript {
  jobId: string;
  /** Unified diff; null if the job changed nothing. */
  patch: string | null;
  /** Rows of the log as JSON, each without line breaks, oldest first. */
  events: string[];
}

export interface TranscriptFile {
  /** Checksum of the uncompressed content, in hexadecimal. */
  sha256: string;
  bytes: Buffer<ArrayBuffer>;
}

/** Returns compressed lines of JSON: a header with the diff, then the events as they were stored. */
export async function encodeTranscript({ jobId, patch, events }: Transcript): Promise<TranscriptFile> {
  const head = JSON.stringify({ version: 1, jobId, events: events.length, patch });
  const text = [head, ...events].join("\n");
  return { sha256: hash(text), bytes: (await compress(text)) as Buffer<ArrayBuffer> };
}

/** Decodes a transcript. Throws for bytes that do not match the checksum. */
export async function decodeTranscript({
  sha256,
  bytes,
}: {
  sha256: string;
  bytes: Buffer;
}): Promise<Transcript> {
  const text = await decompress(bytes, { maxOutputLength: bytesMax });
  if (hash(text) !== sha256) throw new Error("it differs from what was stored: the checksum does not match");
  const [head, ...events] = text.toString().split("\n");
  const { version, jobId, patch } = JSON.parse(head!) as Record<string, unknown>;
  if (version !== 1 || typeof jobId !== "string") throw new Error("its version is not known here");
  return { jobId, patch: typeof patch === "string" ? patch : null, events };
}

function hash(text: string | Buffer): string {
  return createHash("sha256").update(text).digest("hex");
}
