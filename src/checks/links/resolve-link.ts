import { posix } from "node:path";
import { isInclude, type PageLink } from "../../markdown/page-scan.ts";
import { isPattern } from "../../markdown/scan-myst.ts";
import { isPagePath } from "../../text/page-path.ts";
import { followRedirect, pageOfRedirect } from "../model/follow-redirect.ts";
import type { Resolution } from "../model/resolution.ts";
import type { Site } from "../model/site.ts";
import type { Finding } from "../types.ts";
import { findWanted } from "./find-wanted.ts";
import { isGenerated, mayBeGenerated } from "./generated-pages.ts";
import { resolveByFiles } from "./resolve-by-files.ts";
import { resolveInclude } from "./resolve-include.ts";
import { resolveOnHost } from "./resolve-on-host.ts";
import { findHolders, resolvePart, resolveShown } from "./resolve-part.ts";
import { resolveWikilink } from "./resolve-wikilink.ts";
import { splitTarget, splitTemplate, type TargetParts } from "./split-target.ts";

/**
 * Resolves one target as the site's generator does. `from` is the page that holds it. Files that git ignores
 * may be written before a build.
 */
export function resolveLink(
  site: Site,
  from: string,
  target: string,
  kind: PageLink["kind"] = "link",
): Resolution {
  const found = resolveFound(site, from, asRequested(target, kind), kind);
  if (found.kind !== "missing") return found;
  const isOpen = found.wanted.some((path) => isIgnoredPage(site, path)) || isRedirected(site, from, found);
  return isOpen ? { kind: "unjudged", guesses: [], parts: found.parts } : { ...found, ofLink: kind };
}

/** Browsers take a backslash in an address of HTML for a slash. */
function asRequested(target: string, kind: PageLink["kind"]): string {
  return kind === "src" || kind === "href" ? target.replaceAll("\\", "/") : target;
}

type Missing = Extract<Resolution, { kind: "missing" }>;

/** The only generators that read some kinds of links. */
const readers = new Map<string, string>([
  ["card", "mystmd"],
  ["spaced", "mkdocs"],
  ["doc-id", "docusaurus"],
  ["any", "sphinx"],
]);

/** Generators whose pages follow their links in the browser, without asking the host. */
const followsItself = /^(?:vitepress|vuepress|rspress|docusaurus|mintlify|gitbook|github|docsify)$/;

/** Whether the host leads the address of a page that was not there before the change elsewhere. */
function isRedirected(site: Site, from: string, missing: Missing): boolean {
  const { configuration, pages } = site;
  const { parts } = missing;
  if (wasThere(site, missing) || followsItself.test(configuration.generator)) return false;
  if (parts.path.startsWith("/")) return site.isRedirected(parts.path);
  const isKnown = configuration.routing !== null && configuration.isRoutingKnown;
  const folder = isKnown
    ? configuration.routing!.addressFolder({ path: from, facts: pages.get(from) })
    : posix.dirname(from);
  return site.isRedirected(posix.join("/", folder, parts.path));
}

/** A page that existed before the change is missing even if git ignores it. */
function isIgnoredPage({ files, isIgnored, filesBefore }: Site, path: string): boolean {
  const index = files.has(path) ? [] : [`${path}/index.md`];
  return [path, `${path}.md`, `${path}.mdx`, ...index].some((one) => isIgnored(one) && !filesBefore.has(one));
}

