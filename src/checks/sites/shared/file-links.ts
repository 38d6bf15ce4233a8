import { posix } from "node:path";
import type { PageLink } from "../../../markdown/page-scan.ts";
import { isPagePath } from "../../../text/page-path.ts";
import { keepDot, withoutDots } from "../../links/keep-dot.ts";
import { encodePath } from "../../links/render-target.ts";
import { guessPages } from "../../links/resolve-by-files.ts";
import { decode, type TargetParts } from "../../links/split-target.ts";
import type { Resolution } from "../../model/resolution.ts";
import type { PlacedPage, Routing, Site } from "../../model/site.ts";
import { joinAddress, lookUpAddress, renderAddress, wantedAt, withoutBase } from "./addresses.ts";

type Kind = PageLink["kind"];

/**
 * A generator whose links name files, as far as it looks files up, and are otherwise addresses for the
 * browser.
 */
export interface FileLinks {
  docsRoot: string;
  /** Null if the part above the site is unknown, as other sites may be next to it. */
  basePath: string | null;
  /** Addresses below the base, the one for links first; empty if it has no page of its own. */
  addressesOf(page: PlacedPage, files: ReadonlySet<string>): string[];
  /** Whether a page without a known address has one that the generator finds for links to its file. */
  hasOwnAddress?(page: PlacedPage): boolean;
  /** Address of a moved page once the summary, which was read before, names it. */
  addressOnceListed?(path: string): string;
  /**
   * Returns the repository file that a target means, if the generator looks for one; null if the target is
   * left to the browser as written.
   */
  fileOf(from: string, parts: TargetParts, kind: Kind, files: ReadonlySet<string>): string | null;
  /** Address without a slash at its end that `/` stands for in links of a page; if omitted, the root. */
  rootOf?(from: string): string;
  /** The folder, with its slash, from which a page's addresses count; if omitted, that of its own. */
  folderOf?(path: string): string;
  /** Returns the file by whose path a page names another file; if omitted, that file itself. */
  namedAs?(from: string, path: string, files: ReadonlySet<string>): string;
  /** Returns the link for the browser if the file is missing; null for the target as written. */
  leftAs?(from: string, parts: TargetParts, kind: Kind): string | null;
  /** The file of the theme that is published in place of a missing one of the site; null if there is none. */
  themeFileOf?(file: string): string | null;
  /** False if a target ends at the first closing parenthesis. */
  readsParentheses?: boolean;
  /** Whether entries of the navigation that name no page's file are addresses. */
  hasAddressEntries?: boolean;
  /** Whether the file is copied to its own place among the addresses. */
  isPublished(path: string, files: ReadonlySet<string>): boolean;
  isGenerated(address: string): boolean;
  /** Whether something may be at the address although it is missing here. */
  isOpen(site: Site, address: string, parts: TargetParts): boolean;
}

