import { posix } from "node:path";
import { addressExtension, likelyExtensions } from "../../text/page-path.ts";
import { trimEndCharacters } from "../../text/trim-characters.ts";
import { renderPageTarget } from "../links/render-target.ts";
import { countsByFiles } from "../links/resolve-link.ts";
import type { TargetParts } from "../links/split-target.ts";
import { changesVersion } from "../model/compare-redirect.ts";
import { followRedirect, pageOfRedirect } from "../model/follow-redirect.ts";
import { inPartition, partitionOf } from "../model/partition-of.ts";
import type { Resolution } from "../model/resolution.ts";
import type { Site } from "../model/site.ts";
import { becauseOfLetter, findNearPages, isLinkedAlready } from "./find-near-pages.ts";
import { mayBeCertain, type Repair } from "./repair.ts";
import { repairByFiles } from "./repair-by-files.ts";
import { repairFile } from "./repair-file.ts";
import { renderLink, repairRouted } from "./repair-routed.ts";

type Missing = Extract<Resolution, { kind: "missing" }>;
type Redirected = Extract<Resolution, { kind: "redirect" }>;

interface Way {
  /** Null if its result is never certain. */
  because: string | null;
  find(site: Site, from: string, missing: Missing): string[];
}

/**
 * Tried in this order; the first way that finds anything decides. A single page with the anchor is certain,
 * several are candidates, and so is a page of the same name elsewhere.
 */
const ways: Way[] = [
  { because: "missing or extra extension", find: byExtension },
  { because: "wrong case", find: byCase },
  { because: "absolute and relative mixed up", find: byOtherBase },
  { because: becauseOfLetter, find: byEdit },
  { because: null, find: byName },
];
const candidatesMax = 5;
/** Of thousands of pages with the same name, none is more likely than another. */
const pagesMax = 100;

export function repairLink(site: Site, from: string, missing: Missing): Repair {
  if (countsByFiles(site, from)) return repairByFiles(site, from, missing);
  const { routing } = site.configuration;
  // For links by file name, as in MkDocs; other generators serve their redirects as addresses.
  const isFile = site.configuration.linkStyle === "file" && /\.md$/i.test(missing.parts.path);
  const redirected = routing === null || isFile ? byRedirect(site, missing) : null;
  if (redirected !== null) return toRedirected(site, from, missing.parts, redirected);
  if (routing !== null) return repairRouted(site, routing, from, missing);
  for (const way of ways) {
    const pages = [...new Set(way.find(site, from, missing).slice(0, pagesMax))];
    if (pages.length === 0) continue;
    const texts = pages.slice(0, candidatesMax).map((page) => renderFrom(site, from, missing, page, way));
    const { because } = way;
    if (
      because !== null &&
      pages.length === 1 &&
      !(way.find === byEdit && isLinkedAlready(site, from, { page: pages[0]!, hash: missing.parts.hash })) &&
      mayBeCertain(site, from, { page: pages[0]!, hash: missing.parts.hash })
    )
      return { kind: "certain", text: texts[0]!, because };
    return { kind: "several", texts: [...new Set(texts)] };
  }
  return repairFile(site, from, missing);
}

function renderFrom(site: Site, from: string, missing: Missing, page: string, way: Way): string {
  const { parts } = missing;
  const isFileStyle = site.configuration.linkStyle === "file";
  const lacksExtension = way.find === byExtension && isFileStyle && !parts.rawPath.endsWith("/");
  const wantsRelative = way.find === byOtherBase && isFileStyle && parts.rawPath.startsWith("/");
  const wantsAbsolute = way.find === byOtherBase && !isFileStyle && !parts.rawPath.startsWith(".");
  if (lacksExtension || wantsRelative) {
    const asFile = parts.rawPath.startsWith("./") ? "./x.md" : "x.md";
    return renderPageTarget(site, from, { ...parts, rawPath: asFile, path: asFile }, page);
  }
  if (wantsAbsolute) {
    const rawPath = `/${parts.rawPath.replace(/^\/+/, "")}`;
    return renderPageTarget(site, from, { ...parts, rawPath, path: rawPath }, page);
  }
  return renderPageTarget(site, from, parts, page);
}

/** Replaces a link to a redirect by the redirect's final target. */
export function repairRedirect(site: Site, from: string, redirected: Redirected): Repair {
  const { to, page, parts } = redirected;
  const repair = page === null ? null : toRedirected(site, from, parts, { to, page });
  if (repair?.kind !== "certain" || !changesVersion(site, redirected)) return repair;
  return { kind: "several", texts: [repair.text] };
}

