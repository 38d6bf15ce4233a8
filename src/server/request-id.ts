import { randomUUID } from "node:crypto";

/** Leads from an answer to the lines of the log. */
export function createRequestId(): string {
  // V8 keeps a UUID as its 36 pieces, over a kilobyte as long as the request lives: here it becomes one text.
  return Buffer.from(`req_${randomUUID()}`, "latin1").toString("latin1");
}
