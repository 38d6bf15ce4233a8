import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { CliIo } from "./deps.ts";

/** Makes a path absolute and leaves URLs and `user@host:path` as they are. Warns about a path where nothing is. */
export function resolveRepository(io: CliIo, text: string): string {
  if (isAddress(text)) return text;
  const path = resolve(io.cwd, text);
  if (!existsSync(path)) {
    io.stderr.write(`warning: there is nothing at ${path} yet; jobs fail until a git repository is there\n`);
  }
  return path;
}

// Git takes "a:b" for host and path, unless a slash comes before the colon.
function isAddress(text: string): boolean {
  return (
    text === "" ||
    text.startsWith("-") ||
    /^[A-Za-z][A-Za-z0-9+.-]*::?\/?\//.test(text) ||
    /^[^/\\:]+:/.test(text)
  );
}
