import { createHash } from "node:crypto";

/**
 * Id of a file with this content, as git counts it; by SHA-256 in repositories whose ids are 64 digits long.
 */
export function blobId(content: Buffer, idLength: number): string {
  return createHash(idLength === 64 ? "sha256" : "sha1")
    .update(`blob ${content.length}\0`)
    .update(content)
    .digest("hex");
}
