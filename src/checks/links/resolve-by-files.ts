import { posix } from "node:path";
import { isPagePath, likelyExtensions, pageExtension } from "../../text/page-path.ts";
import { partitionOf, withoutPartition } from "../model/partition-of.ts";
import { kindOfPath, nameOfAddress, relativeBases } from "../model/read-address.ts";
import type { Resolution } from "../model/resolution.ts";
import type { Site } from "../model/site.ts";
import { findOrdered } from "./find-ordered.ts";
import { withoutDots } from "./keep-dot.ts";
import type { TargetParts } from "./split-target.ts";

const guessesMax = 20;
const sameNameMax = 1_000;
/** Pages that stand for their folder in some generators. */
const folderPages = ["page", "_index"];

/**
 * Resolves a target if the generator is unknown: only as far as files, and the addresses proved by the site's
 * own links, show where it leads. Everything else is not judged; `guesses` are the pages that it may lead to.
 */
export function resolveByFiles(site: Site, from: string, parts: TargetParts): Resolution {
  const { path } = parts;
  // A name that the build gives to a folder.
  if (/^[@~]/.test(path)) return { kind: "unjudged", guesses: [], parts };
  const kind = kindOfPath(path);
  if (kind === "address") return resolveAddress(site, from, parts);
  if (path.startsWith("/")) return resolveAbsoluteFile(site, parts);
  const beside = cleanPath(posix.join(posix.dirname(from), path));
  // What is outside of the repository is not known.
  if (beside.startsWith("../")) return { kind: "unjudged", guesses: [], parts };
  // An address begins at its page's own folder, and goes no further up than to the root.
  const plain = withoutDots(path);
  const ofAddress =
    kind === "file"
      ? [...besideAddress(from, path), ...belowRoots(site, plain), ...belowStatics(from, plain)]
      : [];
  const files = [beside, ...ofAddress, ...belowRoots(site, path)];
  const isThere = (one: string) => site.files.has(one) || site.filesBefore.has(one);
  const found = files.find(isThere);
  // Some generators resolve an image in HTML from the page's address, which for the first page is that of the
  // static files; others a page's file from their content folder, where a README that was copied from
  // elsewhere finds the one of another project.
  if (found !== undefined && found !== beside && (kind === "file" || !path.includes("/")))
    return { kind: "unjudged", guesses: [found], parts };
  const above =
    found === undefined && kind === "page-file" ? belowFoldersAbove(from, path).find(isThere) : undefined;
  if (above !== undefined) return { kind: "unjudged", guesses: [above], parts };
  const other = found === undefined ? findOther(site, beside, { written: path, kind }) : undefined;
  if (other !== undefined) return { kind: "unjudged", guesses: [other], parts };
  if (found === undefined || !site.files.has(found)) return { kind: "missing", wanted: [beside], parts };
  return { kind: isPagePath(found) ? "page" : "file", path: found, parts };
}

/** Returns the page of which the target leaves out a part of the name or of the path. */
function findOther(
  site: Site,
  path: string,
  { written, kind }: { written: string; kind: ReturnType<typeof kindOfPath> },
): string | undefined {
  if (kind !== "file") return findOrdered(site, path, written) ?? findLocalized(site, path);
  // A page about `build.js` may be named without its own ending.
  const pages = likelyExtensions.map((ending) => path + ending);
  return (
    pages.find((one) => site.pages.has(one)) ?? pages.flatMap((one) => findLocalized(site, one) ?? [])[0]
  );
}

/** Rspress makes addresses of paths, and addresses may leave out the main language's folder. */
function findLocalized({ index }: Site, path: string): string | undefined {
  const name = posix.basename(path);
  if (!isPagePath(name)) return undefined;
  const others = index.pagesByName.get(name.replace(pageExtension, "")) ?? [];
  return others
    .slice(0, sameNameMax)
    .find((one) => posix.basename(one) === name && withoutPartition(one) === path);
}

const staticNames = ["public", "static"];

/** One of several sites in a repository has static files of its own, at the address of its first page. */
function belowStatics(from: string, path: string): string[] {
  const names = posix.dirname(from).split("/");
  const folders = names.map((_, at) => names.slice(0, at).join("/"));
  return folders.flatMap((folder) => staticNames.map((name) => cleanPath(posix.join(folder, name, path))));
}

/** A page without `./` may be relative to the folder of its version, which is one of those above it. */
function belowFoldersAbove(from: string, path: string): string[] {
  const names = /^\.{1,2}\//.test(path) ? [] : posix.dirname(from).split("/").slice(0, -1);
  return names.map((_, at) => cleanPath(posix.join(...names.slice(0, at + 1), path))).reverse();
}

function resolveAbsoluteFile(site: Site, parts: TargetParts): Resolution {
  const paths = belowRoots(site, parts.path);
  const found = paths.filter((path) => site.files.has(path));
  const before = paths.filter((path) => site.filesBefore.has(path));
  if (found.length === 0 && before.length === 1) return { kind: "missing", wanted: before, parts };
  const [path] = found;
  if (path === undefined || found.length > 1) return { kind: "unjudged", guesses: found, parts };
  return { kind: isPagePath(path) ? "page" : "file", path, parts };
}