/** An anchor in the redirect is part of its target; if the link has one too, either may be meant. */
function toRedirected(
  site: Site,
  from: string,
  parts: TargetParts,
  { to, page }: { to: string; page: string },
): Repair {
  const own = /#.+$/s.exec(to)?.[0] ?? "";
  const hash = own === "" ? parts.hash : own;
  const { routing } = site.configuration;
  const told = { ...parts, hash };
  const text =
    routing === null
      ? renderPageTarget(site, from, told, page)
      : renderLink(site, routing, { from, parts: told, page })?.text;
  if (text === undefined) return null;
  const isCertain =
    (own === "" || parts.hash === "" || own === parts.hash) && mayBeCertain(site, from, { page, hash });
  if (!isCertain) return { kind: "several", texts: [text] };
  return { kind: "certain", text, because: "redirect known to the site" };
}

function byRedirect(site: Site, missing: Missing): { to: string; page: string } | null {
  for (const wanted of missing.wanted) {
    const to = followRedirect(site, withoutExtension(wanted));
    const page = to === null ? null : pageOfRedirect(site, to);
    if (to !== null && page !== null) return { to, page };
  }
  return null;
}

function byExtension(site: Site, _from: string, missing: Missing): string[] {
  const { routes } = site.index;
  for (const wanted of missing.wanted) {
    const bare = withoutExtension(wanted);
    const file = likelyExtensions
      .map((ending) => bare + ending)
      .find((path) => site.pages.has(path) && site.configuration.hasRoute(path));
    const page = routes.get(bare) ?? routes.get(bare.replace(/\/?(?:index|README)$/i, "")) ?? file;
    if (page !== undefined) return [page];
  }
  return [];
}

function byCase(site: Site, _from: string, missing: Missing): string[] {
  for (const wanted of missing.wanted) {
    const pages = site.index.lowerRoutes.get(withoutExtension(wanted).toLowerCase());
    if (pages !== undefined) return pages;
  }
  return [];
}

/** A page elsewhere with the same names at the end of its path is as likely: the link may lack a folder. */
function byOtherBase(site: Site, from: string, missing: Missing): string[] {
  const { docsRoot, linkStyle } = site.configuration;
  const path = trimEndCharacters(withoutExtension(missing.parts.path), "/");
  const isAbsolute = path.startsWith("/");
  const tries = isAbsolute
    ? [posix.join(posix.dirname(from), path.slice(1)), ...withoutFirstFolder(docsRoot, path)]
    : [posix.join(docsRoot, path)];
  if (isAbsolute && linkStyle === "file") tries.push(posix.join(docsRoot, path));
  if (!isAbsolute && path.startsWith("..")) return [];
  for (const one of tries) {
    const page = site.index.routes.get(one.replace(/^\/|\/$/g, ""));
    if (page !== undefined)
      return [page, ...byName(site, from, missing).filter((other) => endsWith(other, path))];
  }
  return [];
}

function endsWith(page: string, path: string): boolean {
  return withoutExtension(page).endsWith(posix.join("/", path));
}

/** `/docs/x` for `/x`: the first folder is a base path, or the docs root's own name. */
function withoutFirstFolder(docsRoot: string, path: string): string[] {
  const [first, ...rest] = path.slice(1).split("/");
  if (rest.length === 0 || first === undefined) return [];
  const isBase = /^(?:docs?|documentation|help|guide)$/.test(first) || first === posix.basename(docsRoot);
  return isBase ? [posix.join(docsRoot, ...rest)] : [];
}

/** A page elsewhere that has the very name is as likely. */
function byEdit(site: Site, from: string, missing: Missing): string[] {
  const near = findNearPages(site, missing);
  return near.length === 0 ? near : [...near, ...byName(site, from, missing)];
}

function byName(site: Site, from: string, missing: Missing): string[] {
  const wanted = withoutExtension(missing.wanted[0] ?? "");
  const name = posix.basename(wanted);
  if (name === "" || /^(?:index|README)$/i.test(name)) return [];
  const pages = site.index.pagesByName.get(name) ?? [];
  if (pages.length === 0) return [];
  const own = partitionOf(`${wanted}/x`) || partitionOf(from);
  return inPartition(site, pages, own);
}

function withoutExtension(path: string): string {
  return path.replace(addressExtension, "");
}
