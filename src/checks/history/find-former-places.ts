import { isPagePath } from "../../text/page-path.ts";
import { partitionOf } from "../model/partition-of.ts";
import type { Site } from "../model/site.ts";
import { readPageFacts } from "../pages/read-page-facts.ts";
import { findMovedFile } from "./follow-file.ts";
import type { GitHistory, HistoryFile, Removal } from "./git-history.ts";

const hopsMax = 10;

/** Returns where the page was before it moved, newest first, with its contents there. */
export async function findFormerPlaces(history: GitHistory, path: string): Promise<HistoryFile[]> {
  const found: HistoryFile[] = [];
  if (!isPagePath(path)) return found;
  const byAge = await indexByAge(history);
  let current = path;
  let age = -1;
  for (let hop = 0; hop < hopsMax; hop += 1) {
    const since = age;
    const added = (await history.changesOf(current)).find((one) => one.before === null && one.age > since);
    if (added === undefined) break;
    const place = await findSource(history, byAge.get(added.age) ?? [], current);
    if (place === null) break;
    found.push(place);
    ({ age } = added);
    current = place.path;
  }
  return found;
}

/** Returns the one page, of those that a commit removed, that it added again at this path. */
async function findSource(
  history: GitHistory,
  removed: readonly Removal[],
  path: string,
): Promise<HistoryFile | null> {
  const sources: Removal[] = [];
  for (const removal of removed) {
    if (!isPagePath(removal.path) || partitionOf(removal.path) !== partitionOf(path)) continue;
    if ((await findMovedFile(history, removal)) === path) sources.push(removal);
  }
  return sources.length === 1 ? sources[0]! : null;
}

const indexes = new WeakMap<GitHistory, Map<number, Removal[]>>();

async function indexByAge(history: GitHistory): Promise<ReadonlyMap<number, readonly Removal[]>> {
  const known = indexes.get(history);
  if (known !== undefined) return known;
  const index = Map.groupBy([...(await history.removals()).values()].flat(), ({ age }) => age);
  indexes.set(history, index);
  return index;
}

/** Whether the link stood on the page at its former place already, from where it counted. */
export async function stoodThere(history: GitHistory, place: HistoryFile, target: string): Promise<boolean> {
  const bytes = await history.read(place.id);
  if (bytes === null) return false;
  return readPageFacts(bytes, /\.mdx$/i.test(place.path)).links.some((link) => link.target === target);
}

/** A page that states its own address takes it along: where its file is says nothing of its links. */
export function statesAddress({ configuration, pages, files }: Site, path: string): boolean {
  const { routing } = configuration;
  if (routing === null) return false;
  const [own] = routing.addressesOf({ path, facts: pages.get(path) }, files);
  const [ofFile] = routing.addressesOf({ path, facts: undefined }, files);
  return own !== ofFile;
}
