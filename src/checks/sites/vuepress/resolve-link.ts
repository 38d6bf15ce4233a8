import { posix } from "node:path";
import type { PageLink } from "../../../markdown/page-scan.ts";
import { isPagePath } from "../../../text/page-path.ts";
import type { TargetParts } from "../../links/split-target.ts";
import { addressKey } from "../../model/address-key.ts";
import { type Resolution, unjudged } from "../../model/resolution.ts";
import type { Site } from "../../model/site.ts";
import { joinAddress, joinBelowBase, lookUpStatic, withoutBase } from "../shared/addresses.ts";
import { addressFolder, ownAddress, pageAt, type VuepressSite } from "./routes.ts";

/** What Markdown turns into a link of the router. */
export const routed = /(?:\/|\.md|\.html)$/;

/** Files that pages show as code, or load, from their own folder. */
const shownFile =
  /\.(?:[cm]?[jt]sx?|vue|json5?|ya?ml|toml|css|less|s[ac]ss|styl|html?|py|java|kt|go|rs|c|h|cc|cpp|cs|php|rb|sh|sql|xml|txt|diff)$/i;

/**
 * Resolves a link with an ending from the file's place, as the router does; another one, and HTML, as the
 * browser does.
 */
export function resolveVuepressLink(
  site: VuepressSite,
  whole: Site,
  from: string,
  parts: TargetParts,
  kind: PageLink["kind"],
): Resolution {
  // Names that the bundler, or code of the configuration, replaces by folders.
  if (/^[@~]/.test(parts.path)) return unjudged(parts);
  if (kind === "image" || kind === "src") return resolveFile(site, whole, from, parts, kind);
  if (kind === "field" || kind === "prop") {
    const found = resolveRoute(site, whole, folderOf(site, whole, from), parts);
    if (found.kind !== "missing") return found;
    // Components may make links of their own.
    const other = resolveInBrowser(site, whole, from, parts, false);
    return other.kind === "missing" ? found : other;
  }
  if (isMarkdown(kind) && routed.test(parts.path)) {
    const address = routedPath(site, parts.path);
    return address === null
      ? unjudged(parts)
      : resolveRoute(site, whole, fileFolder(site, from), parts, address);
  }
  return resolveInBrowser(site, whole, from, parts, isMarkdown(kind));
}

export function isMarkdown(kind: PageLink["kind"]): boolean {
  return kind === "link" || kind === "definition";
}

/**
 * Version 2 takes a path from the root for another site's if it does not begin with the base, unless it names
 * a file; version 1 adds the base to all. Null if it leaves the site.
 */
function routedPath({ base, major }: VuepressSite, path: string): string | null {
  if (!path.startsWith("/") || path.endsWith(".md") || major === 1 || base === "/") return path;
  return base === null ? null : withoutBase(base, path);
}

function resolveRoute(
  site: VuepressSite,
  whole: Site,
  folder: string,
  parts: TargetParts,
  path = parts.path,
): Resolution {
  const joined = joinAddress(folder, path);
  const address = joined.replace(/\.(?:md|html)$/, "").replace(/(^|\/)index$/, "$1");
  const named = path.endsWith(".md") ? ownAddress(site, posix.join(site.docsRoot, `.${joined}`)) : address;
  const page = pageAt(site, whole, named) ?? (path.endsWith(".md") ? null : pageNear(site, whole, named));
  if (page !== null) return { kind: "page", path: page, parts };
  return missing(site, whole, named, parts, path.endsWith(".md") && !named.endsWith("/"));
}

/** Routers and hosts lead from `/a` to `/a/`; that of version 1 also from `/a/` to `/a.html`. */
function pageNear(site: VuepressSite, whole: Site, address: string): string | null {
  if (!address.endsWith("/")) return pageAt(site, whole, `${address}/`);
  return site.major === 1 ? pageAt(site, whole, address.slice(0, -1)) : null;
}

function resolveInBrowser(
  site: VuepressSite,
  whole: Site,
  from: string,
  parts: TargetParts,
  mayBeCode: boolean,
): Resolution {
  const address = parts.path.startsWith("/")
    ? site.base === null
      ? null
      : withoutBase(site.base, posix.normalize(parts.path))
    : joinBelowBase(site.base, folderOf(site, whole, from), parts.path);
  if (address === null) return unjudged(parts);
  const file = lookUpStatic(whole, address);
  if (file !== null) return { kind: "file", path: file, parts };
  // `@[code](./a.js)` is no link, but looks like one.
  const isBeside = whole.files.has(posix.join(posix.dirname(from), parts.path));
  if (mayBeCode && shownFile.test(address) && isBeside) return unjudged(parts);
  const bare = address.replace(/(?<=\/)index\.html$/, "").replace(/\.html$/, "");
  const page = address.endsWith(".md") ? null : (pageAt(site, whole, bare) ?? pageNear(site, whole, bare));
  if (page !== null) return { kind: "page", path: page, parts };
  return missing(site, whole, bare, parts, isPagePath(address));
}

/** `isFile`: whether a file is named, so that no code can have made a page there, but a redirect. */
function missing(
  site: VuepressSite,
  whole: Site,
  address: string,
  parts: TargetParts,
  isFile: boolean,
): Resolution {
  const wanted = [posix.join(site.docsRoot, `.${address}`).replace(/\/$/, "")];
  // A page that the change removes was not made by code.
  const wasThere = whole.addressesBefore.has(addressKey(address));
  const isRouted = address.split("/").some((name) => site.routedNames.has(name));
  const mayBeThere = (site.open !== null && (!isFile || site.mayRedirect)) || isRouted;
  return mayBeThere && !wasThere ? unjudged(parts) : { kind: "missing", wanted, parts };
}

/** Resolves what the build takes in from beside the page, by a path with a dot, or from the public folder. */
function resolveFile(
  site: VuepressSite,
  whole: Site,
  from: string,
  parts: TargetParts,
  kind: "image" | "src",
): Resolution {
  const { path } = parts;
  const isAbsolute = path.startsWith("/");
  const beside = posix.join(posix.dirname(from), path);
  const file = isAbsolute
    ? lookUpStatic(whole, publicPath(site, path) ?? "")
    : path.startsWith(".") && whole.files.has(beside)
      ? beside
      : null;
  if (file !== null) return { kind: "file", path: file, parts };
  // Older releases of version 2 took it for a path beside the page.
  if (site.major === 2 && !isAbsolute && whole.files.has(beside)) return unjudged(parts);
  if (kind === "src" || (isAbsolute && publicPath(site, path) === null)) return unjudged(parts);
  const [folder = ""] = whole.configuration.staticRoots;
  return { kind: "missing", wanted: [isAbsolute ? posix.join(folder, path) : beside], parts };
}

/** Version 1 leaves the base to the author. Null if the path leaves the site, or its base is not known. */
function publicPath({ base, major }: VuepressSite, path: string): string | null {
  if (base === null) return null;
  return withoutBase(base, path) ?? (major === 2 ? path : null);
}

function fileFolder({ docsRoot }: VuepressSite, from: string): string {
  return posix.join("/", posix.relative(docsRoot, posix.dirname(from)), "/");
}

function folderOf(site: VuepressSite, whole: Site, from: string): string {
  return addressFolder(site, { path: from, facts: whole.pages.get(from) });
}