/** Creates the routing of such a generator. */
export function routeFileLinks(links: FileLinks): Routing {
  return {
    addressesOf: links.addressesOf,
    addressOnceMoved: (page, files) => addressOnceMoved(links, page, files),
    ...(links.namedAs !== undefined && { namedAs: links.namedAs }),
    resolve: (site, from, parts, kind) => resolve(site, links, from, parts, kind),
    renderPath: (site, from, parts, page) => render(site, links, from, parts, page),
    addressFolder: (page) => folderOf(links, page, new Set(), true) ?? "/",
    findEntry: (site, target) => {
      const bare = target.replace(/[#?].*$/s, "");
      const path = [bare, decode(bare)]
        .map((one) => posix.join(links.docsRoot, one).replace(/^\//, ""))
        .find((one) => site.pages.has(one));
      if (path !== undefined) return path;
      return links.hasAddressEntries === true ? lookUpAddress(site, posix.join("/", bare)) : null;
    },
    renderEntry: (site, target, page) => {
      const bare = target.replace(/[#?].*$/s, "");
      if (links.hasAddressEntries !== true || isPagePath(bare)) {
        const path = (bare.startsWith("/") ? "/" : "") + posix.relative(links.docsRoot, page.path);
        return decode(bare) === bare ? path : encodeURI(path);
      }
      const address = addressOnceMoved(links, page, site.files);
      return address === undefined ? null : address.slice(1) + (/[#?].*$/s.exec(target)?.[0] ?? "");
    },
  };
}

function resolve(site: Site, links: FileLinks, from: string, parts: TargetParts, kind: Kind): Resolution {
  const file = links.fileOf(from, parts, kind, site.files);
  if (file !== null && site.files.has(file)) {
    const found = asFound(site, links, file, parts);
    if (found !== null) return found;
  }
  const themed = file === null ? null : (links.themeFileOf?.(file) ?? null);
  if (themed !== null && site.files.has(themed)) return { kind: "file", path: themed, parts };
  if (themed !== null && site.isIgnored(themed)) return { kind: "unjudged", guesses: [], parts };
  // A file that the theme or a plugin writes is looked up as well.
  if (file !== null && links.isGenerated(addressAsFile(links, file))) return { kind: "generated", parts };
  const root = parts.path.startsWith("/") ? (links.rootOf?.(from) ?? "") : "";
  const left = links.leftAs?.(from, parts, kind) ?? root + parts.path;
  const folder = folderOf(links, placed(site, from), site.files);
  if (folder === null && !left.startsWith("/")) {
    const isNowhere =
      links.hasOwnAddress?.(placed(site, from)) === true && leadsNowhere(site, links, file, left);
    return isNowhere
      ? { kind: "missing", wanted: wantedOf(file, file!), parts }
      : { kind: "unjudged", guesses: [], parts };
  }
  const base = links.basePath ?? "";
  const joined = joinAddress(`${base}${folder ?? "/"}`, left);
  const leaves = links.basePath === null && joinAddress(`.${folder}`, left).startsWith("../");
  if (leaves) return { kind: "unjudged", isOutside: true, guesses: [], parts };
  const address = withoutBase(base, joined);
  if (address === null) return { kind: "unjudged", guesses: [], parts };
  const page = lookUpAddress(site, address.replace(/(?<=\/)index\.html$/, ""));
  if (page !== null) return { kind: "page", path: page, parts };
  const path = posix.join(links.docsRoot, address).replace(/^\//, "");
  const published = [path, `${path.replace(/\/$/, "")}/index.html`].find((one) => site.files.has(one));
  if (published !== undefined && links.isPublished(published, site.files))
    return { kind: "file", path: published, parts };
  const ofTheme = links.themeFileOf?.(path) ?? null;
  if (ofTheme !== null && site.files.has(ofTheme)) return { kind: "file", path: ofTheme, parts };
  if (links.isGenerated(address)) return { kind: "generated", parts };
  const mayBeFile =
    file !== null && isPagePath(file) && links.isOpen(site, addressAsFile(links, file), parts);
  if (mayBeFile || links.isOpen(site, address, parts))
    return { kind: "unjudged", guesses: guessPages(site, from, parts), parts };
  const likely = wantedOf(/\.\w+$/.test(parts.path) ? file : null, path);
  return { kind: "missing", wanted: wantedAt(site, address, likely), parts };
}

function addressAsFile({ docsRoot }: FileLinks, file: string): string {
  return posix.join("/", posix.relative(docsRoot, file));
}

/**
 * Whether a target whose file is missing leads nowhere at any address of its page: nothing is at an address
 * that ends with the name of a page's file, nor is there a file with such an end of its path.
 */
function leadsNowhere(site: Site, links: FileLinks, file: string | null, path: string): boolean {
  const tail = withoutDots(path);
  const isFile = /^(?!.*(?:^|\/)\.\.?\/).*\.(?!html?$|xml$|json$|pdf$)\w+$/i.test(tail);
  if (file === null || !isFile || tail.startsWith("assets/")) return false;
  if (links.isOpen(site, addressAsFile(links, file), { path, rawPath: path, query: "", hash: "" }))
    return false;
  if (isPagePath(tail)) return true;
  const alike = site.index.filesByName.get(posix.basename(tail)) ?? [];
  return !alike.some((one) => one === tail || one.endsWith(`/${tail}`));
}

function asFound(site: Site, links: FileLinks, file: string, parts: TargetParts): Resolution | null {
  if (site.pages.has(file)) {
    const isPublished = links.addressesOf(placed(site, file), site.files).length > 0;
    const page = isPublished || links.hasOwnAddress?.(placed(site, file)) === true;
    return page ? { kind: "page", path: file, parts } : null;
  }
  return links.isPublished(file, site.files) ? { kind: "file", path: file, parts } : null;
}

/** Returns the files that were tried, the likeliest first: no address is that of a Markdown file. */
function wantedOf(file: string | null, path: string): string[] {
  if (file !== null && isPagePath(file)) return [file];
  const bare = path.replace(/\/$/, "").replace(/\.html?$/, "");
  const pages = [`${bare}.md`, `${bare}/index.md`, `${bare}/README.md`];
  const guesses = /\.\w+$/.test(bare) ? [bare] : pages;
  return [...new Set(file === null ? guesses : [file, ...guesses])];
}

function folderOf(
  links: FileLinks,
  page: PlacedPage,
  files: ReadonlySet<string>,
  isMoved = false,
): string | null {
  const own = isMoved ? addressOnceMoved(links, page, files) : links.addressesOf(page, files)[0];
  return own !== undefined && links.folderOf !== undefined ? links.folderOf(page.path) : folderAt(own);
}

function addressOnceMoved(
  links: FileLinks,
  page: PlacedPage,
  files: ReadonlySet<string>,
): string | undefined {
  return links.addressesOf(page, files)[0] ?? links.addressOnceListed?.(page.path);
}

function folderAt(address: string | undefined): string | null {
  if (address === undefined) return null;
  return address.endsWith("/") ? address : posix.join(address, "../").replace(/^\.\/$/, "/");
}

function render(
  { files }: Site,
  links: FileLinks,
  from: PlacedPage,
  parts: TargetParts,
  page: PlacedPage,
): string | null {
  if (isPagePath(parts.path.replace(/\/$/, "")))
    return renderFile(links, from, parts, nameOf(links, from, page, files));
  const address = addressOnceMoved(links, page, files);
  const folder = folderOf(links, from, files, true);
  if (address === undefined || (folder === null && !parts.rawPath.startsWith("/"))) return null;
  const isFile = /\.html?$/i.test(parts.rawPath);
  const named = isFile && address.endsWith("/") ? `${address}index.html` : address;
  if (isFile !== /\.html?$/i.test(named)) return null;
  if (parts.rawPath.startsWith("/") && links.rootOf !== undefined) {
    const below = withoutBase(links.rootOf(from.path), named);
    return below === null ? null : renderAddress(below, parts, { folder: "/" });
  }
  return renderAddress(named, parts, { folder: folder ?? "/", base: links.basePath ?? "" });
}

function nameOf(links: FileLinks, from: PlacedPage, page: PlacedPage, files: ReadonlySet<string>): string {
  return links.namedAs?.(from.path, page.path, files) ?? page.path;
}

function renderFile(links: FileLinks, from: PlacedPage, parts: TargetParts, path: string): string | null {
  const { docsRoot, readsParentheses } = links;
  if (parts.rawPath.startsWith("/")) {
    const root = posix.join(docsRoot, links.rootOf?.(from.path) ?? "").replace(/^\//, "");
    const below = posix.relative(root, path);
    return below.startsWith("..") ? null : encodePath(`/${below}`, parts, readsParentheses);
  }
  const relative = posix.relative(posix.dirname(from.path), path);
  const dotted = keepDot(relative, parts);
  return encodePath(dotted, parts, readsParentheses);
}

function placed({ pages }: Site, path: string): PlacedPage {
  return { path, facts: pages.get(path) };
}
