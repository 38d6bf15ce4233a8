import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { randomBase62, toBase62 } from "../text/base62.ts";

/** For secret scanners too; the last six characters are a CRC-32 of everything before them. */
export const apiKeyPattern = /^cpd_[0-9A-Za-z]{8}_[0-9A-Za-z]{38}$/;

const secretLength = 32;
const checksumLength = 6;

export interface ApiKeyParts {
  id: string;
  secretHash: Buffer;
}

/** A new key. `text` is shown once and never stored; the 190 random bits of its secret need no slow hash. */
export function generateApiKey(): ApiKeyParts & { text: string } {
  const id = randomBase62(8);
  const secret = randomBase62(secretLength);
  const body = `cpd_${id}_${secret}`;
  return { id, secretHash: hashSecret(secret), text: body + checksum(body) };
}

/** The parts of a well-formed key, or null; a typing error is found here, without asking the store. */
export function parseApiKey(text: string): ApiKeyParts | null {
  if (!apiKeyPattern.test(text)) return null;
  const body = text.slice(0, -checksumLength);
  if (checksum(body) !== text.slice(-checksumLength)) return null;
  return { id: text.slice(4, 12), secretHash: hashSecret(body.slice(-secretLength)) };
}

function checksum(body: string): string {
  return toBase62(crc32(body), checksumLength);
}

function hashSecret(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}
