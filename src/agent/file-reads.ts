import { createHash } from "node:crypto";

/** Version of each file that the model knows: repository path → hash of the text. */
export type FileReads = Map<string, string>;

export function rememberRead(reads: FileReads, path: string, text: string): void {
  reads.set(path, hashText(text));
}

/** Returns why a file may not be changed yet; null if it may. */
export function findStaleRead(reads: FileReads, path: string, text: string): string | null {
  const known = reads.get(path);
  if (known === undefined) return `read ${path} first`;
  return known === hashText(text) ? null : `${path} changed since it was read; read it again`;
}

function hashText(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}
