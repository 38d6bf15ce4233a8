import { posix } from "node:path";
import type { SiteContext } from "../../model/site.ts";

const bytesMax = 512 * 1024;

/**
 * Returns the version of a package that the nearest `package.json` asks for, as written; null if none does.
 * `readFrom`: the file that says so.
 */
export async function findAskedVersion(
  { files, read }: SiteContext,
  folder: string,
  name: string,
): Promise<{ asked: string | null; readFrom: string[] }> {
  for (let at = posix.join(folder, "."); ; at = posix.dirname(at)) {
    const path = posix.join(at, "package.json");
    if (files.has(path)) {
      const bytes = await read(path);
      const text = bytes.length > bytesMax ? "" : bytes.toString("utf8");
      const asked = versionAfter(text, `"${name}"`);
      if (asked !== null) return { asked, readFrom: [path] };
    }
    if (at === "." || at === "/") return { asked: null, readFrom: [] };
  }
}

function versionAfter(text: string, key: string): string | null {
  for (let at = text.indexOf(key); at >= 0; at = text.indexOf(key, at + 1)) {
    const found = /^\s{0,9}:\s{0,9}"([^"\n]{1,99})"/.exec(text.slice(at + key.length, at + key.length + 130));
    if (found !== null) return found[1]!;
  }
  return null;
}
