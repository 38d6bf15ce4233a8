import { posix } from "node:path";
import { AppError } from "../../errors.ts";
import { isPagePath } from "../../text/page-path.ts";
import { configureSite, isAside } from "../sites/all-generators.ts";
import { type OpenSiteOptions, openSite } from "./open-site.ts";
import type { Site, SiteConfiguration } from "./site.ts";

/** One of a repository's sites. */
export interface PlacedSite {
  site: Site;
  /**
   * Folders whose files are judged by its rules, and files that configure it; none for the first site, to
   * which all others belong.
   */
  folders: readonly string[];
}

const sitesMax = 10;
const ofThemes = /(?:^|\/)(?:themes|exampleSite)\//;

/**
 * Opens the sites of the repository beside the first one, except for examples and templates. Throws the
 * signal's reason.
 */
export async function openOtherSites(
  { files, ...options }: OpenSiteOptions,
  first: Site,
): Promise<PlacedSite[]> {
  const sites: PlacedSite[] = [];
  const taken: string[] = [];
  let left = files;
  for (let site: Site | null = first; site !== null && sites.length < sitesMax; ) {
    const folders = foldersOf(site.configuration);
    const isSeen = folders.some((one) => taken.some((other) => isBelow(one, other) || isBelow(other, one)));
    if (folders.length === 0 || isSeen) break;
    const { readFrom } = site.configuration;
    if (site !== first) sites.push({ site, folders: [...folders, ...readFrom] });
    taken.push(...folders);
    left = left.filter(
      (path) => !folders.some((folder) => isBelow(path, folder)) && !readFrom.includes(path),
    );
    site = await openNext({ ...options, files: left }, files);
  }
  return sites;
}

/** Returns the site by whose rules a file is judged. */
export function siteOf<One extends Pick<PlacedSite, "folders">>(sites: readonly One[], path: string): One {
  if (sites.length === 1) return sites[0]!;
  return sites.find(({ folders }) => folders.some((folder) => isBelow(path, folder))) ?? sites[0]!;
}

/**
 * Returns the changed files that a site must read again: the first has all files, another one its own and
 * those that are of no other site.
 */
export function pathsToRead<One extends Pick<PlacedSite, "folders">>(
  sites: readonly One[],
  own: One,
  changedPaths: readonly string[],
): readonly string[] {
  const [first] = sites;
  if (own === first) return changedPaths;
  return changedPaths.filter((path) => [first, own].includes(siteOf(sites, path)));
}

/** Null if nothing is left that a generator builds, except for examples and templates. */
async function openNext(options: OpenSiteOptions, allFiles: readonly string[]): Promise<Site | null> {
  const { files, read } = options;
  const shown = files.filter((path) => !isAside(path) && !ofThemes.test(path));
  if (!shown.some(isPagePath)) return null;
  try {
    const found = await configureSite({ files: new Set(shown), read });
    if (!isBuilt(found)) return null;
    // Within the site, folders of such names are its own.
    const isOwn = (path: string) => foldersOf(found).some((folder) => isBelow(path, folder));
    const own = new Set([...shown, ...files.filter(isOwn)]);
    const elsewhere = new Set(allFiles.filter((path) => !own.has(path)));
    return await openSite({ ...options, files: [...own].sort(), isElsewhere: (path) => elsewhere.has(path) });
  } catch (error) {
    if (error instanceof AppError && error.code !== "internal_error") return null;
    throw error;
  }
}

/** One of several configurations that may lie side by side: `mkdocs-user.yml`. */
const oneOfSeveral = /(?:^|\/)mkdocs[-_.](?!ya?ml$)[^/]*$/;

/** Its pages' folder and that of its configuration; none if either is the whole repository. */
export function foldersOf({ docsRoot, navigationFile }: SiteConfiguration): string[] {
  const configuration = navigationFile !== null && oneOfSeveral.test(navigationFile) ? null : navigationFile;
  const folders = [docsRoot, posix.dirname(configuration ?? ".").split(/\/?\.(?:vite|vue)press\b/, 1)[0]!];
  return folders.filter((folder) => folder !== "" && folder !== ".");
}

export function isBuilt({ generator }: SiteConfiguration): boolean {
  return generator !== "plain" && generator !== "github";
}

export function isBelow(path: string, folder: string): boolean {
  return folder === "" || path === folder || path.startsWith(`${folder}/`);
}
