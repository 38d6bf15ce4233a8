import { posix } from "node:path";
import type { PageLink } from "../../../markdown/page-scan.ts";
import { externalMark, isPattern } from "../../../markdown/scan-myst.ts";
import { matchGlob } from "../../../text/match-glob.ts";
import { resolveInclude } from "../../links/resolve-include.ts";
import { splitTarget, type TargetParts } from "../../links/split-target.ts";
import type { PageFacts } from "../../model/page-facts.ts";
import { publishedOf } from "../../model/published-of.ts";
import { type Resolution, unjudged } from "../../model/resolution.ts";
import type { PlacedPage, Site } from "../../model/site.ts";
import type { SiteIndex } from "../../model/site-index.ts";
import { anchorsOf } from "../../pages/page-anchors.ts";
import { lookUpAddress } from "../shared/addresses.ts";
import { asLabel, asSectionLabel } from "./read-label-sources.ts";
import { docNameOf, type SphinxSite } from "./routes.ts";
import { sectionLabelsOf } from "./section-labels.ts";

/** Labels of the site's pages by their names in lower case. */
export interface Labels {
  pages: ReadonlyMap<string, string>;
  /** Whether no other file, and no page that is written before the build, can have more. */
  areAll: boolean;
}

const known = new WeakMap<SiteIndex, Labels>();

function labelsOf(sphinx: SphinxSite, site: Site): Labels {
  let labels = known.get(site.index);
  if (labels === undefined) {
    const pages = new Map<string, string>();
    let areAll = sphinx.labels.unknown === null;
    for (const [path, facts] of publishedOf(site.configuration, site.pages)) {
      for (const label of facts.labels) pages.set(asLabel(label), path);
      for (const label of sectionLabelsOf(sphinx, path, facts)) if (!pages.has(label)) pages.set(label, path);
      areAll &&= facts.notRead === null && !listsUnwritten(sphinx, site, path, facts);
    }
    labels = { pages, areAll };
    known.set(site.index, labels);
  }
  return labels;
}

/** Renders a label that begins with the name of the page that moves; null for any other target. */
export function renderSectionLabel(
  sphinx: SphinxSite,
  site: Site,
  { isLabel, rawPath }: TargetParts,
  page: PlacedPage,
): string | null {
  if (isLabel !== true || sphinx.sectionLabels !== "prefixed") return null;
  const path = labelsOf(sphinx, site).pages.get(asSectionLabel(rawPath));
  const name = path === undefined ? null : docNameOf(sphinx, path);
  if (name === null || !rawPath.toLowerCase().startsWith(`${name.toLowerCase()}:`)) return null;
  return `${docNameOf(sphinx, page.path)}${rawPath.slice(name.length)}`;
}

/** Whether the page lists or includes one that may be written before the build. */
function listsUnwritten(sphinx: SphinxSite, site: Site, path: string, { links }: PageFacts): boolean {
  return links.some(({ kind, target }) => {
    if (kind !== "document" && kind !== "myst-include") return false;
    const parts = splitTarget(target);
    if (parts === null || parts.path.includes(":") || isPattern(parts.path)) return false;
    const found =
      kind === "document"
        ? resolveDocument(sphinx, site, documentOf(sphinx, path, parts.path), parts)
        : resolveInclude(site, path, target, kind);
    return (
      found.kind === "unjudged" ||
      (found.kind === "missing" && found.wanted.some((one) => site.isIgnored(one)))
    );
  });
}

/** A label of a page or of another file (`elsewhere`); null if it is certain that there is none. */
function findLabel(
  sphinx: SphinxSite,
  site: Site,
  name: string,
): { page: string } | "elsewhere" | "unknown" | null {
  const { pages, areAll } = labelsOf(sphinx, site);
  const label = asLabel(name);
  const page = pages.get(label);
  if (page !== undefined) return { page };
  if (sphinx.labels.labels.has(label) || /^(?:genindex|(?:\w+-)?modindex|search)$/.test(label))
    return "elsewhere";
  return areAll ? null : "unknown";
}

/** Whether a link with this text leads to a label, and not to the page of that name. */
export function isTakenName(sphinx: SphinxSite, site: Site, text: string): boolean {
  const label = /[/]|\.md$/i.test(text) ? null : findLabel(sphinx, site, text);
  return label !== null && label !== "unknown";
}

