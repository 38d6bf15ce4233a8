import { LRUCache } from "lru-cache";
import type { Heading } from "../../markdown/page-scan.ts";
import type { PageFacts } from "../model/page-facts.ts";
import type { Site } from "../model/site.ts";
import { idsOfHeadings } from "../pages/page-anchors.ts";
import { readPageFacts } from "../pages/read-page-facts.ts";
import { alike, readRuns } from "./alike.ts";
import type { FileChange, GitHistory } from "./git-history.ts";

const headingsMax = 300;
/** Minimum similarity of the text below a renamed heading, and the number of words needed to show it. */
const sameShare = 0.6;
const wordsMin = 5;

export interface Version {
  facts: PageFacts;
  text: string;
  ids: ReadonlySet<string>;
}

/**
 * Returns the current id of the heading that had this one, or null if its text is gone or something else may
 * be meant. In each commit that removed the id, exactly one heading with the text below it must have taken
 * its place.
 */
export async function followHeading(
  site: Site,
  { history, pages }: Past,
  { path, id, isThere }: { path: string; id: string; isThere(id: string): boolean },
): Promise<string | null> {
  let changes = await history.changesOf(path);
  let current = id;
  for (;;) {
    const lost = await findLoss(pages, { path, changes }, current);
    if (lost === null) return null;
    const next = matchHeading(site, path, lost, current);
    if (next === null || next === current) return null;
    if (isThere(next)) return next;
    changes = changes.slice(0, lost.at);
    current = next;
  }
}

/** The history of the repository, and its pages as they were. */
export interface Past {
  history: GitHistory;
  pages: PastPages;
}

export interface PastPages {
  /** Ids of the headings, none if there is no such page; cached, as many links may lead to one page. */
  idsOf(path: string, blob: string | null): Promise<ReadonlySet<string>>;
  read(path: string, blob: string | null): Promise<Version | null>;
}

const idsMax = 500_000;
const noIds: ReadonlySet<string> = new Set();

/** Returns a reader of pages by git's ids of their contents. */
export function openPastPages(site: Site, history: GitHistory): PastPages {
  const known = new LRUCache<string, ReadonlySet<string>>({
    maxSize: idsMax,
    sizeCalculation: (ids) => 1 + ids.size,
  });
  const read: PastPages["read"] = async (path, blob) => {
    const bytes = blob === null ? null : await history.read(blob);
    return bytes === null ? null : readVersion(site, path, bytes);
  };
  return {
    read,
    async idsOf(path, blob) {
      if (blob === null) return noIds;
      const key = `${path}\0${blob}`;
      const found = known.get(key);
      if (found !== undefined) return found;
      const { ids = noIds } = (await read(path, blob)) ?? {};
      known.set(key, ids);
      return ids;
    },
  };
}

function readVersion(site: Site, path: string, bytes: Buffer): Version {
  const facts = readPageFacts(bytes, /\.mdx$/i.test(path));
  return { facts, text: bytes.toString("utf8"), ids: idsOfHeadings(site, path, facts, facts.headings) };
}

/** Returns the newest change that removed the id. */
async function findLoss(
  pages: PastPages,
  { path, changes }: { path: string; changes: readonly FileChange[] },
  id: string,
): Promise<{ before: Version; after: Version; at: number } | null> {
  for (const [at, change] of changes.entries()) {
    if (!(await pages.idsOf(path, change.before)).has(id)) continue;
    if ((await pages.idsOf(path, change.after)).has(id)) continue;
    const before = await pages.read(path, change.before);
    const after = await pages.read(path, change.after);
    if (before !== null && after !== null) return { before, after, at };
  }
  return null;
}

/** Returns the id in `after` of the heading with `id` in `before`. */
function matchHeading(
  site: Site,
  path: string,
  { before, after }: { before: Version; after: Version },
  id: string,
): string | null {
  if (Math.max(before.facts.headings.length, after.facts.headings.length) > headingsMax) return null;
  const bearing = before.facts.headings.filter((_, at) => !idsWithout(site, path, before, at).has(id));
  const [old] = bearing;
  if (old === undefined || bearing.length > 1) return null;
  const kept = new Set(before.facts.headings.map(nameOf));
  const fresh = [...after.facts.headings.entries()].filter(
    ([, heading]) => heading.level === old.level && !kept.has(nameOf(heading)),
  );
  const runs = readRuns(sectionOf(before, old));
  const like = fresh.filter(([, heading]) => {
    const { share, words } = alike(runs, readRuns(sectionOf(after, heading)));
    return share >= sameShare && words >= wordsMin;
  });
  if (like.length !== 1 || !standsInPlace(before, old, after, like[0]![1])) return null;
  const without = idsWithout(site, path, after, like[0]![0]);
  const own = [...after.ids].filter((one) => !without.has(one));
  return own.length === 1 ? own[0]! : null;
}

function idsWithout(site: Site, path: string, { facts }: Version, at: number): ReadonlySet<string> {
  return idsOfHeadings(site, path, facts, facts.headings.toSpliced(at, 1));
}

function nameOf({ level, text }: Heading): string {
  return `${level} ${text}`;
}

/** Returns the text below a heading, up to the next one of its level or above. */
function sectionOf({ facts, text }: Version, heading: Heading): string {
  const behind = facts.headings.slice(facts.headings.indexOf(heading) + 1);
  const end = behind.find(({ level }) => level <= heading.level)?.start ?? text.length;
  const from = text.indexOf("\n", heading.start);
  return from === -1 || from > end ? "" : text.slice(from, end);
}

/** Whether it follows the same heading, or precedes the same one, among those in both versions. */
function standsInPlace(before: Version, old: Heading, after: Version, now: Heading): boolean {
  const [inBefore, inAfter] = [before, after].map(({ facts }) => new Set(facts.headings.map(nameOf)));
  const isShared = (heading: Heading) => inBefore!.has(nameOf(heading)) && inAfter!.has(nameOf(heading));
  const around = ({ facts }: Version, heading: Heading) => {
    const at = facts.headings.indexOf(heading);
    const above = facts.headings.slice(0, at).findLast(isShared);
    const below = facts.headings.slice(at + 1).find(isShared);
    return [above, below].map((one) => (one === undefined ? "" : nameOf(one)));
  };
  const [there, here] = [around(before, old), around(after, now)];
  return there[0] === here[0] || there[1] === here[1];
}
