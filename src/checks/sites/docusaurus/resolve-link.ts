import { posix } from "node:path";
import type { PageLink } from "../../../markdown/page-scan.ts";
import type { TargetParts } from "../../links/split-target.ts";
import { addressKey } from "../../model/address-key.ts";
import { type Resolution, unjudged } from "../../model/resolution.ts";
import type { Site } from "../../model/site.ts";
import { joinAddress, joinBelowBase, lookUpAddress, lookUpStatic, withoutBase } from "../shared/addresses.ts";
import type { DocsVersion, DocusaurusSite } from "./content.ts";
import { isListAt } from "./lists.ts";
import { findDoc } from "./name-docs.ts";
import { type DocusaurusRoutes, isBelow, page as pageFile } from "./routes.ts";
import { baseOf, placeOf, translationIn } from "./translations.ts";

type Input = {
  site: DocusaurusSite;
  routes: DocusaurusRoutes;
  whole: Site;
  from: string;
  parts: TargetParts;
};

/**
 * Resolves a link to a Markdown file as a path (relative to the page, its version's folder, or the site), and
 * any other link as an address relative to the page's own.
 */
export function resolveDocusaurusLink(
  site: DocusaurusSite,
  routes: DocusaurusRoutes,
  whole: Site,
  from: string,
  parts: TargetParts,
  kind: PageLink["kind"],
): Resolution {
  const input = { site, routes, whole, from, parts };
  if (kind === "doc-id") return findById(input);
  // Before version 3, a file's name is replaced in the text of a page, whatever follows it.
  if (whole.configuration.otherMdx !== undefined && /\.mdx?\//.test(parts.path)) return unjudged(parts);
  const isFile = kind === "image" || kind === "src";
  const found = isFile
    ? findFile(input)
    : kind !== "href" && kind !== "prop" && pageFile.test(parts.path)
      ? findPage(input)
      : resolveAddress(input, kind);
  if (found.kind === "page" && hasLostSource(input, found.path))
    return { kind: "missing", wanted: [found.path], parts };
  // If a translation is missing, the main language's page is shown: its files count too.
  if (found.kind !== "missing") return found;
  const isWritten = site.writesTargets && !isFile && !wasThere(whole, found.wanted);
  const isOfTranslation = routes.isTranslation(from) && !wasThere(whole, found.wanted);
  return isWritten || isOfTranslation || kind === "src" ? unjudged(parts) : found;
}

/** Whether the change removes the page that this translation replaces, so that it is no longer published. */
function hasLostSource({ site, routes, whole }: Input, path: string): boolean {
  if (!routes.isTranslation(path)) return false;
  const source = placeOf(site, path)?.source;
  return source !== undefined && whole.filesBefore.has(source) && !whole.files.has(source);
}

function wasThere({ filesBefore, routesBefore }: Site, wanted: readonly string[]): boolean {
  return wanted.some((path) => filesBefore.has(path) || routesBefore.has(path));
}

function findFile({ site, whole, from, parts }: Input): Resolution {
  const { path } = parts;
  if (path.startsWith("@site/")) return fileAt(whole, posix.join(site.root, path.slice(6)), parts);
  if (/^[@~]/.test(path)) return unjudged(parts);
  if (!path.startsWith("/")) return fileAt(whole, posix.join(posix.dirname(from), path), parts);
  const base = baseOf(site, from);
  const below = base === null ? path : (withoutBase(base, path) ?? path);
  const file = lookUpStatic(whole, path) ?? lookUpStatic(whole, below);
  return file === null
    ? { kind: "missing", wanted: [posix.join(whole.configuration.staticRoots[0] ?? "", path)], parts }
    : { kind: "file", path: file, parts };
}

function fileAt(whole: Site, path: string, parts: TargetParts): Resolution {
  return whole.files.has(path) ? { kind: "file", path, parts } : { kind: "missing", wanted: [path], parts };
}

/** Finds only pages of the same plugin by their files: docs of any version, the blog's posts, pages. */
function findPage({ site, routes, whole, from, parts }: Input): Resolution {
  const { path } = parts;
  const own = groupOf(site, routes, from);
  const content = routes.linkFolderOf(from) ?? own;
  const beside = posix.join(posix.dirname(from), path);
  const below = [content, site.root].map((folder) =>
    posix.join(folder ?? site.root, path).replace(/^\//, ""),
  );
  const tried = path.startsWith("@site/")
    ? [posix.join(site.root, path.slice(6))]
    : path.startsWith("/")
      ? below
      : /^\.\.?\//.test(path)
        ? [beside]
        : site.looksBesideFirst === false
          ? [...below, beside]
          : [beside, ...below];
  const isHere = (one: string) => whole.pages.has(one) && groupOf(site, routes, one) === own && own !== null;
  const page = tried.find(isHere);
  const others = new Set(tried.filter(isHere));
  if (site.looksBesideFirst === null && others.size > 1 && others.has(beside))
    return { kind: "unjudged", guesses: [...others], parts };
  const guess = site.looksEverywhere === true && page === undefined ? below.find(isHere) : undefined;
  if (guess !== undefined) return { kind: "unjudged", guesses: [guess], parts };
  const facts = page === undefined ? undefined : whole.pages.get(page);
  if (
    page !== undefined &&
    (routes.isTranslation(page) || routes.addressesOf({ path: page, facts }).length > 0)
  )
    return { kind: "page", path: page, parts };
  return { kind: "missing", wanted: tried, parts };
}

/** The version of the docs of which the page is, also as a translation. */
export function ownDocs(site: DocusaurusSite, routes: DocusaurusRoutes, page: string): DocsVersion | null {
  return routes.docsOf(routes.isTranslation(page) ? (placeOf(site, page)?.source ?? "") : page);
}

function findById({ site, routes, whole, from, parts: { rawPath, ...rest } }: Input): Resolution {
  const own = ownDocs(site, routes, from);
  if (own === null) return { kind: "skipped" };
  const parts = { ...rest, rawPath, isDocId: true as const };
  const page = findDoc(whole, own, rawPath);
  if (page !== null) return { kind: "page", path: page, parts };
  return { kind: "missing", wanted: [posix.join(own.folder, rawPath)], parts };
}

/** Returns the plugin that publishes the page, by one of its folders: only its pages are linked by file. */
export function groupOf(site: DocusaurusSite, routes: DocusaurusRoutes, path: string): string | null {
  if (routes.isTranslation(path)) return path.split("/").slice(0, 3).join("/");
  const docs = routes.docsOf(path);
  if (docs !== null) return `docs ${docs.plugin}`;
  return [...site.blogs, ...site.pages].find(({ folder }) => isBelow(folder, path))?.folder ?? null;
}

/** Resolves an address as a browser does; an absolute one may begin with the site's base. */
export function resolveAddress(
  { site, routes, whole, from, parts }: Input,
  kind: PageLink["kind"],
): Resolution {
  const { path } = parts;
  if (/^[@~]/.test(path)) return unjudged(parts);
  const base = baseOf(site, from);
  const isOfTranslation = routes.isTranslation(from);
  if (base === null && isOfTranslation) return unjudged(parts);
  const folder = routes.addressFolder({ path: from, facts: whole.pages.get(from) });
  const bare = base === null || base === "/" ? null : withoutBase(base, path);
  const isOutside = path.startsWith("/") && bare === null && base !== "/";
  if (kind === "href" && isOutside) return unjudged(parts);
  // A component of the site's own may leave the language.
  if (kind === "prop" && isOutside && isOfTranslation && parts.hash !== "") return unjudged(parts);
  const isRelative = bare === null && !path.startsWith("/");
  const address = isRelative ? joinBelowBase(base, folder, path) : joinAddress(folder, bare ?? path);
  if (address === null) return unjudged(parts);
  const page = lookUpAddress(whole, address);
  if (page !== null) return showInLanguage({ site, routes, whole, from, parts }, page);
  const script = findScript(site, whole, address);
  const beside = kind === "link" ? besideFile(whole, from, path) : null;
  const file = script ?? lookUpStatic(whole, address) ?? beside;
  if (file !== null) return { kind: "file", path: file, parts };
  const isList = isListed(site, whole, address);
  if (isList !== false) return isList ? { kind: "generated", parts } : unjudged(parts);
  // Components of the theme add the base; what others make of an address is not known.
  if (kind === "prop" && isOutside) return unjudged(parts);
  const key = addressKey(address);
  if (site.otherRoutes.some((route) => `${key}/`.startsWith(`${addressKey(route)}/`))) return unjudged(parts);
  const docs = site.docs
    .filter(({ route }) => isBelow(addressKey(route), key))
    .sort((a, b) => b.route.length - a.route.length)[0];
  if (site.hasOthers && (docs === undefined || isApart(whole, docs, address))) return unjudged(parts);
  const wanted = posix.join(docs?.folder ?? site.root, key.slice(addressKey(docs?.route ?? "").length));
  return { kind: "missing", wanted: [wanted.replace(/\/$/, "")], parts };
}

/** On a translation, an address leads to the translated page if that is shown at the same address. */
function showInLanguage({ site, routes, whole, from, parts }: Input, page: string): Resolution {
  const language = routes.isTranslation(from) ? placeOf(site, from)?.language : undefined;
  const own = language === undefined ? null : translationIn(site, language, page);
  const facts = own === null ? undefined : whole.pages.get(own);
  if (own === null || facts === undefined) return { kind: "page", path: page, parts };
  const address = routes.shownAt({ path: page, facts: whole.pages.get(page) });
  if (routes.shownAt({ path: own, facts }) !== address) return unjudged(parts);
  return { kind: "page", path: own, parts };
}

/**
 * Docs at the root of the site leave room for what other plugins publish beside them, in folders that the
 * docs do not have.
 */
function isApart({ index, filesBefore }: Site, { route, folder }: DocsVersion, address: string): boolean {
  if (addressKey(route) !== "") return false;
  const [top = ""] = addressKey(address).split("/");
  const isIn = (one: string) => one === top || one.startsWith(`${top}/`);
  const isOwn = ([one, page]: [string, string]) => isBelow(folder, page) && isIn(one);
  return (
    ![...index.addresses].some(isOwn) && ![...filesBefore].some((one) => one.startsWith(`${folder}/${top}`))
  );
}

/**
 * A file next to the page becomes part of the site if a link in Markdown names it: no page of HTML does, and
 * none where a definition names it.
 */
function besideFile(whole: Site, from: string, path: string): string | null {
  const file = posix.join(posix.dirname(from), path);
  const isTaken = !path.startsWith("/") && /\.(?!html$)\w+$/.test(path);
  return isTaken && whole.files.has(file) ? file : null;
}

const scripts = [".js", ".jsx", ".ts", ".tsx"];

/** Finds a page in JavaScript. */
function findScript(site: DocusaurusSite, { files }: Site, address: string): string | null {
  const key = addressKey(address);
  for (const { folder, route, isPublished } of site.pages) {
    if (!isBelow(addressKey(route), `${key}/`)) continue;
    const below = key.slice(addressKey(route).length).replace(/^\//, "");
    const found = scripts
      .flatMap((end) => [below + end, posix.join(below, `index${end}`)])
      .find((one) => files.has(posix.join(folder, one)) && isPublished(one));
    if (found !== undefined) return posix.join(folder, found);
  }
  return null;
}

/** Whether a list of pages is there that has no file; null if that depends on what is not read. */
function isListed(site: DocusaurusSite, whole: Site, address: string): boolean | null {
  const key = addressKey(address);
  const folder = site.listed.get(key);
  if (key === "search" || folder === null) return true;
  if (folder !== undefined) {
    const isFilled = [...whole.index.addresses.values()].some((page) => isBelow(folder, page));
    // Pages that git ignores may be written by the build.
    return isFilled || (whole.isIgnored(posix.join(folder, "page.md")) ? null : false);
  }
  if (site.blogs.some(({ route }) => key === addressKey(route))) return true;
  const lists = [...site.blogs, ...site.docs].filter(({ route }) => isBelow(addressKey(route), key));
  const known = lists.map((one) => isListAt(one, whole, key)).find((is) => is !== null);
  if (known !== undefined) return known;
  const open = [
    ...site.blogs.flatMap((blog) =>
      below(blog, ["tags", "page", "archive", "authors", "rss.xml", "atom.xml"]),
    ),
    ...site.docs.flatMap((docs) => below(docs, site.mayListElsewhere ? ["category", "tags"] : ["tags"])),
  ];
  return open.some((one) => key === one || key.startsWith(`${one}/`)) ? null : false;
}

function below({ route }: { route: string }, names: readonly string[]): string[] {
  return names.map((name) => addressKey(`${route}/${name}`));
}
