import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { FastifyReply } from "fastify";

interface Lines {
  lines: AsyncIterable<string>;
  fileName: string;
  /** Cuts the download off, for example when the service stops. */
  signal: AbortSignal;
}

/**
 * Sends lines as they come, at the client's pace and without a deadline. Resolves when the download has
 * ended. A failure after the first byte cuts the connection, so that the client notices.
 */
export async function sendLines(reply: FastifyReply, { lines, fileName, signal }: Lines): Promise<void> {
  // The deadline of requests would end an ordinary reply.
  reply.hijack();
  const { raw, request } = reply;
  raw.writeHead(200, {
    ...Object.fromEntries(Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)])),
    "content-type": "application/x-ndjson; charset=utf-8",
    "content-disposition": `attachment; filename="${fileName}"`,
    "x-accel-buffering": "no",
  });
  if (request.method === "HEAD") {
    raw.end();
    return;
  }
  await pipeline(Readable.from(withEnds(lines)), raw, { signal }).catch((error: NodeJS.ErrnoException) => {
    const isLeft = error.code === "ERR_STREAM_PREMATURE_CLOSE" || signal.aborted;
    if (!isLeft) request.log.error({ requestId: request.id, err: error }, "a download was cut off");
  });
}

async function* withEnds(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`;
}
