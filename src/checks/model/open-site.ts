import { AppError } from "../../errors.ts";
import { isPagePath, pageExtension } from "../../text/page-path.ts";
import { assertEditedMarkup } from "../changes/assert-edited-markup.ts";
import { createPause } from "../create-pause.ts";
import { findShowing, includesOf } from "../pages/find-showing.ts";
import { noFacts, readPageFacts } from "../pages/read-page-facts.ts";
import { pageLimitMs } from "../processes/time-limits.ts";
import { configureSite, isConfigurationFile } from "../sites/all-generators.ts";
import { foldersOfPages } from "./bare-route.ts";
import { buildIndex, routeKey } from "./build-index.ts";
import { createRunWithinTime, mapWithinTime, type RunWithinTime } from "./map-within-time.ts";
import type { PageFacts } from "./page-facts.ts";
import { blobId, pageKey } from "./page-key.ts";
import { proveAddresses } from "./prove-addresses.ts";
import { shapeOf } from "./published-of.ts";
import { holdsRedirects, readHostRedirects } from "./read-host-redirects.ts";
import { namesIgnored, readIgnored } from "./read-ignored.ts";
import type { ScanCache } from "./scan-cache.ts";
import type { Site, SiteConfiguration, SiteContext } from "./site.ts";

export interface OpenSiteOptions {
  /** Repository paths with `/`. */
  files: readonly string[];
  read(path: string): Promise<Buffer>;
  /** Git's id of a file's contents: a page that the cache knows by it is not even read. */
  idOf?: ((path: string) => string | null) | undefined;
  cache: ScanCache;
  /** Time limit for one page. */
  pageLimitMs?: number;
  signal?: AbortSignal;
  /** Whether a file belongs to another site of the repository, so that it may be there. */
  isElsewhere?(path: string): boolean;
}

interface ReadOptions
  extends Pick<OpenSiteOptions, "read" | "cache" | "pageLimitMs" | "signal" | "isElsewhere"> {
  runWithinTime: RunWithinTime;
}

const pagesMax = 100_000;
const readsAtOnce = 64;

/**
 * Reads the whole site into memory. Throws `repository_too_large` above 100,000 pages, `markup_not_edited`,
 * the signal's reason, and whatever `read` throws for a listed file.
 */
export async function openSite({ idOf, ...given }: OpenSiteOptions): Promise<Site> {
  const options = { ...given, runWithinTime: createRunWithinTime() };
  const files = new Set(options.files);
  const context: SiteContext = { files, read: options.read };
  const configuration = await configure(context, options);
  const pages = await readPages({ ...options, idOf }, configuration);
  assertEditedMarkup(options.files, pages.keys());
  const surroundings = await readSurroundings(context, options);
  const filesBefore = new Set(options.files);
  const index = buildIndex(configuration, files, pages);
  const addresses = proveAddresses({ pages, files, configuration, index });
  return joinSite(
    {
      ...{ files, pages, configuration, index, filesBefore, addresses, ...surroundings },
      routesBefore: new Set([...findRoutes(filesBefore), ...index.routes.keys()]),
      publishedBefore: new Set(index.routes.keys()),
      addressesBefore: new Map(index.addresses),
      pageFoldersBefore: foldersOfPages(filesBefore),
      headingsBefore: new Map(),
      touched: new Set<string>(),
      shape: shapeOf(configuration, pages),
    },
    options,
  );
}

function configure(context: SiteContext, { isElsewhere }: ReadOptions): Promise<SiteConfiguration> {
  return configureSite(context, { isFurther: isElsewhere !== undefined });
}

/** Reads what may be there in a build, or at its host, without being a file of the site. */
async function readSurroundings(
  context: SiteContext,
  { isElsewhere = () => false }: ReadOptions,
): Promise<Pick<Site, "isIgnored" | "isRedirected">> {
  const isIgnored = await readIgnored(context);
  const isRedirected = await readHostRedirects(context);
  return { isRedirected, isIgnored: (path) => isElsewhere(path) || isIgnored(path) };
}

function copySite(site: Site, options: ReadOptions): Site {
  const { files, pages, index } = site;
  return joinSite(
    {
      ...site,
      files: new Set(files),
      pages: new Map(pages),
      headingsBefore: new Map(site.headingsBefore),
      index: {
        ...index,
        anchors: new Map(index.anchors),
        readAgain: new Set(index.readAgain),
        resolutions: new Map(index.resolutions),
      },
    },
    options,
  );
}

/** Joins a site's data with its methods. */
function joinSite(data: Omit<Site, "read" | "update" | "copy">, options: ReadOptions): Site {
  const site: Site = {
    ...data,
    read: options.read,
    update: (changedPaths, signal) => updateSite(site, { ...options, signal }, changedPaths),
    copy: (read) => copySite(site, { ...options, read }),
  };
  return site;
}

/** Returns the addresses that pages would have by their paths alone, without a leading slash. */
export function findRoutes(files: ReadonlySet<string>): Set<string> {
  const pages = [...files].filter(isPagePath);
  return new Set(pages.flatMap((path) => [path.replace(pageExtension, ""), routeKey(path)]));
}

async function readPages(
  options: OpenSiteOptions & ReadOptions,
  configuration: SiteConfiguration,
): Promise<Map<string, PageFacts>> {
  const paths = options.files.filter((path) => isPagePath(path) && configuration.isChecked(path));
  if (paths.length > pagesMax) {
    throw new AppError(
      "repository_too_large",
      `the site has ${paths.length} pages; at most ${pagesMax} are checked`,
    );
  }
  const pages = new Map<string, PageFacts>();
  const pause = createPause(options.signal);
  let next = readFiles(options, paths.slice(0, readsAtOnce));
  for (let at = 0; at < paths.length; at += readsAtOnce) {
    const files = await next;
    next = readFiles(options, paths.slice(at + readsAtOnce, at + 2 * readsAtOnce));
    for (const [path, facts] of factsOf(files, options)) pages.set(path, facts);
    if (pause.isDue()) await pause.wait();
  }
  return pages;
}

