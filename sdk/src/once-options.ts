import type { CallOptions } from "./call-options.ts";
import { newIdempotencyKey } from "./new-idempotency-key.ts";

export interface OnceOptions extends CallOptions {
  /** 1 to 255 printable ASCII characters; by default a random key for each call. */
  idempotencyKey?: string | undefined;
}

export function onceHeaders(idempotencyKey = newIdempotencyKey()): Record<string, string> {
  return { "idempotency-key": idempotencyKey };
}
