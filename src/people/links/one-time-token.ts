import { createHash } from "node:crypto";
import { randomBase62 } from "../../text/base62.ts";

/** A token for a link: 256 random bits, so that its hash needs no salt. Only the hash is stored. */
export function newToken(): { token: string; hash: Buffer } {
  const token = randomBase62(43);
  return { token, hash: hashToken(token) };
}

export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