interface PageFile {
  path: string;
  key: string;
  /** Null if it is not in the cache. */
  facts: PageFacts | null;
  bytes: Buffer;
}

const noBytes = Buffer.alloc(0);

function readFiles(
  { read, idOf, cache }: ReadOptions & Pick<OpenSiteOptions, "idOf">,
  paths: readonly string[],
): Promise<PageFile[]> {
  const readFile = async (path: string): Promise<PageFile> => {
    const id = idOf?.(path) ?? null;
    const known = id === null ? undefined : cache.get(pageKey(path, id));
    if (known !== undefined) return { path, key: "", facts: known, bytes: noBytes };
    const bytes = await read(path);
    const key = pageKey(path, id ?? blobId(bytes));
    return { path, key, facts: cache.get(key) ?? null, bytes };
  };
  const files = Promise.all(paths.map(readFile));
  // Awaited only after the files before it.
  files.catch(() => undefined);
  return files;
}

/** Reads uncached pages under a time limit per page; a page that exceeds it has no facts. */
function factsOf(
  files: readonly PageFile[],
  { cache, pageLimitMs: limitMs = pageLimitMs, runWithinTime }: ReadOptions,
): [path: string, facts: PageFacts][] {
  const unknown = files.filter(({ facts }) => facts === null);
  const read = mapWithinTime(runWithinTime, unknown, limitMs, ({ bytes, key }) =>
    readPageFacts(bytes, key.startsWith("x")),
  );
  for (const [index, file] of unknown.entries()) {
    file.facts = read[index] ?? noFacts(file.bytes.length, tooSlow(limitMs));
    cache.set(file.key, file.facts);
  }
  return files.map(({ path, facts }) => [path, facts!]);
}

function tooSlow(limitMs: number): string {
  return `check_timeout: reading the page took longer than ${limitMs} ms; it was not checked`;
}

async function updateSite(site: Site, options: ReadOptions, allPaths: readonly string[]): Promise<void> {
  const pause = createPause(options.signal);
  const { isElsewhere = () => false } = options;
  const changedPaths = allPaths.filter((path) => !isElsewhere(path));
  const before = new Map(changedPaths.map((path) => [path, site.pages.get(path)]));
  const filesBefore = site.files.size;
  let isSameShape = true;
  for (const path of changedPaths) {
    const isThere = (await options.read(path).catch(() => null)) !== null;
    isSameShape &&= isThere === site.files.has(path);
    const headings = site.pages.get(path)?.headings ?? [];
    if (!site.headingsBefore.has(path))
      site.headingsBefore.set(path, new Set(headings.map((one) => one.slug)));
    site.pages.delete(path);
    if (isThere) site.files.add(path);
    else site.files.delete(path);
  }
  if (changedPaths.some((path) => mustConfigureAgain(site, path))) {
    site.configuration = await configure({ files: site.files, read: options.read }, options);
    isSameShape = false;
    for (const path of site.pages.keys()) if (!site.configuration.isChecked(path)) site.pages.delete(path);
  }
  if (changedPaths.some((path) => namesIgnored(path) || holdsRedirects(path))) {
    Object.assign(site, await readSurroundings({ files: site.files, read: options.read }, options));
    isSameShape = false;
  }
  const isPage = (path: string) => isPagePath(path) && site.configuration.isChecked(path);
  const pages = isSameShape
    ? changedPaths.filter((path) => site.files.has(path) && isPage(path))
    : [...site.files].filter((path) => isPage(path) && !site.pages.has(path));
  for (let at = 0; at < pages.length; at += readsAtOnce) {
    const files = await readFiles(options, pages.slice(at, at + readsAtOnce));
    for (const [path, facts] of factsOf(files, options)) {
      site.pages.set(path, facts);
      isSameShape &&= hintsOf(site, facts) === hintsOf(site, before.get(path));
    }
    if (pause.isDue()) await pause.wait();
  }
  if (isSameShape && filesBefore === site.files.size) {
    forgetPages(site, changedPaths);
    site.touched = site.touched && new Set([...site.touched, ...changedPaths]);
  } else {
    site.index = buildIndex(site.configuration, site.files, site.pages);
    site.touched = null;
  }
  site.shape = shapeOf(site.configuration, site.pages);
}

/** What of a page decides about other pages' links. */
function hintsOf({ configuration }: Site, facts: PageFacts | undefined): string {
  const parts = configuration.routing === null ? null : facts?.imports;
  const includes = includesOf(configuration, facts);
  const sections = facts && configuration.routing?.sectionLabelsOf?.("", facts);
  return JSON.stringify([facts?.routeHints, facts?.fields, facts?.labels, parts, includes, sections]);
}

/** After an edit without moves: their links, and anchors of pages that show them, are computed again. */
function forgetPages(site: Site, paths: readonly string[]): void {
  for (const path of paths) {
    site.index.resolutions.delete(path);
    site.index.readAgain.add(path);
  }
  for (const path of findShowing(site, paths)) site.index.anchors.delete(path);
}

function mustConfigureAgain(site: Site, path: string): boolean {
  return site.configuration.readFrom.includes(path) || isConfigurationFile(path);
}
