import { type PlacedSite, siteOf } from "../model/open-sites.ts";
import { publishedOf } from "../model/published-of.ts";
import type { Site } from "../model/site.ts";
import type { CheckReport } from "../types.ts";

/** What a change of a repository touches. */
export interface Change {
  changedPaths: readonly string[];
  /** Paths that did not exist before the change. */
  newPaths: readonly string[];
  /** Old path → current path. */
  renames: ReadonlyMap<string, string>;
}

/** Returns what concerns one of the sites: a page that moves to another one is gone here, and new there. */
export function limitChange<One extends Pick<PlacedSite, "folders">>(
  sites: readonly One[],
  own: One,
  { changedPaths, newPaths, renames }: Change,
): Change {
  if (sites.length === 1) return { changedPaths, newPaths, renames };
  const isOwn = (path: string) => siteOf(sites, path) === own;
  return {
    changedPaths: changedPaths.filter(isOwn),
    newPaths: newPaths.filter(isOwn),
    renames: new Map([...renames].filter(([from, to]) => isOwn(from) && isOwn(to))),
  };
}

/** Returns the findings about a site's own files, also where they stand in a file of the whole repository. */
export function limitReport<One extends Pick<PlacedSite, "folders">>(
  sites: readonly One[],
  own: One,
  { site, report }: { site: Site; report: CheckReport },
): CheckReport {
  if (sites.length === 1) return report;
  const isOwn = (path: string | undefined) => path !== undefined && siteOf(sites, path) === own;
  const isShared = (path: string) => own !== sites[0] && siteOf(sites, path) === sites[0];
  const findings = report.findings.filter(
    ({ path, target }) => isOwn(path) || (isShared(path) && isOwn(target)),
  );
  const pageCount = [...publishedOf(site.configuration, site.pages).keys()].filter(isOwn).length;
  return { ...report, findings, site: { ...report.site, pageCount } };
}
