import { posix } from "node:path";
import { openSite } from "../checks/model/open-site.ts";
import type { ScanCache } from "../checks/model/scan-cache.ts";
import type { Site } from "../checks/model/site.ts";
import { isAside } from "../checks/sites/all-generators.ts";
import { AppError } from "../errors.ts";

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

const sitesMax = 10;
const ofThemes = /(?:^|\/)(?:themes|exampleSite)\//;

/**
 * Opens the site that the scope belongs to. If another site of the repository is found first, such as an
 * example's, its folder is left out.
 */
export async function openSiteOf(
  { files, ...tree }: Tree,
  scope: string,
  options: Options,
): Promise<{ site: Site; files: readonly string[] }> {
  let left = files;
  let shown: { site: Site; files: readonly string[] } | null = null;
  for (let tried = 1; ; tried += 1) {
    const site = await openSite({ ...tree, ...options, files: left });
    const folders = foldersOf(site).filter((folder) => !isBelow(scope, folder) && !isBelow(folder, scope));
    const isNear = isBuilt(site) && folders.length === 0;
    if (isNear || (folders.length === 0 && shown === null)) return { site, files: left };
    // Pages below the scope are judged by files, unless a site of their own is found.
    if ([...site.pages.keys()].some((path) => isBelow(path, scope))) shown ??= { site, files: left };
    if (folders.length === 0 || tried === sitesMax) return shown ?? { site, files: left };
    left = left.filter((path) => !folders.some((folder) => isBelow(path, folder)));
  }
}

/** A further site in a folder of its own, whose pages are those below `folders`. */
export interface OtherSite {
  site: Site;
  folders: readonly string[];
}

/** Opens the sites of the repository beside the first one, except for examples and templates. */
export async function openOtherSites(tree: Tree, first: Site, options: Options): Promise<OtherSite[]> {
  const sites: OtherSite[] = [];
  let left = tree.files.filter((path) => !isAside(path) && !ofThemes.test(path));
  const taken: string[] = [];
  let site: Site | null = first;
  while (site !== null && sites.length < sitesMax) {
    const folders = foldersOf(site);
    const isSeen = folders.some((one) => taken.some((other) => isBelow(one, other) || isBelow(other, one)));
    if (folders.length === 0 || isSeen) break;
    if (site !== first) sites.push({ site: withOthersFiles(site, tree.files), folders });
    taken.push(...folders);
    const { readFrom } = site.configuration;
    left = left.filter(
      (path) => !folders.some((folder) => isBelow(path, folder)) && !readFrom.includes(path),
    );
    site = await openNext({ ...tree, files: left }, options);
  }
  return sites;
}

export function isOfSite({ folders }: OtherSite, path: string): boolean {
  return folders.some((folder) => isBelow(path, folder));
}

/** Null if nothing is left that a generator builds. */
async function openNext(tree: Tree, options: Options): Promise<Site | null> {
  if (!tree.files.some((path) => /\.mdx?$/i.test(path))) return null;
  try {
    const site = await openSite({ ...tree, ...options });
    return isBuilt(site) ? site : null;
  } catch (error) {
    if (error instanceof AppError && error.code !== "internal_error") return null;
    throw error;
  }
}

/** A file of another site counts as one that may be there. */
function withOthersFiles(site: Site, all: readonly string[]): Site {
  const others = new Set(all.filter((path) => !site.files.has(path)));
  const { isIgnored } = site;
  site.isIgnored = (path) => isIgnored(path) || others.has(path);
  return site;
}

/** Its pages' folder and that of its configuration; none if either is the whole repository. */
function foldersOf({ shape: { docsRoot, navigationFile } }: Site): string[] {
  const folders = [docsRoot, posix.dirname(navigationFile ?? ".").split(/\/?\.vitepress\b/, 1)[0]!];
  return folders.filter((folder) => folder !== "" && folder !== ".");
}

function isBuilt({ shape: { generator } }: Site): boolean {
  return generator !== "plain" && generator !== "github";
}

function isBelow(path: string, folder: string): boolean {
  return folder === "" || path === folder || path.startsWith(`${folder}/`);
}

/** Returns a test for the files of sites that were left out. */
export function createOtherSiteTest(
  all: readonly string[],
  kept: readonly string[],
): (path: string) => boolean {
  const keptFiles = new Set(kept);
  const left = new Set(all.filter((path) => !keptFiles.has(path)));
  return (path) => left.has(path);
}
