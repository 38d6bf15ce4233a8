import { hash } from "node:crypto";
import { crc32 } from "node:zlib";
import { randomBase62, toBase62 } from "../text/base62.ts";

const idLength = 8;
const secretLength = 32;
const checksumLength = 6;

export interface KeyParts {
  id: string;
  secretHash: Buffer;
}

/** Text format of one kind of key: a prefix, an id, and a secret with a CRC-32 of everything before it. */
export interface KeyText {
  pattern: RegExp;
  /**
   * Creates a key. `text` is shown once and never stored; with 190 random bits, its secret needs no slow
   * hash.
   */
  generate(): KeyParts & { text: string };
  /** Returns the parts of a well-formed key, or null; detects typing errors without a query. */
  parse(text: string): KeyParts | null;
}

/**
 * `pattern` has the prefix, the id, and the 38 characters of secret and checksum, with underscores between
 * them.
 */
export function createKeyText(prefix: string, pattern: RegExp): KeyText {
  const secretAt = prefix.length + 1 + idLength + 1;
  return {
    pattern,
    generate() {
      const id = randomBase62(idLength);
      const secret = randomBase62(secretLength);
      const body = `${prefix}_${id}_${secret}`;
      return { id, secretHash: hashSecret(secret), text: body + checksum(body) };
    },
    parse(text) {
      if (!pattern.test(text)) return null;
      const body = text.slice(0, -checksumLength);
      if (checksum(body) !== text.slice(-checksumLength)) return null;
      const id = text.slice(prefix.length + 1, prefix.length + 1 + idLength);
      return { id, secretHash: hashSecret(body.slice(secretAt)) };
    },
  };
}

function checksum(body: string): string {
  return toBase62(crc32(body), checksumLength);
}

function hashSecret(secret: string): Buffer {
  return hash("sha256", secret, "buffer");
}
