import { posix } from "node:path";
import type { SiteContext } from "./site.ts";

const script =
  /(?:^|\/)(?:[^/]+\.(?:sh|bash)|netlify\.toml|Makefile|package\.json|\.gitlab-ci\.ya?ml)$|^\.github\/workflows\/[^/]+\.ya?ml$/;
const scriptsMax = 50;
const bytesMax = 100_000;
const depthMax = 3;
/** Programs whose last argument is what they write. */
const writers: ReadonlySet<string> = new Set(["cp", "mv", "rsync", "ln", "mkdir", "clone"]);

export function isScript(path: string): boolean {
  return script.test(path) && path.split("/").length <= depthMax;
}

/** Folders into which generators write the site, as they are set by themselves. */
const output = /^(?:_site|_build|public|site|book|build|dist|out|html)\//;
/** Folders that addresses of the site may count from. */
const docsFolders = ["", "docs", "doc", "website", "site"];

/**
 * Returns files and folders that are not there and that scripts of the repository or its CI write, likely
 * before the build, or into the built site.
 */
export async function readWritten({ files, read }: SiteContext): Promise<string[]> {
  const paths = [...files].filter(isScript).slice(0, scriptsMax);
  const folders = collectFolders(files);
  const written = new Set<string>();
  for (const path of paths) {
    const bytes = await read(path).catch(() => null);
    if (bytes === null || bytes.length > bytesMax) continue;
    for (const { target, names } of writesIn(bytes.toString("utf8")))
      for (const folder of ["", posix.dirname(path)]) {
        const place = posix.join(folder, target);
        written.add(place);
        for (const name of folders.has(place) ? names : []) written.add(posix.join(place, name));
      }
  }
  for (const place of [...written]) for (const one of publishedAs(place)) written.add(one);
  return [...written].filter((place) => !place.startsWith("..") && !files.has(place) && !folders.has(place));
}

function collectFolders(files: ReadonlySet<string>): Set<string> {
  const folders = new Set<string>();
  for (const path of files)
    for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) {
      if (folders.has(path.slice(0, at))) break;
      folders.add(path.slice(0, at));
    }
  return folders;
}

/** Returns the places among the sources from which links lead to what is written into the built site. */
function publishedAs(place: string): string[] {
  let below = place;
  while (output.test(below)) below = below.replace(output, "");
  return below === place ? [] : docsFolders.map((folder) => posix.join(folder, below));
}

interface Write {
  target: string;
  /** Names of what is copied there, if that is a folder. */
  names: string[];
}

/** Only what is written out, and in a folder: a name alone may be anywhere. */
function writesIn(text: string): Write[] {
  return text.split(/[\n;&|"]/).flatMap((command) => {
    const comment = command.indexOf(" #");
    const words = (comment < 0 ? command : command.slice(0, comment)).trim().split(/\s+/);
    const target = (words.at(-1) ?? "").replace(/\/$/, "");
    const writer = words.slice(0, -1).findIndex((word) => writers.has(word));
    if (writer < 0 || !/^[\w.-]+(?:\/[\w.-]+)+$/.test(target)) return [];
    const sources = words.slice(writer + 1, -1).filter((word) => /^[\w./-]*\w$/.test(word));
    const names = words[writer] === "mkdir" ? [] : sources.map((source) => posix.basename(source));
    return [{ target, names: names.filter((name) => !name.startsWith("-")) }];
  });
}
