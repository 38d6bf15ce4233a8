import { posix } from "node:path";
import type { SiteContext } from "../../model/site.ts";

const bytesMax = 512 * 1024;
/** From this preview on, all of version 2 makes slugs of the hashes of links. */
const previewMin = 8;

/**
 * Returns the major version that the nearest `package.json` asks for; null if that does not show it, as for
 * early previews.
 */
export async function readVersion(
  { files, read }: SiteContext,
  folder: string,
): Promise<{ major: 1 | 2 | null; readFrom: string[] }> {
  for (let at = posix.join(folder, "."); ; at = posix.dirname(at)) {
    const path = posix.join(at, "package.json");
    if (files.has(path)) {
      const bytes = await read(path);
      const text = bytes.length > bytesMax ? "" : bytes.toString("utf8");
      const asked = /"vitepress"\s{0,9}:\s{0,9}"([^"\n]{1,99})"/.exec(text)?.[1];
      if (asked !== undefined) return { major: majorOf(asked), readFrom: [path] };
    }
    if (at === "." || at === "/") return { major: null, readFrom: [] };
  }
}

function majorOf(asked: string): 1 | 2 | null {
  const found = /^(?:npm:vitepress@)?[\^~=v]?(\d+)(?:\.\d+)*(?:-alpha\.(\d+))?$/.exec(asked);
  if (found === null) return null;
  if (Number(found[1]) < 2) return 1;
  return found[2] === undefined || Number(found[2]) >= previewMin ? 2 : null;
}