function resolveFound(site: Site, from: string, target: string, kind: PageLink["kind"]): Resolution {
  if (kind === "wikilink") return resolveWikilink(site, from, target);
  const { beside } = site.configuration;
  if (beside?.has(from)) return resolveOnHost(site, beside, { from, target, kind });
  // VitePress includes code last, from the page that holds the text by then.
  if (kind === "code-include" && !target.startsWith("@") && countsByFiles(site, from))
    return { kind: "skipped" };
  if (isInclude(kind)) return resolveInclude(site, from, target, kind);
  const isRole = kind === "document" || kind === "label" || kind === "any";
  if (isRole && (site.configuration.routing?.readsRoles !== true || isAlone(site, from)))
    return { kind: "skipped" };
  if (kind === "document" && isPattern(target)) return { kind: "skipped" };
  if (
    kind === "shortcode" &&
    (site.configuration.routing?.readsShortcodes !== true || countsByFiles(site, from))
  )
    return { kind: "skipped" };
  const reader = readers.get(kind);
  if (reader !== undefined && site.configuration.generator !== reader) return { kind: "skipped" };
  if (kind === "doc-id" && countsByFiles(site, from)) return { kind: "skipped" };
  if (kind === "field") return resolveField(site, from, target);
  const parts = splitTarget(target) ?? splitKnownTemplate(site, target);
  if (parts === null) return { kind: "skipped" };
  if (parts.rawPath === "") return resolveOwn(site, from, parts);
  const isItem = kind === "link" && site.configuration.isMenuPage?.(from) === true;
  const item = isItem ? (site.configuration.routing?.resolveItem?.(site, from, parts) ?? null) : null;
  if (item !== null) return item;
  if (countsByFiles(site, from)) {
    const ofPart = resolvePart(site, from, parts, kind);
    if (ofPart !== null) return ofPart;
    const found = resolveByFiles(site, from, parts);
    return found.kind === "missing" && (isShownElsewhere(site, from, found) || isServedElsewhere(site, found))
      ? { kind: "unjudged", guesses: [], parts }
      : found;
  }
  const { configuration } = site;
  const { routing } = configuration;
  if (routing !== null) {
    const read = kind === "prop" && routing.readsComponents !== true ? "href" : kind;
    const found = routing.resolve(site, from, parts, read);
    const shown = found.kind === "missing" ? resolveShown(site, from, parts, read) : null;
    return shown === null ? found : { kind: "unjudged", guesses: [shown.path], parts };
  }
  const wanted = findWanted(site, from, parts.path);
  const isAddress = parts.path.endsWith("/") || parts.path.startsWith("/") || parts.path === "..";
  for (const path of wanted) {
    const found = lookUp(site, path, isAddress);
    if (found !== null) return { ...found, parts };
  }
  if (wanted.some((path) => isGenerated(site, path))) return { kind: "generated", parts };
  for (const path of wanted) {
    const to = configuration.redirects.length > 0 ? followRedirect(site, path) : null;
    if (to !== null && configuration.linkStyle === "route") {
      return { kind: "redirect", to, page: pageOfRedirect(site, to), wanted, parts };
    }
  }
  // By its address with the file extension, a page is served as text; hosts may lead from there to the page.
  const file =
    configuration.servesMarkdown === true ? wanted.find((path) => site.pages.has(path)) : undefined;
  if (file !== undefined) return { kind: "unjudged", guesses: [file], parts };
  const isOpen = wanted.some((path) => mayBeGenerated(site, path) || isLedFrom(site, path));
  return isOpen ? { kind: "unjudged", guesses: [], parts } : { kind: "missing", wanted, parts };
}

/** Whether the generator reads neither the page nor a page with it inside. */
function isAlone(site: Site, page: string): boolean {
  return countsByFiles(site, page) && findHolders(site, page).length === 0;
}

/** Of a relative one only where it is as in HTML: generators differ in where it begins. */
function resolveField(site: Site, from: string, target: string): Resolution {
  const as = site.configuration.routing?.fieldLinks;
  if (as === undefined || countsByFiles(site, from)) return { kind: "skipped" };
  if (as === "href" || (target.startsWith("/") && as !== "field"))
    return resolveFound(site, from, target, as);
  const address = target.startsWith("/") ? target : fromPage(site, from, target);
  if (address === null || as !== "field") return { kind: "skipped" };
  const parts = splitTarget(address);
  return parts === null ? { kind: "skipped" } : site.configuration.routing!.resolve(site, from, parts, as);
}

