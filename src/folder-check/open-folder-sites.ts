import { openSite } from "../checks/model/open-site.ts";
import { foldersOf, isBelow, isBuilt, openOtherSites, type PlacedSite } from "../checks/model/open-sites.ts";
import type { ScanCache } from "../checks/model/scan-cache.ts";
import type { Site } from "../checks/model/site.ts";

export interface Tree {
  files: readonly string[];
  read(path: string): Promise<Buffer>;
  /** Returns git's id of a file's contents. */
  idOf?: (path: string) => string | null;
}

interface Options {
  cache: ScanCache;
  signal: AbortSignal | undefined;
}

const triesMax = 10;

/** Opens the sites of the repository, or only the one to which a folder below the root belongs. */
export async function openFolderSites(
  tree: Tree,
  scope: string,
  { signal, ...options }: Options,
): Promise<[PlacedSite, ...PlacedSite[]]> {
  const given = { ...tree, ...options, ...(signal && { signal }) };
  const site = await openSiteOf(given, scope);
  const others = scope === "" ? await openOtherSites(given, site) : [];
  return [{ site, folders: [] }, ...others];
}

/**
 * Opens the site that the scope belongs to. If another site of the repository is found first, such as an
 * example's, its folder is left out.
 */
async function openSiteOf(given: Parameters<typeof openSite>[0], scope: string): Promise<Site> {
  let left = given.files;
  let shown: Site | null = null;
  for (let tried = 1; ; tried += 1) {
    const site = await openSite({ ...given, files: left });
    const { configuration, pages } = site;
    const folders = foldersOf(configuration).filter((one) => !isBelow(scope, one) && !isBelow(one, scope));
    const isNear = isBuilt(configuration) && folders.length === 0;
    if (isNear || (folders.length === 0 && shown === null)) return site;
    // Pages below the scope are judged by files, unless a site of their own is found.
    if ([...pages.keys()].some((path) => isBelow(path, scope))) shown ??= judgingBeside(site, scope);
    if (folders.length === 0 || tried === triesMax) return shown ?? site;
    left = left.filter((path) => !folders.some((folder) => isBelow(path, folder)));
  }
}

/** Judges the pages beside the site that are asked for, also those whose links are otherwise only kept. */
function judgingBeside(site: Site, scope: string): Site {
  const { beside } = site.configuration;
  if (beside === undefined) return site;
  const isJudged = (path: string) => isBelow(path, scope) || beside.isJudged(path);
  site.configuration = { ...site.configuration, beside: { ...beside, isJudged } };
  return site;
}
