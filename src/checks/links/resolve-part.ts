import { posix } from "node:path";
import type { PageLink } from "../../markdown/page-scan.ts";
import type { Resolution } from "../model/resolution.ts";
import type { Site } from "../model/site.ts";
import type { SiteIndex } from "../model/site-index.ts";
import { findShowing } from "../pages/find-showing.ts";
import type { TargetParts } from "./split-target.ts";

interface Holders {
  all: string[];
  /** One for each folder from which their links count. */
  ofFolders: string[];
}

const none: Holders = { all: [], ofFolders: [] };
const known = new WeakMap<SiteIndex["importers"], Map<string, Holders>>();

/**
 * Returns the pages that include a part without an address, if its links, or this one, count from theirs;
 * none for any other page.
 */
export function findHolders(site: Site, part: string, parts?: TargetParts): string[] {
  return countsFromHolder(site, parts) ? holdersOf(site, part).all : [];
}

/** Resolves a target of a part from the pages that include it; null if there is none. */
export function resolvePart(
  site: Site,
  part: string,
  parts: TargetParts,
  kind: PageLink["kind"],
): Resolution | null {
  if (!countsFromHolder(site, parts)) return null;
  const found = holdersOf(site, part).ofFolders.map((path) =>
    site.configuration.routing!.resolve(site, path, parts, kind),
  );
  const [first] = found;
  if (first === undefined) return null;
  const paths = new Set(found.map((one) => (one.kind === "page" || one.kind === "file" ? one.path : null)));
  if (paths.size === 1 && (first.kind === "missing") === found.every((one) => one.kind === "missing"))
    return first;
  return { kind: "unjudged", guesses: [...paths].filter((path) => path !== null), parts };
}

/** An address from the root means the same on whichever page it is shown. */
function countsFromHolder({ configuration }: Site, parts: TargetParts | undefined): boolean {
  const { routing, isRoutingKnown } = configuration;
  if (routing === null || !isRoutingKnown) return false;
  return routing.countsFromHolder === true || parts?.path.startsWith("/") === true;
}

function holdersOf(site: Site, part: string): Holders {
  const { routing, hasRoute } = site.configuration;
  if (routing === null || hasRoute(part)) return none;
  const { importers } = site.index;
  const ofIndex = known.get(importers) ?? new Map<string, Holders>();
  known.set(importers, ofIndex);
  const kept = ofIndex.get(part);
  if (kept !== undefined) return kept;
  const all = [...findShowing(site, [part])].filter((path) => path !== part && hasRoute(path));
  const folderOf = (path: string): string =>
    `${posix.dirname(path)}\n${routing.addressFolder({ path, facts: site.pages.get(path) })}`;
  const ofFolders = [...new Map(all.map((path) => [folderOf(path), path])).values()];
  ofIndex.set(part, { all, ofFolders });
  return { all, ofFolders };
}
