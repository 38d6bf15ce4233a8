import type { Readable } from "node:stream";
import { AgentProtocolError } from "./agent-protocol-error.ts";

const newline = 0x0a;

/**
 * Yields the lines of a byte stream, which is read only as fast as they are consumed. Throws
 * `AgentProtocolError` if a line or the whole output is too long.
 */
export async function* splitLines(
  stream: Readable,
  limits: { lineBytesMax: number; totalBytesMax: number },
): AsyncGenerator<string, void> {
  let parts: Buffer[] = [];
  let length = 0;
  let total = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    total += chunk.length;
    if (total > limits.totalBytesMax)
      throw new AgentProtocolError(`it wrote more than ${limits.totalBytesMax} bytes`);
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      parts.push(chunk.subarray(start, end));
      yield Buffer.concat(parts).toString("utf8");
      parts = [];
      length = 0;
      start = end + 1;
    }
    parts.push(chunk.subarray(start));
    length += chunk.length - start;
    if (length > limits.lineBytesMax)
      throw new AgentProtocolError(`it wrote a line of more than ${limits.lineBytesMax} bytes`);
  }
  if (length > 0) yield Buffer.concat(parts).toString("utf8");
}
