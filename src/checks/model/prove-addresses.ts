import { posix } from "node:path";
import { isNamed } from "../../markdown/page-scan.ts";
import { splitTarget } from "../links/split-target.ts";
import type { AddressModel, RelativeBase } from "./address-model.ts";
import { isLanguage } from "./partition-of.ts";
import { kindOfPath, nameOfAddress, relativeBases } from "./read-address.ts";
import type { Site } from "./site.ts";

const nothingProved: AddressModel = { roots: [], languages: [], base: null };

const shareMin = 0.95;
const linksMin = 3;
const rootsMax = 3;
const pagesOfNameMax = 200;

/**
 * Proves a reading of the site's addresses if at least 95 % of them, and three or more, name a page in it and
 * in no other reading.
 */
export function proveAddresses(
  site: Pick<Site, "pages" | "files" | "configuration" | "index">,
): AddressModel {
  if (site.configuration.isRoutingKnown) return nothingProved;
  const absolute = new Map<string, number>();
  const relative = new Map<RelativeBase, number>();
  let relativeCount = 0;
  for (const [path, page] of site.pages) {
    if (!site.configuration.hasRoute(path)) continue;
    for (const link of page.links) {
      const parts =
        /^(?:image|src|wikilink)$/.test(link.kind) || isNamed(link.kind) ? null : splitTarget(link.target);
      if (parts === null || parts.rawPath === "" || kindOfPath(parts.path) !== "address") continue;
      const name = nameOfAddress(parts.path);
      if (parts.path.startsWith("/")) {
        if (name !== "") absolute.set(name, (absolute.get(name) ?? 0) + 1);
        continue;
      }
      relativeCount += 1;
      for (const { base, folder } of relativeBases(path)) {
        const isPage = site.index.routes.has(posix.join(folder, name).replace(/^\.$/, ""));
        if (isPage) relative.set(base, (relative.get(base) ?? 0) + 1);
      }
    }
  }
  const roots = proveRoots(site, absolute);
  const languages = roots.length === 0 ? proveLanguages(site, absolute) : [];
  return { roots, languages, base: proveBase(relative, relativeCount) };
}

function proveBase(counts: ReadonlyMap<RelativeBase, number>, total: number): RelativeBase | null {
  const proved = [...counts].filter(([, count]) => isProof(count, total));
  return proved.length === 1 ? proved[0]![0] : null;
}

function isProof(count: number, total: number): boolean {
  return count >= linksMin && count >= total * shareMin;
}

function proveRoots({ index }: Pick<Site, "index">, links: ReadonlyMap<string, number>): string[] {
  const total = sum(links.values());
  let left = new Map([...links].map(([name, count]) => [name, { count, roots: rootsOf(index, name) }]));
  const roots: string[] = [];
  while (roots.length < rootsMax && left.size > 0) {
    const tally = countRoots(left.values());
    const [best, rival] = [...tally].sort(compareRoots);
    if (best === undefined || best[1] < linksMin || best[1] < total * (1 - shareMin)) break;
    // If two readings explain as much, neither below the other, as with two languages, nothing is proved.
    if (rival?.[1] === best[1] && !isBelow(rival[0], best[0])) return [];
    roots.push(best[0]);
    left = new Map([...left].filter(([, { roots: own }]) => !own.has(best[0])));
  }
  const unexplained = sum([...left.values()].map(({ count }) => count));
  return isProof(total - unexplained, total) ? roots : [];
}

/** Returns the folders of languages, and the one that they are in, if they explain nearly all addresses. */
function proveLanguages({ index }: Pick<Site, "index">, links: ReadonlyMap<string, number>): string[] {
  const read = [...links].map(([name, count]) => ({ count, roots: rootsOf(index, name) }));
  const total = sum(links.values());
  const [best, ...others] = [...countRoots(read)].sort(compareRoots).map(([root]) => root);
  if (best === undefined || !isLanguage(posix.basename(best))) return [];
  const folder = posix.dirname(best);
  const isSibling = (root: string) => posix.dirname(root) === folder && isLanguage(posix.basename(root));
  const languages = [best, ...others.filter(isSibling)];
  if (languages.length < 2) return [];
  const all = [...languages, folder === "." ? "" : folder];
  const explained = read.filter(({ roots }) => all.some((root) => roots.has(root)));
  return isProof(sum(explained.map(({ count }) => count)), total) ? all : [];
}

/** Returns the folders from which the address would name a page. */
function rootsOf(index: Site["index"], name: string): Set<string> {
  const keys = index.routesByName.get(posix.basename(name).toLowerCase()) ?? [];
  const roots = new Set<string>();
  for (const key of keys.slice(0, pagesOfNameMax)) {
    if (key === name) roots.add("");
    else if (key.endsWith(`/${name}`)) roots.add(key.slice(0, -name.length - 1));
  }
  return roots;
}

function countRoots(links: Iterable<{ count: number; roots: Set<string> }>): Map<string, number> {
  const tally = new Map<string, number>();
  for (const { count, roots } of links) {
    for (const root of roots) tally.set(root, (tally.get(root) ?? 0) + count);
  }
  return tally;
}

function compareRoots(one: [string, number], other: [string, number]): number {
  return other[1] - one[1] || one[0].length - other[0].length || (one[0] < other[0] ? -1 : 1);
}

function isBelow(folder: string, root: string): boolean {
  return root === "" || folder.startsWith(`${root}/`);
}

function sum(numbers: Iterable<number>): number {
  let result = 0;
  for (const number of numbers) result += number;
  return result;
}
