import { randomUUID } from "node:crypto";

/** Returns an id that links a response to its log lines. */
export function createRequestId(): string {
  // V8 keeps a UUID as its 36 pieces, over a kilobyte for the life of the request: this makes it one string.
  return Buffer.from(`req_${randomUUID()}`, "latin1").toString("latin1");
}
