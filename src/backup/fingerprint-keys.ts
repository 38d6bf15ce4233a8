import { createHash } from "node:crypto";

/**
 * Returns identifiers of keys that reveal nothing about them: keys are random, so nobody can guess one and
 * compare.
 */
export function fingerprintKeys(keys: readonly Buffer[]): string[] {
  return keys.map((key) =>
    createHash("sha256").update("key of Copydesk\0").update(key).digest("hex").slice(0, 16),
  );
}
