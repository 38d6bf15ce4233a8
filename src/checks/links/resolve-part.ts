import type { PageLink } from "../../markdown/page-scan.ts";
import type { Resolution } from "../model/resolution.ts";
import type { Site } from "../model/site.ts";
import { findShowing } from "../pages/find-showing.ts";
import type { TargetParts } from "./split-target.ts";

/**
 * Returns the pages that take in a part without an address, if its links count from theirs; none for any
 * other page.
 */
export function findHolders(site: Site, part: string): string[] {
  const { routing, hasRoute, isRoutingKnown } = site.configuration;
  if (routing?.countsFromHolder !== true || !isRoutingKnown || hasRoute(part)) return [];
  return [...findShowing(site, [part])].filter((path) => path !== part && hasRoute(path));
}

/** Resolves a target of a part from each page that takes it in; null if there is none. */
export function resolvePart(
  site: Site,
  part: string,
  parts: TargetParts,
  kind: PageLink["kind"],
): Resolution | null {
  const found = findHolders(site, part).map((path) =>
    site.configuration.routing!.resolve(site, path, parts, kind),
  );
  const [first] = found;
  if (first === undefined) return null;
  const paths = new Set(found.map((one) => (one.kind === "page" || one.kind === "file" ? one.path : null)));
  if (paths.size === 1 && (first.kind === "missing") === found.every((one) => one.kind === "missing"))
    return first;
  return { kind: "unjudged", guesses: [...paths].filter((path) => path !== null), parts };
}
