import { posix } from "node:path";
import { isPagePath } from "../../text/page-path.ts";
import { renderFileTarget } from "../links/render-target.ts";
import { resolutionsOf, resolveLink } from "../links/resolve-link.ts";
import { joinTarget } from "../links/split-target.ts";
import { inPartition, partitionOf } from "../model/partition-of.ts";
import type { Resolution } from "../model/resolution.ts";
import type { Site } from "../model/site.ts";
import { becauseOfDots, dotsAside } from "./dots-aside.ts";
import { becauseOfLetter } from "./find-near-pages.ts";
import { isTypingError } from "./is-typing-error.ts";
import type { Repair } from "./repair.ts";

const candidatesMax = 5;

/**
 * Repairs a missing file: the same path in another case, or with one letter or one `../` more or less, is
 * certain if there is no other one; files of its name elsewhere are not.
 */
export function repairFile(
  site: Site,
  from: string,
  { wanted, parts, ofLink }: Extract<Resolution, { kind: "missing" }>,
): Repair {
  const name = posix.basename(wanted[0] ?? "");
  if (!/\.[A-Za-z0-9]+$/.test(name) || isPagePath(name)) return null;
  const render = (files: readonly string[]) =>
    files.slice(0, candidatesMax).flatMap((file) => {
      const text = renderFileTarget(site, from, parts, file);
      const resolution = resolveLink(site, from, text, ofLink);
      return resolution.kind === "file" && resolution.path === file ? [text] : [];
    });
  for (const path of wanted) {
    const sameLetters = site.index.lowerFiles.get(path.toLowerCase()) ?? [];
    const texts = render(sameLetters);
    if (texts.length === 0) continue;
    if (sameLetters.length === 1) return { kind: "certain", text: texts[0]!, because: "wrong case" };
    return { kind: "several", texts };
  }
  const near = findNearFiles(site, wanted);
  // A file elsewhere that has the very name is as likely.
  const typed = near.length === 0 ? near : [...near, ...(site.index.filesByName.get(name) ?? [])];
  if (typed.length > 0) {
    const [text] = render(typed);
    const isShown = resolutionsOf(site, from).some((one) => one.kind === "file" && typed.includes(one.path));
    if (text !== undefined && typed.length === 1 && !isShown)
      return { kind: "certain", text, because: becauseOfLetter };
    if (text !== undefined) return { kind: "several", texts: render(typed) };
  }
  const sameName = site.index.filesByName.get(name) ?? [];
  const own = partitionOf(wanted[0] ?? "") || partitionOf(from);
  const inOwn = inPartition(site, sameName, own);
  const texts = render(inOwn.length > 0 ? inOwn : sameName);
  const isAside = dotsAside(parts).some((path) => {
    const resolution = resolveLink(site, from, joinTarget(parts, path), ofLink);
    return resolution.kind === "file" && resolution.path === sameName[0];
  });
  if (sameName.length === 1 && texts.length === 1 && isAside)
    return { kind: "certain", text: texts[0]!, because: becauseOfDots };
  return texts.length === 0 ? null : { kind: "several", texts };
}

const siblingsMax = 2_000;

/** Finds files of the same folder and kind whose name differs in one letter. */
function findNearFiles({ index }: Site, wanted: readonly string[]): string[] {
  const found = wanted.flatMap((path) => {
    const { dir, name, ext } = posix.parse(path);
    const siblings = filesIn(index.filesByName).get(dir) ?? [];
    if (name.length <= nameMin || siblings.length > siblingsMax) return [];
    return siblings.filter((file) => {
      const other = posix.parse(file);
      return other.ext === ext && isTypingError(name, other.name);
    });
  });
  return [...new Set(found)];
}

const nameMin = 4;
const known = new WeakMap<object, Map<string, string[]>>();

/** Folder → the files directly in it; computed once for the files of a site. */
function filesIn(byName: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, string[]> {
  const folders =
    known.get(byName) ??
    Map.groupBy([...byName.values()].flat(), (path) => posix.dirname(path).replace(/^\.$/, ""));
  known.set(byName, folders);
  return folders;
}
