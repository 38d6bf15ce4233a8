import { createHash } from "node:crypto";

/** Returns git's id for a file with this content. Uses SHA-256 if the repository's ids have 64 digits. */
export function blobId(content: Buffer, idLength: number): string {
  return createHash(idLength === 64 ? "sha256" : "sha1")
    .update(`blob ${content.length}\0`)
    .update(content)
    .digest("hex");
}
