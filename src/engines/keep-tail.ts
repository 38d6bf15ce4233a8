import type { Readable } from "node:stream";

/** Reads a stream to its end and keeps its last bytes as text. */
export function keepTail(stream: Readable, bytesMax: number): () => string {
  let tail = Buffer.alloc(0);
  stream.on("error", () => {});
  stream.on("data", (chunk: Buffer) => {
    tail = Buffer.concat([tail, chunk]).subarray(-bytesMax);
  });
  return () =>
    tail
      .toString("utf8")
      .replace(/^\uFFFD+/, "")
      .replaceAll("\0", "");
}
