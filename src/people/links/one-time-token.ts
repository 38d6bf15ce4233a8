import { createHash } from "node:crypto";
import { randomBase62 } from "../../text/base62.ts";

/**
 * Creates a token for a link. Only its hash is stored, which needs no salt because the token has 256 random
 * bits.
 */
export function newToken(): { token: string; hash: Buffer } {
  const token = randomBase62(43);
  return { token, hash: hashToken(token) };
}

export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
