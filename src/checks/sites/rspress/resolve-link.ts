import { posix } from "node:path";
import type { PageLink } from "../../../markdown/page-scan.ts";
import { joinTarget, type TargetParts } from "../../links/split-target.ts";
import { addressKey } from "../../model/address-key.ts";
import { type Resolution, unjudged } from "../../model/resolution.ts";
import type { Site } from "../../model/site.ts";
import { joinAddress, lookUpStatic, wantedAt, withoutBase } from "../shared/addresses.ts";
import type { Settings } from "./read-settings.ts";
import type { RspressRoutes } from "./routes.ts";

/** Links of Markdown name files or addresses; where neither is there, a browser gets them as written. */
export function resolveRspressLink(
  settings: Settings,
  routes: RspressRoutes,
  whole: Site,
  from: string,
  written: TargetParts,
  kind: PageLink["kind"],
): Resolution {
  const parts = kind === "field" ? countedFromPage(settings, routes, from, written) : written;
  const isHtml = kind === "href" || kind === "src";
  // Version 1 leaves out what is HTML in pages of Markdown.
  if (isHtml && settings.major === 1 && /\.md$/.test(from)) return { kind: "skipped" };
  // Names that the bundler replaces by folders.
  if (/^[@~]/.test(parts.path)) return unjudged(parts);
  const isLeft = kind === "src" && /\.md$/.test(from) && !parts.path.startsWith("/");
  if (isLeft) return resolveFromPage(settings, routes, whole, from, parts);
  if (kind === "image" || kind === "src") return resolveFile(settings, whole, from, parts, kind);
  const address = isMarkdown(settings, kind) ? namedBy(settings, routes, from, parts) : null;
  const page = address === null ? null : routes.pageAt(whole, address);
  if (page !== null) return found(page, parts);
  const isDead = address !== null && settings.major === 1 && !parts.path.endsWith(".html");
  if (isDead) return missing(settings, routes, whole, { from, address, parts });
  const other = resolveInBrowser(settings, routes, whole, { from, parts, kind, address });
  const isRefused = address !== null && settings.checksLinks && !isLeftOut(settings, parts);
  return other.kind === "page" && isRefused ? { kind: "missing", wanted: [], parts } : other;
}

/** Version 1 reads only links that stand inline. */
export function isMarkdown({ major }: Settings, kind: PageLink["kind"]): boolean {
  return kind === "link" || (kind === "definition" && major === 2);
}

/**
 * Whether a path from the page's folder is meant: version 1 takes one without a dot for one from the root.
 */
export function isRelative({ major }: Settings, path: string): boolean {
  return !path.startsWith("/") && (major === 2 || path.startsWith("."));
}

/** The address of the page that a link of Markdown names. */
function namedBy(settings: Settings, routes: RspressRoutes, from: string, parts: TargetParts): string {
  const { path, query } = parts;
  const { docsRoot, addsPrefix, base, major } = settings;
  // Version 1 adds `.html` to all other names, and to those of files with a query.
  const bare = query === "" ? path.replace(/\.mdx?$/, "") : path;
  const named = major === 1 ? bare.replace(/(?<!\.html|\/)$/, ".html") : path;
  if (!isRelative(settings, path)) {
    const rooted = joinAddress("/", named);
    const own = (major === 1 && base !== null && withoutBase(base, rooted)) || rooted;
    return routes.routeOf(addsPrefix ? routes.withPrefix(from, own) : own);
  }
  const folder = posix.join("/", posix.relative(docsRoot, posix.dirname(from)), "/");
  const joined = posix.join(folder, named);
  return routes.routeOf(major === 2 ? joined.replace(/(?<=.)\/$/, "") : joined);
}

/** The theme of version 1 puts the address of a home page before its links that do not begin with it. */
function countedFromPage(
  { major }: Settings,
  routes: RspressRoutes,
  from: string,
  parts: TargetParts,
): TargetParts {
  const start = routes.addressesOf({ path: from, facts: undefined })[0]?.replace(/\/$/, "") ?? "";
  if (major === 2 || !parts.path.startsWith("/") || parts.path.startsWith(start)) return parts;
  return { ...parts, path: start + parts.path, rawPath: start + parts.rawPath };
}

