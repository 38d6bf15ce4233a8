import { posix } from "node:path";
import { collectFolders, foldersOf } from "../../text/folders-of.ts";
import { isProgram, pathsOfProgram } from "./program-paths.ts";
import type { SiteContext } from "./site.ts";

const script =
  /(?:^|\/)(?:[^/]+\.(?:sh|bash)|netlify\.toml|Makefile|package\.json|\.gitlab-ci\.ya?ml)$|^\.github\/workflows\/[^/]+\.ya?ml$/;
const scriptsMax = 50;
const bytesMax = 100_000;
const depthMax = 3;
/** Programs whose last argument is what they write. */
const writers: ReadonlySet<string> = new Set(["cp", "mv", "rsync", "ln", "mkdir", "clone"]);

/** Whether a file may write others before a build: a shell script, a task of CI or a program. */
export function mayWrite(path: string): boolean {
  return isScript(path) || isProgram(path) || isBazel(path);
}

/** Bazel's rules make pages and give others new names: `{"//:CHANGELOG.md": "changelog.md"}`. */
function isBazel(path: string): boolean {
  return /(?:^|\/)BUILD(?:\.bazel)?$/.test(path) && path.split("/").length <= depthMax;
}

function isScript(path: string): boolean {
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
  const folders = collectFolders(files);
  const written = new Set<string>();
  const readText = async (path: string): Promise<string> => {
    const bytes = await read(path).catch(() => null);
    return bytes === null || bytes.length > bytesMax ? "" : bytes.toString("utf8");
  };
  for (const path of [...files].filter(isScript).slice(0, scriptsMax))
    for (const { target, names } of writesIn(await readText(path)))
      for (const folder of ["", posix.dirname(path)]) {
        const place = posix.join(folder, target);
        written.add(place);
        for (const name of folders.has(place) ? names : []) written.add(posix.join(place, name));
      }
  for (const path of [...files].filter(isProgram).slice(0, scriptsMax))
    for (const target of pathsOfProgram(await readText(path)))
      for (const folder of ["", ...foldersOf(path)]) written.add(posix.join(folder, target));
  for (const path of [...files].filter(isBazel).slice(0, scriptsMax))
    for (const [, name] of (await readText(path)).matchAll(/"([\w./-]+\.(?:md|mdx|rst))"/g))
      written.add(posix.join(posix.dirname(path), name!));
  for (const place of [...written]) for (const one of publishedAs(place)) written.add(one);
  return [...written].filter((place) => !place.startsWith("..") && !files.has(place) && !folders.has(place));
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
