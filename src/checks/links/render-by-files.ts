import { posix } from "node:path";
import { trimEndCharacters } from "../../text/trim-characters.ts";
import { bareRoute } from "../model/bare-route.ts";
import { routeKey } from "../model/build-index.ts";
import { kindOfPath, relativeBases } from "../model/read-address.ts";
import type { Resolution } from "../model/resolution.ts";
import type { Site } from "../model/site.ts";
import { encodePath } from "./render-target.ts";
import { joinTarget } from "./split-target.ts";

type Found = Extract<Resolution, { kind: "page" | "file" }>;

/** Names that no generator is known to change in an address. */
const plainName = /^(?![0-9]+[-_.])[a-z0-9][a-z0-9-]*$/;

/**
 * Writes a found target from `holder` as the path `named` after a page has moved, if the generator is
 * unknown. Null if that cannot be known.
 */
export function renderByFiles(
  site: Site,
  holder: string,
  { parts, path }: Found,
  { named, from, to }: { named: string; from: string; to: string },
): string | null {
  const tail = endSlash(parts.rawPath) + parts.query + parts.hash;
  const isAbsolute = parts.path.startsWith("/");
  if (kindOfPath(parts.path) === "address" && site.pages.has(path)) {
    if (leavesOut(path, parts.path)) {
      const keeps = isAbsolute && bareRoute(routeKey(path)) === bareRoute(routeKey(named));
      return keeps ? joinTarget(parts, parts.rawPath) : null;
    }
    if (!keepsPlainAddress(site, from, to)) return null;
    const key = isAbsolute
      ? absoluteAddress(site, path, named)
      : relativeAddress(site, holder, parts.path, named);
    if (key === null) return null;
    const extension = /\.html?$/i.exec(parts.path)?.[0] ?? "";
    return encodePath(dotted(parts.rawPath, key) + extension, parts) + tail;
  }
  if (!isAbsolute) {
    const relative = posix.relative(posix.dirname(holder), named) || ".";
    return encodePath(dotted(parts.rawPath, relative), parts) + tail;
  }
  const bare = trimEndCharacters(parts.path, "/");
  const root = `/${path}`.endsWith(bare) ? `/${path}`.slice(1, -bare.length) : null;
  if (root === null || !isBelow(named, root)) return null;
  return encodePath(`/${root === "" ? named : named.slice(root.length + 1)}`, parts) + tail;
}

function absoluteAddress(site: Site, path: string, named: string): string | null {
  const roots = site.addresses.roots.filter((one) => isBelow(path, one));
  const [root = ""] = roots;
  // Below two roots, the page has two addresses.
  if (roots.length !== 1 || !isBelow(named, root)) return null;
  const key = routeKey(named);
  return `/${root === "" ? key : key.slice(root.length + 1)}`;
}

function relativeAddress(site: Site, holder: string, target: string, named: string): string | null {
  const folder = relativeBases(holder).find(({ base }) => base === site.addresses.base)?.folder;
  if (folder === undefined || /(?:^|\/)(?:index|README)(?:\.html?)?$/i.test(target)) return null;
  return posix.relative(folder, routeKey(named)) || ".";
}

/**
 * Whether the page's address is its path: front matter can set another one, and generators shorten or rewrite
 * some names.
 */
function keepsPlainAddress(site: Site, from: string, to: string): boolean {
  if ((site.pages.get(from)?.routeHints.length ?? 0) > 0) return false;
  const known = routeKey(from).split("/");
  const names = routeKey(to).split("/");
  return names.every((name) => plainName.test(name) || known.includes(name));
}

/** Whether the address leaves out parts of the page's path, as it then may do of the new one. */
function leavesOut(path: string, address: string): boolean {
  const isBare = (one: string) => bareRoute(one) === one;
  return !isBare(routeKey(path)) && isBare(address);
}

function isBelow(path: string, root: string): boolean {
  return root === "" || path.startsWith(`${root}/`);
}

function dotted(rawPath: string, relative: string): string {
  return rawPath.startsWith("./") && !/^[./]/.test(relative) ? `./${relative}` : relative;
}

function endSlash(rawPath: string): string {
  return rawPath.length > 1 && rawPath.endsWith("/") ? "/" : "";
}