function belowRoots(site: Site, path: string): string[] {
  const { docsRoot, staticRoots } = site.configuration;
  return [...new Set([docsRoot, ...staticRoots].map((root) => cleanPath(posix.join(root, path))))];
}

function besideAddress(from: string, path: string): string[] {
  return relativeBases(from).map(({ folder }) => cleanPath(posix.join(folder, path)));
}

function resolveAddress(site: Site, from: string, parts: TargetParts): Resolution {
  const isAbsolute = parts.path.startsWith("/");
  const name = nameOfAddress(parts.path);
  const { roots, languages, base } = site.addresses;
  // Which language's page is meant is not known, only that it is one of these.
  const isOpen = isAbsolute && roots.length === 0;
  const rivals = isAbsolute && isOutside(from, [...roots, ...languages]) ? guessAbsolute(site, name) : [];
  const folders = isAbsolute
    ? [...roots, ...languages]
    : relativeBases(from)
        .filter((one) => one.base === base)
        .map(({ folder }) => folder);
  const wanted = folders.map((folder) => cleanPath(posix.join(folder, name)));
  const pages = [...new Set(wanted.flatMap((key) => site.index.routes.get(key) ?? []))];
  const [page] = pages;
  // A relative address stays within its version or language.
  const isOneAddress = !isAbsolute || !wanted.some((key) => hasTwin(site, key));
  if (rivals.some((one) => one !== page))
    return { kind: "unjudged", guesses: [...new Set([...pages, ...rivals])], parts };
  if (page !== undefined && pages.length === 1 && isOneAddress && !isOpen)
    return { kind: "page", path: page, parts };
  const literal = literalPath(site, from, parts);
  if (literal !== null) return { kind: "file", path: literal, parts };
  // From a folder without a page of its own, some generators lead to the first one in it.
  const isMissing = (key: string) =>
    (site.routesBefore.has(key) || (isBesidePages(site, key) && !site.pageFoldersBefore.has(key))) &&
    !hasFallback(site, key);
  if (page === undefined && isOneAddress && wanted.some(isMissing)) return { kind: "missing", wanted, parts };
  const guesses = guessPages(site, from, parts);
  const fallbacks = wanted.flatMap((key) => site.index.routes.get(withoutPartition(key)) ?? []);
  return { kind: "unjudged", guesses: [...new Set([...guesses, ...fallbacks])], parts };
}

/** Whether a page is in none of the folders from which addresses count: it may be of another site. */
function isOutside(from: string, folders: readonly string[]): boolean {
  return folders.every((folder) => folder !== "" && !from.startsWith(`${folder}/`));
}

/** Many generators show the main language's page if a translation is missing. */
function hasFallback({ index, routesBefore }: Site, key: string): boolean {
  const bare = withoutPartition(key);
  return bare !== key && (index.routes.has(bare) || routesBefore.has(bare));
}

/** Returns a file or folder with exactly this path. */
function literalPath(site: Site, from: string, { path }: TargetParts): string | null {
  const paths = path.startsWith("/")
    ? belowRoots(site, path)
    : [cleanPath(posix.join(posix.dirname(from), path))];
  return paths.find((one) => site.files.has(one) || (one !== "" && site.index.folders.has(one))) ?? null;
}

function isBesidePages(site: Site, key: string): boolean {
  const folder = posix.dirname(key);
  return (
    folder !== "." && site.pageFoldersBefore.has(folder) && !site.configuration.staticRoots.includes(folder)
  );
}

/**
 * Whether a page of this name in another version or language may have the address instead, with a path that
 * differs in more than the names of versions and languages.
 */
function hasTwin({ index }: Site, key: string): boolean {
  const own = partitionOf(key);
  const bare = withoutPartition(key);
  const others = index.routesByName.get(posix.basename(key).toLowerCase()) ?? [];
  return others
    .slice(0, sameNameMax)
    .some((other) => partitionOf(other) !== own && withoutPartition(other) !== bare);
}

/** Returns the pages that an address may lead to, by its last names. */
export function guessPages(site: Site, from: string, { path }: TargetParts): string[] {
  const name = nameOfAddress(path);
  return path.startsWith("/") ? guessAbsolute(site, name) : guessRelative(site, from, name);
}

function guessAbsolute({ index }: Site, name: string): string[] {
  const wanted = name.toLowerCase();
  if (wanted === "") return [];
  const found = ["", ...folderPages.map((name) => `/${name}`)].flatMap((end) => {
    const keys = index.routesByName.get(posix.basename(wanted + end)) ?? [];
    return keys.slice(0, sameNameMax).filter((key) => `/${key.toLowerCase()}`.endsWith(`/${wanted}${end}`));
  });
  return [...new Set(found.slice(0, guessesMax).flatMap((key) => index.routes.get(key) ?? []))];
}

function guessRelative({ index }: Site, from: string, name: string): string[] {
  const keys = relativeBases(from).flatMap(({ folder }) => {
    const key = cleanPath(posix.join(folder, name));
    return [key, ...folderPages.map((file) => posix.join(key, file))];
  });
  return [...new Set(keys.flatMap((key) => index.routes.get(key) ?? []))];
}

function cleanPath(path: string): string {
  return path.replace(/^\.$|^\.\/|^\/+/, "").replace(/(?<!\/)\/$/, "");
}