/** Returns what a field such as `./a` names from the root, which it is written as when something moves. */
function fromPage({ pages, configuration }: Site, from: string, target: string): string | null {
  const { routing } = configuration;
  // Clients lose the second step of `../../a`.
  if (routing?.countsFieldsFromPage !== true || !/^\.\.?\/(?!\.)/.test(target)) return null;
  const [path = "", tail = ""] = target.split(/(?=[?#])(.*)/s);
  return posix.join(routing.addressFolder({ path: from, facts: pages.get(from) }), path) + tail;
}

/**
 * Other pages or code show MDX, parts among the pages of MkDocs, and on an unknown site those of a folder
 * such as `_includes`: without an address of their own, so that relative links count from those pages.
 */
function isShownElsewhere(
  { configuration, filesBefore }: Site,
  from: string,
  { wanted, parts }: Missing,
): boolean {
  const isPart = configuration.routing?.readsPartFiles !== true;
  const isOfDocs = configuration.generator === "mkdocs";
  const isRelative = !parts.path.startsWith("/") && !wanted.some((path) => filesBefore.has(path));
  if (!configuration.isRoutingKnown) return isRelative && /(?:^|\/)_[^/]+\//.test(from);
  return isPart && isRelative && (isOfDocs || /\.mdx$/i.test(from));
}

/** Counts only what was not there before the change. */
function isServedElsewhere(site: Site, missing: Missing): boolean {
  const { configuration } = site;
  return (
    !configuration.isRoutingKnown &&
    !wasThere(site, missing) &&
    configuration.isServedElsewhere?.(missing.parts.rawPath, site) === true
  );
}

function wasThere({ filesBefore, routesBefore }: Site, { wanted }: Missing): boolean {
  return wanted.some((path) => filesBefore.has(path) || routesBefore.has(path));
}

function resolveOwn(site: Site, from: string, parts: TargetParts): Resolution {
  return site.configuration.routing?.resolveOwn?.(site, from, parts) ?? { kind: "page", path: from, parts };
}

function splitKnownTemplate({ configuration }: Site, target: string): TargetParts | null {
  const own = configuration.routing?.split?.(target) ?? null;
  if (own !== null) return own;
  const names = configuration.routing?.templates ?? [];
  const parts = names.length === 0 ? null : splitTemplate(target);
  return parts !== null && names.includes(parts.template!.name) ? parts : null;
}

/** It is unknown how, or whether, the generator publishes the page: only files prove where its links lead. */
export function countsByFiles({ configuration }: Site, page: string): boolean {
  if (!configuration.isRoutingKnown || configuration.beside?.has(page)) return true;
  return configuration.routing !== null && !configuration.hasRoute(page);
}

/**
 * Resolves every link of a page, in order; cached until the site changes. Equal targets share one resolution.
 */
export function resolutionsOf(site: Site, path: string): readonly Resolution[] {
  const known = site.index.resolutions.get(path);
  if (known !== undefined) return known;
  const byTarget = new Map<string, Resolution>();
  const { textFences } = site.configuration;
  const found = (site.pages.get(path)?.links ?? []).map(({ kind, target, isForOwnCode = false, inFence }) => {
    if (inFence !== undefined && inFence !== textFences) return { kind: "skipped" as const };
    const key = `${kind} ${target}`;
    const resolution = byTarget.get(key) ?? resolveLink(site, path, target, kind);
    byTarget.set(key, resolution);
    const isOpen = isForOwnCode && resolution.kind === "missing" && !wasThere(site, resolution);
    return isOpen ? { kind: "unjudged" as const, guesses: [], parts: resolution.parts } : resolution;
  });
  site.index.resolutions.set(path, found);
  return found;
}

/** Returns the subject of a finding about a target that names no page or file. */
export function subjectOf({ wanted, parts }: Extract<Resolution, { wanted: string[] }>): Finding["subject"] {
  return { path: wanted[0] ?? "", rest: parts.query + parts.hash };
}

/** `isAddress`: the target ends with `/`, or is absolute. */
function lookUp(
  site: Site,
  path: string,
  isAddress: boolean,
): { kind: "page" | "file"; path: string } | null {
  const { configuration, index, files } = site;
  const style = configuration.linkStyle;
  if (files.has(path)) {
    if (!isPagePath(path)) return { kind: "file", path };
    if (style !== "route" || !configuration.hasRoute(path)) return { kind: "page", path };
  }
  if (style === "file" && !isAddress) return null;
  const page = index.routes.get(configuration.servesMarkdown ? path.replace(/\.md$/, "") : path);
  return page === undefined ? null : { kind: "page", path: page };
}

/** A folder's own page is still missing if the change removes it; the site's start is always served. */
function isLedFrom({ configuration, index, routesBefore }: Site, path: string): boolean {
  const wasPage = path !== configuration.docsRoot && routesBefore.has(path);
  return configuration.leadsFromFolder?.(path, index.routes) === true && !wasPage;
}
