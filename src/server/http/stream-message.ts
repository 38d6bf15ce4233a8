import type { ServerResponse } from "node:http";

/** Text of an endless response, encoded once for all clients that it is sent to. */
export interface StreamMessage {
  text: Buffer;
  /** The text as a chunk of an HTTP/1.1 response (RFC 9112, section 7.1). */
  chunk: Buffer;
}

export function encodeMessage(text: string): StreamMessage {
  const bytes = Buffer.from(text);
  const size = Buffer.from(`${bytes.length.toString(16)}\r\n`);
  return { text: bytes, chunk: Buffer.concat([size, bytes, Buffer.from("\r\n")]) };
}

/**
 * Sends the message; returns false if the client reads more slowly than is written to it, until `onDrain`
 * calls back. The response would write each chunk in three pieces, so a chunk goes to its socket in one.
 */
export function sendMessage(response: ServerResponse, { text, chunk }: StreamMessage): boolean {
  const { chunkedEncoding, socket } = response;
  return chunkedEncoding && socket !== null ? socket.write(chunk) : response.write(text);
}

/** Calls back whenever everything that was sent has been written to the client, until the response closes. */
export function onDrain(response: ServerResponse, callback: () => void): void {
  const { socket } = response;
  if (socket === null) return;
  // A connection outlives its responses.
  socket.on("drain", callback);
  response.once("close", () => socket.off("drain", callback));
}
