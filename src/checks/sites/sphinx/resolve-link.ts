import { posix } from "node:path";
import type { PageLink } from "../../../markdown/page-scan.ts";
import { externalMark } from "../../../markdown/scan-myst.ts";
import type { TargetParts } from "../../links/split-target.ts";
import type { Resolution } from "../../model/resolution.ts";
import type { Site, SiteIndex } from "../../model/site.ts";
import { anchorsOf } from "../../pages/page-anchors.ts";
import { lookUpAddress } from "../shared/addresses.ts";
import { hasSphinxIds } from "./heading-ids.ts";
import { docNameOf, type SphinxSite } from "./routes.ts";

/**
 * Labels of the site by their names in lower case; `areAll` is false if files that are not read may have
 * more.
 */
export interface Labels {
  pages: ReadonlyMap<string, string>;
  areAll: boolean;
}

const known = new WeakMap<SiteIndex, Labels>();

function labelsOf(site: Site): Labels {
  let labels = known.get(site.index);
  if (labels === undefined) {
    const pages = new Map<string, string>();
    let areAll = ![...site.files].some((path) => /\.(?:rst|ipynb|py)$/.test(path));
    for (const [path, facts] of site.pages) {
      for (const label of facts.labels) pages.set(label.toLowerCase().replace(/\s+/g, " "), path);
      areAll &&= !hasSphinxIds(facts);
    }
    labels = { pages, areAll };
    known.set(site.index, labels);
  }
  return labels;
}

/** Finds an existing file, a page by its name, or a label of any page. */
export function resolveSphinxLink(
  sphinx: SphinxSite,
  site: Site,
  from: string,
  parts: TargetParts,
  kind: PageLink["kind"],
): Resolution {
  if (kind === "label") return resolveLabel(site, parts);
  if (kind === "href" || kind === "src") return resolveHtml(site, parts);
  const file = kind === "document" ? documentOf(sphinx, from, parts.path) : pathOf(sphinx, from, parts.path);
  if (kind === "image") {
    if (site.files.has(file)) return { kind: "file", path: file, parts };
    return /[*]/.test(file) ? unjudged(parts) : { kind: "missing", wanted: [file], parts };
  }
  if (kind === "document") return resolveDocument(sphinx, site, file, parts);
  if (site.files.has(file)) return asFound(sphinx, site, file, parts);
  // After a name that is no file, `#` is part of the name.
  const page = parts.hash === "" ? findDocument(sphinx, site, file) : null;
  if (page !== null) return { kind: "page", path: page, parts };
  const label = labelsOf(site).pages.get((parts.path + parts.hash).toLowerCase());
  if (label !== undefined) return { kind: "page", path: label, parts: { ...parts, isLabel: true } };
  // Names of code, terms and entries of other sites' inventories have neither.
  const isPath = parts.path.includes("/") || /\.(?:md|rst|html|txt|pdf|png|svg)$/.test(parts.path);
  // An extension writes no page next to the site's own, so that such a name is none of a page.
  if (!isPath) return unjudged(sphinx.namesFile(parts.path) ? parts : { ...parts, isLabel: true });
  if (/\.html$/.test(parts.path) && marksExternal(site, from)) return unjudged(parts);
  const mayBeLabel = sphinx.writesFiles && !parts.path.includes("/");
  if (mayBeLabel && !site.filesBefore.has(file)) return unjudged(parts);
  return missing(sphinx, site, file, parts);
}

/** Whether links of the page may be addresses for the browser. */
function marksExternal({ pages }: Site, from: string): boolean {
  return pages.get(from)?.directives.includes(externalMark) === true;
}

/** An extension may write pages, but not next to the site's own. */
function missing(sphinx: SphinxSite, site: Site, file: string, parts: TargetParts): Resolution {
  const [wanted = file] = wantedOf(file);
  if (sphinx.namesFile(posix.basename(wanted)) && !site.filesBefore.has(wanted)) return unjudged(parts);
  if (sphinx.hasOthers && !site.pageFoldersBefore.has(posix.dirname(file))) return unjudged(parts);
  return { kind: "missing", wanted: wantedOf(file), parts };
}

