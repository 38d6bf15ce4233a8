import { posix } from "node:path";
import { isInclude, type PageLink } from "../../markdown/page-scan.ts";
import type { Resolution } from "../model/resolution.ts";
import type { Site } from "../model/site.ts";
import type { SiteIndex } from "../model/site-index.ts";
import { findShowing } from "../pages/find-showing.ts";
import { pathsOfKind } from "./resolve-include.ts";
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
  const showing = isTakenWithLinks(site, part) ? [] : findShowing(site, [part]);
  const all = [...showing].filter((path) => path !== part && hasRoute(path));
  const folderOf = (path: string): string =>
    `${posix.dirname(path)}\n${routing.addressFolder({ path, facts: site.pages.get(path) })}`;
  const ofFolders = [...new Map(all.map((path) => [folderOf(path), path])).values()];
  ofIndex.set(part, { all, ofFolders });
  return { all, ofFolders };
}

/** Whether a page includes the part in a way that writes its links anew. */
function isTakenWithLinks(site: Site, part: string): boolean {
  const kinds = site.configuration.routing?.includes?.keepsLinks ?? [];
  if (kinds.length === 0) return false;
  return [...findShowing(site, [part])].some((path) =>
    site.pages
      .get(path)
      ?.links.some(
        ({ kind, target }) =>
          isInclude(kind) &&
          kinds.includes(kind) &&
          pathsOfKind(site.configuration, path, { kind, target }).includes(part),
      ),
  );
}

/**
 * Returns what a link that leads nowhere from a page's own place leads to from the pages that also show it as
 * a part of theirs; null if that is nothing.
 */
export function resolveShown(
  site: Site,
  part: string,
  parts: TargetParts,
  kind: PageLink["kind"],
): Extract<Resolution, { kind: "page" | "file" }> | null {
  const { routing } = site.configuration;
  if (routing?.countsFromHolder !== true || parts.path.startsWith("/") || isTakenWithLinks(site, part))
    return null;
  for (const holder of findShowing(site, [part])) {
    if (holder === part || !site.configuration.hasRoute(holder)) continue;
    const found = routing.resolve(site, holder, parts, kind);
    if (found.kind === "page" || found.kind === "file") return found;
  }
  return null;
}
