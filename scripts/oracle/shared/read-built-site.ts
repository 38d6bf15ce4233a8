import { readdir, readFile } from "node:fs/promises";
import { join, posix, relative } from "node:path";
import type { MarkedLink } from "./mark-sources.ts";
import { type BuiltPage, readBuiltPage } from "./read-built-page.ts";

/** Results for a site; the format of the files in `test/oracle/verdicts/`. */
export interface Verdicts {
  generator: string;
  pages: Record<string, PageVerdict>;
}

export interface PageVerdict {
  address: string;
  headingIds: string[];
  ids: string[];
  links: LinkVerdict[];
}

export interface LinkVerdict {
  line: number;
  target: string;
  /** A source page, a file below a copied folder, `built:` and an address, or nothing. */
  leads: string | null;
  /** Whether the id exists, for a target with `#`. */
  anchor?: boolean;
}

export interface BuiltSite {
  folder: string;
  links: MarkedLink[];
  generator: string;
  /** Prefix of the site's addresses. */
  basePath?: string;
  /** Returns the source file that was copied to this path of the output; null if none was. */
  sourceOf(builtPath: string): string | null;
  /** Whether `/a` shows `a.html`, as GitHub Pages and most hosts do. */
  hidesExtension?: boolean;
  /** Whether `/a` shows `a/index.html`, as most hosts do; a router of the site's own may not. */
  findsFolders?: boolean;
  origin?: string;
}

interface Output {
  site: BuiltSite;
  files: ReadonlySet<string>;
  pages: ReadonlyMap<string, BuiltPage>;
}

/** Reads the whole output, and records what a visitor meets at each source page and link. */
export async function readBuiltSite(site: BuiltSite): Promise<Verdicts> {
  const entries = await readdir(site.folder, { recursive: true, withFileTypes: true });
  const files = new Set(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(site.folder, join(entry.parentPath, entry.name))),
  );
  const pages = new Map<string, BuiltPage>();
  for (const path of [...files].sort()) {
    if (path.endsWith(".html"))
      pages.set(path, readBuiltPage(await readFile(join(site.folder, path), "utf8")));
  }
  const output: Output = { site, files, pages };
  const verdicts: Verdicts = { generator: site.generator, pages: {} };
  for (const [builtPath, page] of pages) {
    // A page that shows several sources, such as a print page, belongs to none.
    if (new Set(page.sources).size !== 1) continue;
    const source = page.sources[0]!;
    const known = verdicts.pages[source];
    // If a translation is missing, this page is shown a second time, at a longer address.
    if (known !== undefined && known.address.length <= addressOf(builtPath).length) continue;
    verdicts.pages[source] = describePage(output, builtPath, page);
  }
  verdicts.pages = Object.fromEntries(
    Object.entries(verdicts.pages).sort(([one], [other]) => (one < other ? -1 : 1)),
  );
  return verdicts;
}

function describePage(output: Output, builtPath: string, page: BuiltPage): PageVerdict {
  const { site } = output;
  const links = [...page.marked]
    .map(([number, address]) => ({ link: site.links[number]!, address }))
    .filter(({ link }) => page.sources.includes(link.path))
    .map(({ link, address }) => describeLink(output, builtPath, link, address))
    .filter((one) => one !== null);
  links.sort((a, b) => a.line - b.line || (a.target < b.target ? -1 : 1));
  const ids = [...new Set(page.ids)].filter(
    (id) => !/^_{2}|^(?:fn|fnref)[:-]|^starlight__|ModalLabel$/.test(id),
  );
  return {
    address: addressOf(builtPath),
    headingIds: page.headingIds.filter((id) => ids.includes(id)),
    ids,
    links,
  };
}

function addressOf(builtPath: string): string {
  return `/${builtPath.replace(/(^|\/)index\.html$/, "$1")}`;
}

/** Returns null if it leads to another site. */
function describeLink(
  output: Output,
  builtPath: string,
  { line, target }: MarkedLink,
  address: string,
): LinkVerdict | null {
  const { basePath = "", origin = "http://site.invalid" } = output.site;
  const base = `${origin}${basePath}${addressOf(builtPath)}`;
  if (!URL.canParse(address, base)) return { line, target, leads: null };
  const url = new URL(address, base);
  if (url.origin !== origin) return null;
  const isInside = basePath === "" || url.pathname.startsWith(`${basePath}/`);
  const found = isInside ? findFile(output, decodeURI(url.pathname.slice(basePath.length)), 0) : null;
  if (found === null) return { line, target, leads: null };
  const page = output.pages.get(found);
  const sources = [...new Set(page?.sources ?? [])];
  const source = page === undefined ? output.site.sourceOf(found) : sources.length === 1 ? sources[0]! : null;
  const leads = source ?? `built:${addressOf(found)}`;
  if (url.hash.length < 2 || page === undefined) return { line, target, leads };
  const id = decodeURIComponent(url.hash.slice(1));
  return { line, target, leads, anchor: page.ids.includes(id) || id === "top" };
}

const redirectsMax = 5;

function findFile(output: Output, pathname: string, depth: number): string | null {
  const bare = posix.normalize(pathname).replace(/^\//, "");
  const { hidesExtension = false, findsFolders = true } = output.site;
  const tries =
    bare === "" || bare.endsWith("/")
      ? [`${bare}index.html`]
      : [bare, ...(hidesExtension ? [`${bare}.html`] : []), ...(findsFolders ? [`${bare}/index.html`] : [])];
  const found = tries.find((path) => output.files.has(path));
  if (found === undefined) return null;
  const refresh = output.pages.get(found)?.refresh ?? null;
  if (refresh === null || depth > redirectsMax) return found;
  const { basePath = "", origin = "http://site.invalid" } = output.site;
  const url = new URL(refresh, `${origin}${basePath}${addressOf(found)}`);
  return findFile(output, decodeURI(url.pathname.slice(basePath.length)), depth + 1);
}
