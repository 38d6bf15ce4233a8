import { posix } from "node:path";
import type { SiteContext } from "./site.ts";

const script = /(?:^|\/)(?:[^/]+\.(?:sh|bash)|netlify\.toml|Makefile|package\.json)$/;
const scriptsMax = 50;
const bytesMax = 100_000;
const depthMax = 3;
/** Programs whose last argument is what they write. */
const writers: ReadonlySet<string> = new Set(["cp", "mv", "rsync", "ln", "mkdir", "clone"]);

export function isScript(path: string): boolean {
  return script.test(path) && path.split("/").length <= depthMax;
}

/** Returns folders that are not there and that scripts of the repository write, likely before the build. */
export async function readWritten({ files, read }: SiteContext): Promise<string[]> {
  const paths = [...files].filter(isScript).slice(0, scriptsMax);
  const written = new Set<string>();
  for (const path of paths) {
    const bytes = await read(path).catch(() => null);
    if (bytes === null || bytes.length > bytesMax) continue;
    for (const target of targetsIn(bytes.toString("utf8")))
      for (const folder of ["", posix.dirname(path)]) written.add(posix.join(folder, target));
  }
  const folders = new Set([...files].map((path) => posix.dirname(path)));
  const isThere = (folder: string): boolean =>
    files.has(folder) || [...folders].some((one) => one === folder || one.startsWith(`${folder}/`));
  return [...written].filter((folder) => !folder.startsWith("..") && !isThere(folder));
}

/** Only what is written out, and in a folder: a name alone may be anywhere. */
function targetsIn(text: string): string[] {
  return text.split(/[\n;&|"]/).flatMap((command) => {
    const words = command.trim().split(/\s+/);
    const last = (words.at(-1) ?? "").replace(/\/$/, "");
    const writes = words.slice(0, -1).some((word) => writers.has(word));
    return writes && /^[\w.-]+(?:\/[\w.-]+)+$/.test(last) ? [last] : [];
  });
}
