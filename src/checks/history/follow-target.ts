import { posix } from "node:path";
import { isPagePath, pageExtension } from "../../text/page-path.ts";
import { addressKey } from "../model/address-key.ts";
import { routeKey } from "../model/build-index.ts";
import type { Site } from "../model/site.ts";
import { readPageFacts } from "../pages/read-page-facts.ts";
import { followFile } from "./follow-file.ts";
import type { GitHistory } from "./git-history.ts";

/** Number of removed files with one name; above it, none is likely. */
const namesakesMax = 20;

/**
 * Returns the current files of those that were at one of these paths or addresses; null for one that is gone
 * or cannot be followed. Empty if there were none.
 */
export async function followTarget(
  site: Site,
  history: GitHistory,
  wanted: readonly string[],
): Promise<Set<string | null>> {
  const removals = await history.removals();
  const byName = indexByName(removals);
  const names = new Set(wanted.map(nameOf));
  const namesakes = [...names].flatMap((name) => byName.get(name) ?? []);
  const ends = new Set<string | null>();
  if (namesakes.length > namesakesMax) return ends;
  for (const path of namesakes) {
    const last = removals.get(path)![0]!;
    if (!(await namesOf(site, history, last)).some((name) => wanted.includes(name))) continue;
    ends.add(await followFile(history, path));
  }
  return ends;
}

const indexes = new WeakMap<ReadonlyMap<string, unknown>, ReadonlyMap<string, string[]>>();

/** Returns name → removed files with this name. */
function indexByName(removals: ReadonlyMap<string, unknown>): ReadonlyMap<string, string[]> {
  const index = indexes.get(removals) ?? Map.groupBy(removals.keys(), nameOf);
  indexes.set(removals, index);
  return index;
}

/** Returns the last name of a page's address or file: `b` of `a/b.md`, `a/b/index.md` and `/a/b/`. */
function nameOf(path: string): string {
  const bare = routeKey(path).replace(/(?:^|\/)(?:_?index|page)$|\.html?$/i, "");
  return posix
    .basename(bare)
    .replace(/^\d+[-_.]+/, "")
    .toLowerCase();
}

/** Returns the names by which a link could refer to the file while it existed. */
async function namesOf(
  { configuration, files }: Site,
  history: GitHistory,
  { path, id }: { path: string; id: string },
): Promise<string[]> {
  if (!isPagePath(path)) return [path];
  const names = [path, path.replace(pageExtension, ""), routeKey(path)];
  const bytes = configuration.routing === null ? null : await history.read(id);
  if (bytes === null) return names;
  const facts = readPageFacts(bytes, /\.mdx$/i.test(path));
  const addresses = configuration.routing!.addressesOf({ path, facts }, files).map(addressKey);
  return [...names, ...addresses, ...addresses.map((one) => posix.join(configuration.docsRoot, one))];
}