/** Finds an existing file, a label of any page, or a page by its name. */
export function resolveSphinxLink(
  sphinx: SphinxSite,
  site: Site,
  from: string,
  parts: TargetParts,
  kind: PageLink["kind"],
): Resolution {
  if (kind === "label") return resolveLabel(sphinx, site, parts);
  if (kind === "any" || parts.isLabel === true) return resolveAny(sphinx, site, from, parts);
  if (kind === "href" || kind === "src") return resolveHtml(site, parts);
  const file = kind === "document" ? documentOf(sphinx, from, parts.path) : pathOf(sphinx, from, parts.path);
  if (kind === "image") {
    if (site.files.has(file)) return { kind: "file", path: file, parts };
    return /[*]/.test(file) ? unjudged(parts) : { kind: "missing", wanted: [file], parts };
  }
  if (kind === "document") {
    // What is there to download may lie above the folder of `conf.py`.
    const download = pathOf(sphinx, from, parts.path);
    if (download !== file && site.files.has(download)) return { kind: "file", path: download, parts };
    return resolveDocument(sphinx, site, file, parts);
  }
  if (site.files.has(file)) return asFound(sphinx, site, file, parts);
  // After a name that is no file, `#` is part of the name. MyST takes a label before a page of that name.
  const label = findLabel(sphinx, site, parts.path + parts.hash);
  if (label !== null && label !== "elsewhere" && label !== "unknown")
    return { kind: "page", path: label.page, parts: { ...parts, isLabel: true } };
  const page = parts.hash === "" && label !== "elsewhere" ? findDocument(sphinx, site, file) : null;
  if (page !== null) return { kind: "page", path: page, parts };
  if (label === "elsewhere") return { kind: "generated", parts: { ...parts, isLabel: true } };
  // Names of code, terms and entries of other sites' inventories have neither.
  const mayBeHeading = sphinx.sectionLabels === "prefixed" && parts.path.includes(":");
  const hasEnding = /\.(?:md|rst|html|txt|pdf|png|svg)$/.test(parts.path);
  const isPath = !mayBeHeading && (parts.path.includes("/") || hasEnding);
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
export function resolveSphinxAnchor(
  sphinx: SphinxSite,
  site: Site,
  from: string,
  parts: TargetParts,
): Resolution {
  const name = parts.hash.slice(1);
  if (anchorsOf(site, from).has(name)) return { kind: "page", path: from, parts };
  const label = findLabel(sphinx, site, name);
  if (label === "elsewhere") return { kind: "generated", parts };
  return label === "unknown" ? unjudged(parts) : { kind: "page", path: label?.page ?? from, parts };
}

function resolveLabel(sphinx: SphinxSite, site: Site, parts: TargetParts): Resolution {
  const label = findLabel(sphinx, site, parts.rawPath + parts.query + parts.hash);
  const named: TargetParts = { ...parts, isLabel: true };
  if (label === null) return { kind: "missing", wanted: [], parts: named };
  if (label === "elsewhere") return { kind: "generated", parts: named };
  return label === "unknown" ? unjudged(named) : { kind: "page", path: label.page, parts: named };
}

/** What is neither a page nor a label may be a name in code. */
function resolveAny(sphinx: SphinxSite, site: Site, from: string, parts: TargetParts): Resolution {
  const page = findDocument(sphinx, site, documentOf(sphinx, from, parts.path));
  if (page !== null) return { kind: "page", path: page, parts };
  const found = resolveLabel(sphinx, site, parts);
  return found.kind === "missing" ? unjudged({ ...parts, isLabel: true }) : found;
}

function resolveDocument(sphinx: SphinxSite, site: Site, file: string, parts: TargetParts): Resolution {
  const page = findDocument(sphinx, site, file);
  if (page !== null) return { kind: "page", path: page, parts };
  const written = sphinx.endings.map((ending) => file + ending).filter((path) => site.files.has(path));
  const other = written.find((path) => docNameOf(sphinx, path) !== null) ?? written[0];
  if (other !== undefined || site.files.has(file)) return asFound(sphinx, site, other ?? file, parts);
  if (/^(?:genindex|modindex|search)$/.test(parts.path)) return { kind: "generated", parts };
  // A name in another project's inventory.
  if (parts.path.includes(":")) return unjudged(parts);
  // Extensions read files with other file extensions.
  for (const path of site.files) if (path.startsWith(`${file}.`)) return unjudged(parts);
  return missing(sphinx, site, file, parts);
}

/** Returns the page of that name, with or without its extension, or with another one that Sphinx reads. */
function findDocument(sphinx: SphinxSite, { pages }: Site, file: string): string | null {
  const ending = sphinx.endings.find((one) => file.endsWith(one)) ?? "";
  const paths = [`${file}.md`, file, `${file.slice(0, file.length - ending.length)}.md`];
  return paths.find((one) => pages.has(one) && docNameOf(sphinx, one) !== null) ?? null;
}

function asFound(sphinx: SphinxSite, site: Site, file: string, parts: TargetParts): Resolution {
  const { endings } = sphinx;
  const ending = endings.find((one) => file.endsWith(one));
  if (ending === undefined) return { kind: "file", path: file, parts };
  if (docNameOf(sphinx, file) === null) {
    // Of two files that make one page, the other is built.
    const pair = endings.map((one) => file.slice(0, -ending.length) + one);
    const built = pair.find((one) => site.files.has(one) && docNameOf(sphinx, one) !== null);
    if (built !== undefined) return { kind: "file", path: built, parts };
    return { kind: "missing", wanted: [file], parts };
  }
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

/** Whether a pattern of a table of contents stands for the page, among others. */
export function isListedByPattern(sphinx: SphinxSite, { configuration, pages }: Site, page: string): boolean {
  const name = docNameOf(sphinx, page);
  const isMeant = (from: string, target: string) =>
    matchGlob(documentOf(sphinx, from, target).slice(sphinx.root.length))(name!);
  return (
    name !== null &&
    [...publishedOf(configuration, pages)].some(([from, { links }]) =>
      links.some((one) => one.kind === "document" && isPattern(one.target) && isMeant(from, one.target)),
    )
  );
}

/** Resolves a page's name: `../` does not lead out of the folder of `conf.py`. */
function documentOf({ root }: SphinxSite, from: string, name: string): string {
  const folder = name.startsWith("/") ? "" : posix.dirname(from.slice(root.length));
  return posix.join(root, posix.join("/", folder, name)).replace(/^\/|\/$/g, "");
}

function wantedOf(file: string): string[] {
  return /\.\w+$/.test(file) ? [file] : [`${file}.md`];
}