/** `#…` leads into the page, or else to a label of any page. */
export function resolveSphinxAnchor(site: Site, from: string, parts: TargetParts): Resolution {
  const name = parts.hash.slice(1);
  if (anchorsOf(site, from).has(name)) return { kind: "page", path: from, parts };
  const labels = labelsOf(site);
  const page = labels.pages.get(name.toLowerCase());
  if (page !== undefined) return { kind: "page", path: page, parts };
  return labels.areAll ? { kind: "page", path: from, parts } : unjudged(parts);
}

/** Labels ignore case, and are no ids if they contain other signs than hyphens. */
export function hasLabel(site: Site, page: string, name: string): boolean {
  return site.pages.get(page)?.labels.some((label) => label.toLowerCase() === name.toLowerCase()) === true;
}

function resolveLabel(site: Site, parts: TargetParts): Resolution {
  const labels = labelsOf(site);
  const page = labels.pages.get((parts.path + parts.hash).toLowerCase().replace(/\s+/g, " "));
  const named: TargetParts = { ...parts, isLabel: true };
  return page === undefined ? unjudged(named) : { kind: "page", path: page, parts: named };
}

function resolveDocument(sphinx: SphinxSite, site: Site, file: string, parts: TargetParts): Resolution {
  const page = findDocument(sphinx, site, file);
  if (page !== null) return { kind: "page", path: page, parts };
  const other = sphinx.endings.map((ending) => file + ending).find((path) => site.files.has(path));
  if (other !== undefined || site.files.has(file)) return asFound(sphinx, site, other ?? file, parts);
  if (/^(?:genindex|modindex|search)$/.test(parts.path)) return { kind: "generated", parts };
  // A name in another project's inventory.
  if (parts.path.includes(":")) return unjudged(parts);
  // Extensions read files with other file extensions.
  for (const path of site.files) if (path.startsWith(`${file}.`)) return unjudged(parts);
  return missing(sphinx, site, file, parts);
}

/** Returns the page of that name, with or without its extension. */
function findDocument(sphinx: SphinxSite, { pages }: Site, file: string): string | null {
  const path = [`${file}.md`, file].find((one) => pages.has(one) && docNameOf(sphinx, one) !== null);
  return path ?? null;
}

function asFound(sphinx: SphinxSite, site: Site, file: string, parts: TargetParts): Resolution {
  const isSource = sphinx.endings.some((ending) => file.endsWith(ending));
  if (!isSource) return { kind: "file", path: file, parts };
  if (docNameOf(sphinx, file) === null) return { kind: "missing", wanted: [file], parts };
  return { kind: site.pages.has(file) ? "page" : "file", path: file, parts };
}

/**
 * HTML is resolved by the browser, and the result depends on the builder; after a move, a relative address
 * stays relative to the same place.
 */
function resolveHtml(site: Site, parts: TargetParts): Resolution {
  if (!parts.path.startsWith("/")) return { kind: "unjudged", isOutside: true, guesses: [], parts };
  const page = lookUpAddress(site, parts.path);
  return { kind: "unjudged", guesses: page === null ? [] : [page], parts };
}

/** `/` is the folder of `conf.py`. */
function pathOf({ root }: SphinxSite, from: string, path: string): string {
  const joined = path.startsWith("/") ? posix.join(root, path) : posix.join(posix.dirname(from), path);
  return joined.replace(/^\/|\/$/g, "");
}

/** Resolves a page's name: `../` does not lead out of the folder of `conf.py`. */
function documentOf({ root }: SphinxSite, from: string, name: string): string {
  const folder = name.startsWith("/") ? "" : posix.dirname(from.slice(root.length));
  return posix.join(root, posix.join("/", folder, name)).replace(/^\/|\/$/g, "");
}

function wantedOf(file: string): string[] {
  return /\.\w+$/.test(file) ? [file] : [`${file}.md`];
}

function unjudged(parts: TargetParts): Resolution {
  return { kind: "unjudged", guesses: [], parts };
}
