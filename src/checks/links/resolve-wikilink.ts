import { posix } from "node:path";
import { pageExtension } from "../../text/page-path.ts";
import { inPartition, partitionOf } from "../model/partition-of.ts";
import type { Resolution } from "../model/resolution.ts";
import type { Site } from "../model/site.ts";
import type { TargetParts } from "./split-target.ts";

/** Paths by their names in lower case: with the extension and, of pages, also without it. */
type Names = ReadonlyMap<string, string[]>;

const namesNow = new WeakMap<object, Names>();
const namesBefore = new WeakMap<object, Names>();

/**
 * Resolves the wikilink `[[name]]`: a file is found by its name or by the end of its path, wherever it is. If
 * no file has the name, nor had it before the change, it is no link: vaults also link to notes that are not
 * written yet, and other text has brackets as well. Of several files, the one in the same language or version
 * is meant; otherwise it is not known which one.
 */
export function resolveWikilink(site: Site, from: string, target: string): Resolution {
  const [rawPath] = /^[^#]*/.exec(target)!;
  const query = target.slice(rawPath.length);
  const parts: TargetParts = { path: rawPath, rawPath, query, hash: "", isWikilink: true };
  if (rawPath === "" || site.configuration.readsWikilinks !== true) return { kind: "skipped" };
  const found = filesNamed(nowIn(site), from, rawPath);
  const own = found.length > 1 ? inPartition(site, found, partitionOf(from)) : found;
  const [path, ...others] = own.length === 1 ? own : found;
  if (others.length > 0) return { kind: "unjudged", guesses: found, parts };
  if (path !== undefined) return { kind: site.pages.has(path) ? "page" : "file", path, parts };
  const wanted = filesNamed(beforeIn(site), from, rawPath);
  return wanted.length === 0 ? { kind: "skipped" } : { kind: "missing", wanted, parts };
}

/**
 * Writes the wikilink of a moved file, with as much of its path as it had. Null if other files have the new
 * name, or if the file has left the folder from which the path counts.
 */
export function renderWikilink(
  site: Site,
  holder: string,
  { parts: { rawPath, query }, path }: { parts: TargetParts; path: string },
  { named, from }: { named: string; from: string },
): string | null {
  const bare = (one: string) => (pageExtension.test(rawPath) ? one : one.replace(pageExtension, ""));
  if (isRelative(rawPath)) {
    const relative = posix.relative(posix.dirname(holder), bare(named));
    return (relative.startsWith(".") ? relative : `./${relative}`) + query;
  }
  if (!rawPath.includes("/")) {
    const name = posix.basename(bare(named));
    if (name.toLowerCase() === rawPath.toLowerCase()) return rawPath + query;
    const isTaken = (nowIn(site).get(name.toLowerCase()) ?? []).some((one) => one !== from && one !== named);
    return isTaken ? null : name + query;
  }
  const root = bare(path).slice(0, -rawPath.length);
  return named.startsWith(root) ? bare(named).slice(root.length) + query : null;
}

function isRelative(path: string): boolean {
  return /^\.{1,2}\//.test(path);
}

function filesNamed(names: Names, from: string, rawPath: string): string[] {
  const wanted = isRelative(rawPath) ? posix.join(posix.dirname(from), rawPath) : rawPath.replace(/^\//, "");
  const lower = wanted.toLowerCase();
  const alike = names.get(posix.basename(lower)) ?? [];
  return alike.filter((path) => {
    const whole = path.toLowerCase();
    const isIt = (one: string) => one === lower || (!isRelative(rawPath) && one.endsWith(`/${lower}`));
    return isIt(whole) || isIt(whole.replace(pageExtension, ""));
  });
}

function nowIn({ files, index }: Site): Names {
  return known(namesNow, index, files);
}

function beforeIn({ filesBefore }: Site): Names {
  return known(namesBefore, filesBefore, filesBefore);
}

function known(cache: WeakMap<object, Names>, key: object, files: ReadonlySet<string>): Names {
  const found = cache.get(key) ?? listNames(files);
  cache.set(key, found);
  return found;
}

function listNames(files: ReadonlySet<string>): Names {
  const names = new Map<string, string[]>();
  for (const path of files) {
    const name = posix.basename(path).toLowerCase();
    for (const one of new Set([name, name.replace(pageExtension, "")])) {
      const paths = names.get(one);
      if (paths === undefined) names.set(one, [path]);
      else paths.push(path);
    }
  }
  return names;
}