interface Link {
  from: string;
  parts: TargetParts;
  kind: PageLink["kind"];
  /** The address that it would have as a link of Markdown; null for any other. */
  address: string | null;
}

function resolveInBrowser(
  settings: Settings,
  routes: RspressRoutes,
  whole: Site,
  { from, parts, kind, address: named }: Link,
): Resolution {
  // Elements of HTML in MDX are left as they are; components, and HTML in Markdown, get the base.
  const isPlain = kind === "href" && !/\.md$/.test(from);
  const address = addressOf(settings, routes, from, parts.path, isPlain);
  if (address === null) return unjudged(parts);
  const file = lookUpStatic(whole, address);
  if (file !== null) return { kind: "file", path: file, parts };
  const page = /\.mdx?$/.test(address) ? null : routes.pageAt(whole, routes.routeOf(address));
  if (page !== null) return found(page, parts);
  return missing(settings, routes, whole, { from, address: named ?? routes.routeOf(address), parts });
}

/** Null if it leaves the site. */
function addressOf(
  { base }: Settings,
  routes: RspressRoutes,
  from: string,
  path: string,
  isPlain: boolean,
): string | null {
  if (!path.startsWith("/")) return joinAddress(routes.addressFolder({ path: from }), path);
  const based = base === null ? null : withoutBase(base, posix.normalize(path));
  return based ?? (isPlain ? null : posix.normalize(path));
}

function missing(
  settings: Settings,
  routes: RspressRoutes,
  whole: Site,
  { from, address, parts }: { from: string; address: string; parts: TargetParts },
): Resolution {
  const bare = routes.withoutPrefix(address).replace(/\/$/, "");
  const wanted = wantedAt(whole, address, [posix.join(routes.folderOf(from), `.${bare}`)]);
  // A page that the change removes was not made by a plugin.
  const wasThere = whole.addressesBefore.has(addressKey(address));
  const namesFile = /\.mdx?$/.test(parts.path);
  const mayBeMade = settings.open !== null && !namesFile;
  return !wasThere && (mayBeMade || isLeftOut(settings, parts))
    ? unjudged(parts)
    : { kind: "missing", wanted, parts };
}

function isLeftOut(settings: Settings, parts: TargetParts): boolean {
  return settings.isLeftOut(joinTarget(parts, parts.rawPath));
}

/** The build takes in what lies beside the page; a path from the root is one of the public folder. */
function resolveFile(
  { base, docsRoot }: Settings,
  whole: Site,
  from: string,
  parts: TargetParts,
  kind: "image" | "src",
): Resolution {
  const { path } = parts;
  if (!path.startsWith("/")) {
    const beside = posix.join(posix.dirname(from), path);
    if (whole.files.has(beside)) return { kind: "file", path: beside, parts };
    return { kind: "missing", wanted: [beside], parts };
  }
  const isPlain = kind === "src" && !/\.md$/.test(from);
  const based = base === null ? null : withoutBase(base, path);
  if (isPlain && based === null) return unjudged(parts);
  const file = lookUpStatic(whole, based ?? path);
  if (file !== null) return { kind: "file", path: file, parts };
  return { kind: "missing", wanted: [posix.join(docsRoot, "public", based ?? path)], parts };
}

/** Pictures in HTML in pages of Markdown are left to the browser. */
function resolveFromPage(
  settings: Settings,
  routes: RspressRoutes,
  whole: Site,
  from: string,
  parts: TargetParts,
): Resolution {
  const address = addressOf(settings, routes, from, parts.path, false)!;
  const file = lookUpStatic(whole, address);
  if (file !== null) return { kind: "file", path: file, parts };
  return { kind: "missing", wanted: [posix.join(settings.docsRoot, "public", address)], parts };
}

function found(path: string, parts: TargetParts): Resolution {
  return /\.mdx?$/.test(path) ? { kind: "page", path, parts } : { kind: "file", path, parts };
}
