import { posix } from "node:path";
import type { PageLink } from "../../../markdown/page-scan.ts";
import { keepDot } from "../../links/keep-dot.ts";
import { encodePath } from "../../links/render-target.ts";
import { decode, type TargetParts } from "../../links/split-target.ts";
import { type Resolution, unjudged } from "../../model/resolution.ts";
import type { Routing, Site } from "../../model/site.ts";
import type { Settings } from "./read-settings.ts";

export interface DocsifySite extends Omit<Settings, "base" | "unknown"> {
  docsRoot: string;
  /** Folder of the page that shows the site. */
  home: string;
  /** Whether a route may be shown from elsewhere. */
  isAlias(route: string): boolean;
}

/** Docsify fetches the file of a route when a reader opens it: `#/guide/` shows `guide/README.md`. */
export function routeDocsify(docs: DocsifySite): Routing {
  return {
    addressesOf: ({ path }) => (isHidden(docs, path) ? [] : [routeOf(docs, path)]),
    addressFolder: ({ path }) => (docs.isRelative ? folderOf(docs, path) : "/"),
    resolve: (site, from, parts, kind) => resolve(docs, site, from, parts, kind),
    resolveOwn: (site, from, parts) => resolveOwn(docs, site, from, parts),
    includes: { kinds: ["title-include"], folders: null, root: docs.docsRoot },
    renderPath: (_site, from, parts, page) => renderPath(docs, from.path, parts, page.path),
    findEntry: () => null,
    renderEntry: () => null,
  };
}

function resolve(
  docs: DocsifySite,
  site: Site,
  from: string,
  given: TargetParts,
  kind: PageLink["kind"],
): Resolution {
  const parts = readId(given);
  if (kind === "image") return resolveFile(site, posix.dirname(from), docs, parts);
  if (kind === "src" || kind === "href")
    return parts.path.startsWith("/")
      ? unjudged(parts)
      : resolveFile(site, docs.home, docs, { ...parts, isLookedUp: true });
  const isFromPage = docs.isRelative && !parts.path.startsWith("/");
  const route = posix.join(isFromPage ? folderOf(docs, from) : "/", parts.path);
  // The browser leaves the site, and it is not known what is there.
  if (!isFromPage && posix.join(".", parts.path).startsWith("../")) return unjudged(parts);
  return resolveRoute(docs, site, route, parts);
}

/** `#/guide?id=knots` in HTML is a route; anything else is on the page. */
function resolveOwn(docs: DocsifySite, site: Site, from: string, given: TargetParts): Resolution {
  if (!given.hash.startsWith("#/")) return resolveId(docs, site, from, readId(given));
  const [, rawPath = "", query = ""] = /^#([^?#]*)(.*)$/s.exec(given.hash)!;
  const template = { before: "#", after: "", name: "route", language: undefined };
  const parts = readId({ path: decode(rawPath), rawPath, query, hash: "", template });
  return resolveRoute(docs, site, parts.path, parts);
}

/** A menu is shown beside any page, and the cover above the folder's first one. */
function resolveId(docs: DocsifySite, site: Site, from: string, parts: TargetParts): Resolution {
  const name = posix.basename(from);
  const isColor = name === docs.cover && /^#[\da-f]{3,8}$/i.test(parts.hash);
  if (isColor || docs.menus.includes(name)) return unjudged(parts);
  if (name !== docs.cover) return { kind: "page", path: from, parts };
  return resolveRoute(docs, site, folderOf(docs, from), parts);
}

function resolveRoute(docs: DocsifySite, site: Site, route: string, parts: TargetParts): Resolution {
  const { docsRoot, extension, homepage, isAlias } = docs;
  const isFile = route.endsWith(extension) || route.endsWith(".html");
  const named = isFile ? route : route.endsWith("/") ? `${route}README${extension}` : `${route}${extension}`;
  const isHome = named === `/README${extension}`;
  const file = below(docsRoot, isHome && homepage !== null ? homepage : named);
  if (isHome && homepage === null) return unjudged(parts);
  if (site.pages.has(file)) return { kind: "page", path: file, parts };
  if (site.files.has(file)) return { kind: "file", path: file, parts };
  return isAlias(route) || site.files.has(below(docsRoot, route))
    ? unjudged(parts)
    : { kind: "missing", wanted: [file], parts };
}

/** Docsify leaves these addresses to the browser, which reads a backslash as a slash. */
function resolveFile(site: Site, folder: string, { docsRoot }: DocsifySite, parts: TargetParts): Resolution {
  const path = below(folder, parts.path.replaceAll("\\", "/"));
  if (site.files.has(path)) return { kind: "file", path, parts };
  const isOutside = docsRoot !== "" && !path.startsWith(`${docsRoot}/`);
  return isOutside || path.startsWith("../") ? unjudged(parts) : { kind: "missing", wanted: [path], parts };
}

function below(folder: string, path: string): string {
  return posix.join(folder, `./${path}`);
}

/** `?id=knots` is an anchor, which may also be written `#knots`. */
function readId(parts: TargetParts): TargetParts {
  const id = /^\?id=([^&]+)$/.exec(parts.query)?.[1];
  return id === undefined || parts.hash !== ""
    ? parts
    : { ...parts, query: "", hash: `#${id}`, hashMark: "?id=" };
}

/** Whether the file is no page, or another start page is shown in the place of the README at the root. */
function isHidden({ docsRoot, extension, homepage }: DocsifySite, path: string): boolean {
  if (!path.endsWith(extension)) return true;
  const name = `README${extension}`;
  return homepage !== name && path === below(docsRoot, name);
}

function routeOf({ docsRoot, extension, homepage }: DocsifySite, path: string): string {
  const route = posix.join("/", posix.relative(docsRoot, path));
  if (route === `/${homepage}`) return "/";
  const bare = route.endsWith(extension) ? route.slice(0, -extension.length) : route;
  return bare.replace(/\/README$/, "/");
}

/** The folder address, with its slash, from which a page's relative links count. */
function folderOf(docs: DocsifySite, path: string): string {
  return posix.join("/", posix.relative(docs.docsRoot, posix.dirname(path)), "/");
}

function renderPath(docs: DocsifySite, from: string, parts: TargetParts, page: string): string | null {
  const { docsRoot, extension, isRelative } = docs;
  const file = posix.relative(parts.isLookedUp ? docs.home : docsRoot, page);
  if (file.startsWith("../")) return null;
  if (parts.isLookedUp) return encodePath(keepDot(file, parts), parts);
  const isFile = parts.path.endsWith(extension);
  const route = isFile ? `/${file}` : routeOf(docs, page);
  if (parts.template !== undefined || parts.rawPath.startsWith("/")) return encodePath(route, parts);
  if (!isRelative) return encodePath(keepDot(route.slice(1), parts), parts) || "/";
  const relative = posix.relative(folderOf(docs, from), route);
  const slash = route.endsWith("/") ? "/" : "";
  return encodePath(keepDot(relative === "" ? "." : relative, parts), parts) + slash;
}
