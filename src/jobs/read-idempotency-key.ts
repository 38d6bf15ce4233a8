import { createHash } from "node:crypto";
import { z } from "zod";
import { parseInput } from "../schemas/parse-input.ts";
import { canonicalJson } from "./canonical-json.ts";

const idempotencyKeyHeader = z.object({
  "Idempotency-Key": z.string().regex(/^[\x20-\x7e]{1,255}$/, "must be 1 to 255 printable ASCII characters"),
});

/** Returns the key with a hash of the request, or null without a key. Throws `invalid_request`. */
export function readIdempotencyKey(
  text: string | undefined,
  request: unknown,
): { key: string; requestHash: Buffer } | null {
  if (text === undefined) return null;
  const key = parseInput(idempotencyKeyHeader, { "Idempotency-Key": text })["Idempotency-Key"];
  return { key, requestHash: createHash("sha256").update(canonicalJson(request)).digest() };
}
