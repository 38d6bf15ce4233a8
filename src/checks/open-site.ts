import { hash } from "node:crypto";
import { AppError } from "../errors.ts";
import { buildIndex, isPagePath } from "./build-index.ts";
import { createPause, type Pause } from "./create-pause.ts";
import { readPageFacts } from "./read-page-facts.ts";
import type { ScanCache } from "./scan-cache.ts";
import type { PageFacts, Site, SiteConfiguration, SiteContext } from "./site.ts";
import { configureMintlify } from "./sites/mintlify.ts";
import { configureMkdocs } from "./sites/mkdocs.ts";
import { configurePlain } from "./sites/plain.ts";
import type { SiteShape } from "./types.ts";

export interface OpenSiteOptions {
  /** The working tree, for people; files are read with `read` alone. */
  directory: string;
  /** Repository paths with `/`. */
  files: readonly string[];
  read(path: string): Promise<Buffer>;
  cache: ScanCache;
  signal?: AbortSignal;
}

const PAGES_MAX = 50_000;
const READS_AT_ONCE = 16;

/** Docusaurus, VitePress and Starlight get a file in `sites/` and a line here; until then they are plain. */
const GENERATORS = [configureMintlify, configureMkdocs, configurePlain];

/**
 * Reads the whole site into memory. Throws `repository_too_large` above 50,000 pages and the signal's reason; what
 * `read` throws for a file of the list goes through.
 */
export async function openSite(options: OpenSiteOptions): Promise<Site> {
  const files = new Set(options.files);
  const context: SiteContext = { files, read: options.read };
  const configuration = await configure(context);
  const pages = await readPages(options, configuration);
  const site: Site = {
    directory: options.directory,
    files,
    pages,
    configuration,
    index: buildIndex(configuration, files, pages),
    shape: shapeOf(configuration, pages),
    read: options.read,
    update: (changedPaths) => updateSite(site, options, changedPaths),
  };
  return site;
}

async function configure(context: SiteContext): Promise<SiteConfiguration> {
  for (const generator of GENERATORS) {
    const configuration = await generator(context);
    if (configuration !== null) return configuration;
  }
  throw new AppError("internal_error", "no site generator accepted the repository");
}

async function readPages(
  options: OpenSiteOptions,
  configuration: SiteConfiguration,
): Promise<Map<string, PageFacts>> {
  const paths = options.files.filter((path) => isPagePath(path) && configuration.isChecked(path));
  if (paths.length > PAGES_MAX) {
    throw new AppError(
      "repository_too_large",
      `the site has ${paths.length} pages; at most ${PAGES_MAX} are checked`,
    );
  }
  const pages = new Map<string, PageFacts>(paths.map((path) => [path, undefined as unknown as PageFacts]));
  const pause = createPause(options.signal);
  let next = 0;
  const readSome = async (): Promise<void> => {
    while (next < paths.length) {
      const path = paths[next]!;
      next += 1;
      pages.set(path, await readPage(options, path, pause));
    }
  };
  await Promise.all(Array.from({ length: READS_AT_ONCE }, readSome));
  return pages;
}

async function readPage(options: OpenSiteOptions, path: string, pause: Pause): Promise<PageFacts> {
  const bytes = await options.read(path);
  const mdx = /\.mdx$/i.test(path);
  const key = `${mdx ? "x" : "m"}${hash("sha1", bytes, "hex")}`;
  const known = options.cache.get(key);
  if (known !== undefined) return known;
  if (pause.isDue()) await pause.wait();
  const facts = readPageFacts(bytes, mdx);
  options.cache.set(key, facts);
  return facts;
}

async function updateSite(
  site: Site,
  options: OpenSiteOptions,
  changedPaths: readonly string[],
): Promise<void> {
  const pause = createPause(options.signal);
  const before = new Map(changedPaths.map((path) => [path, site.pages.get(path)]));
  const filesBefore = site.files.size;
  let isSameShape = true;
  for (const path of changedPaths) {
    const isThere = (await options.read(path).catch(() => null)) !== null;
    isSameShape &&= isThere === site.files.has(path);
    site.pages.delete(path);
    if (isThere) site.files.add(path);
    else site.files.delete(path);
  }
  if (changedPaths.some((path) => mustConfigureAgain(site, path))) {
    site.configuration = await configure({ files: site.files, read: options.read });
    isSameShape = false;
  }
  for (const path of changedPaths) {
    if (!site.files.has(path) || !isPagePath(path) || !site.configuration.isChecked(path)) continue;
    const facts = await readPage(options, path, pause);
    site.pages.set(path, facts);
    isSameShape &&= hintsOf(facts) === hintsOf(before.get(path));
  }
  if (isSameShape && filesBefore === site.files.size) forgetPages(site, changedPaths);
  else site.index = buildIndex(site.configuration, site.files, site.pages);
  site.shape = shapeOf(site.configuration, site.pages);
}

function hintsOf(facts: PageFacts | undefined): string {
  return JSON.stringify(facts?.routeHints ?? []);
}

/** After an edit that moved nothing: only these pages' links, and anchors of pages that may show them, are worked out again. */
function forgetPages(site: Site, paths: readonly string[]): void {
  for (const path of paths) {
    site.index.resolutions.delete(path);
    site.index.anchors.delete(path);
  }
  for (const path of site.index.anchors.keys()) {
    if ((site.pages.get(path)?.imports.length ?? 0) > 0) site.index.anchors.delete(path);
  }
}

function mustConfigureAgain(site: Site, path: string): boolean {
  return (
    site.configuration.readFrom.includes(path) ||
    /(?:^|\/)(?:docs\.json|mint\.json|mkdocs\.ya?ml)$/.test(path)
  );
}

function shapeOf(configuration: SiteConfiguration, pages: ReadonlyMap<string, PageFacts>): SiteShape {
  const { generator, navigationFile, docsRoot } = configuration;
  return { generator, navigationFile, docsRoot, pageCount: pages.size };
}
