import { posix } from "node:path";
import { addressExtension, isPagePath, likelyExtensions } from "../../text/page-path.ts";
import { relativePath } from "../links/relative-path.ts";
import { resolveLink } from "../links/resolve-link.ts";
import { joinTarget, type TargetParts } from "../links/split-target.ts";
import { addressKey } from "../model/address-key.ts";
import { inPartition, partitionOf } from "../model/partition-of.ts";
import type { Resolution } from "../model/resolution.ts";
import type { Routing, Site } from "../model/site.ts";
import { becauseOfDots, dotsAside } from "./dots-aside.ts";
import { bareKey, becauseOfLetter, findNearPages, isLinkedAlready } from "./find-near-pages.ts";
import { mayBeCertain, type Repair } from "./repair.ts";

type Missing = Extract<Resolution, { kind: "missing" }>;

/** A target, and the page that the generator takes it to. */
interface Led {
  text: string;
  page: string;
}

/** Whether the target has the extension of the page's file, as one that named a file before. */
function namesFile({ text, page }: Led): boolean {
  return posix.extname(text.replace(/[?#].*$/s, "")) === posix.extname(page);
}

/** A link as its page has it. */
interface Written extends Pick<Missing, "ofLink"> {
  from: string;
  parts: TargetParts;
}

const candidatesMax = 5;

/**
 * Repairs a link if the generator's routing is known. The repair is certain only if the generator takes the
 * new text to the only page that fits: another extension or case, or one edit in its name. A page of the same
 * name elsewhere is a candidate.
 */
export function repairRouted(site: Site, routing: Routing, from: string, missing: Missing): Repair {
  const { parts, ofLink } = missing;
  const isFile =
    site.configuration.linkStyle === "file" && (/\.md$/i.test(parts.path) || otherMarkup.test(parts.path));
  const spelled = spellings(parts)
    .flatMap((path) => leadTo(site, { from, parts, ofLink }, path) ?? [])
    .filter(({ page }) => !isFile || isNamed(site, from, parts, page));
  const pages = new Set(spelled.map(({ page }) => page));
  if (pages.size === 1) {
    const led = (isPagePath(parts.path) ? spelled.find(namesFile) : undefined) ?? spelled[0]!;
    const [path, rawPath] = [parts.path, parts.rawPath].map((one) => one.replace(otherMarkup, ".md"));
    const asFile = { ...parts, path: path!, rawPath: rawPath! };
    const file = isFile ? renderLink(site, routing, { from, parts: asFile, ofLink, page: led.page }) : null;
    return certain(site, from, { ...(file ?? led), hash: parts.hash }, "missing or extra extension");
  }
  for (const [because, find] of ways) {
    const found = find(site, missing, from);
    const texts = found.flatMap((page) => renderLink(site, routing, { from, parts, ofLink, page }) ?? []);
    if (texts.length === 0) continue;
    const { hash } = parts;
    const isDoubtful = find === byLetter && found.some((page) => isLinkedAlready(site, from, { page, hash }));
    if (found.length === 1 && because !== null && !isDoubtful)
      return certain(site, from, { ...texts[0]!, hash: parts.hash }, because);
    return { kind: "several", texts: texts.slice(0, candidatesMax).map(({ text }) => text) };
  }
  return null;
}

/**
 * Without its extension a target may be an address, which counts from elsewhere than the name of a file. One
 * that leaves the site's folder names no file.
 */
function isNamed({ configuration }: Site, from: string, { path }: TargetParts, page: string): boolean {
  const file = posix.join(posix.dirname(from), path.replace(otherMarkup, ""));
  const isOutside = path.startsWith("/") || relativePath(configuration.docsRoot, file).startsWith("../");
  return isOutside || bareKey(file) === bareKey(page);
}

/** The link to a page that the generator itself takes there; null: it is not known. */
export function renderLink(
  site: Site,
  routing: Routing,
  { page, ...written }: Written & { page: string },
): Led | null {
  const { from, parts } = written;
  const path = routing.renderPath(site, placed(site, from), parts, placed(site, page));
  const led = path === null ? null : leadTo(site, written, path);
  return led?.page === page ? led : null;
}

function placed({ pages }: Site, path: string) {
  return { path, facts: pages.get(path) };
}

/** Null if the path leads to no page; a label of the same name is another thing than the page. */
function leadTo(site: Site, { from, parts, ofLink }: Written, path: string): Led | null {
  const text = joinTarget(parts, path);
  const resolution = resolveLink(site, from, text, ofLink);
  const isLabel = resolution.kind === "page" && resolution.parts.isLabel === true && !parts.isLabel;
  return resolution.kind === "page" && !isLabel ? { text, page: resolution.path } : null;
}

function certain(
  site: Site,
  from: string,
  led: { text: string; page: string; hash: string },
  because: string,
): Repair {
  const { text } = led;
  if (!mayBeCertain(site, from, led)) return { kind: "several", texts: [text] };
  return { kind: "certain", text, because };
}

/** What a page may have been before it was written in Markdown. */
const otherMarkup = /\.(?:rst|adoc|asciidoc)$/i;

/** Returns the same path with another extension, or with none. */
function spellings({ rawPath }: TargetParts): string[] {
  const bare = rawPath
    .replace(addressExtension, "")
    .replace(otherMarkup, "")
    .replace(/(?<!\/)\/$/, "");
  if (bare === "" || /(?:^|\/)\.{0,2}$/.test(bare)) return [];
  const ends = ["", "/", ...likelyExtensions, ...likelyExtensions.map((ending) => `/index${ending}`)];
  const all = ends.map((end) => bare + end);
  return all.filter((path) => path !== rawPath);
}

/** Tried in this order; the first way that finds anything decides. Null if its result is never certain. */
const ways: [because: string | null, find: (site: Site, missing: Missing, from: string) => string[]][] = [
  ["wrong case", byCase],
  [becauseOfLetter, byLetter],
  [becauseOfDots, byDots],
  [null, byName],
];

/** An address counts before a file of the same name, which may be another version's. */
function byCase({ index }: Site, { wanted, parts }: Missing): string[] {
  const asAddress = parts.path.startsWith("/") ? lowerAddresses(index).get(lowerKey(parts.path)) : undefined;
  if (asAddress !== undefined) return [...asAddress];
  const found = wanted.flatMap((key) => index.lowerRoutes.get(bareKey(key).toLowerCase()) ?? []);
  return [...new Set(found)];
}

/** A page elsewhere that has the very name is as likely. */
function byLetter(site: Site, missing: Missing): string[] {
  const near = findNearPages(site, missing);
  return near.length === 0 ? near : [...new Set([...near, ...byName(site, missing)])];
}

const known = new WeakMap<object, Map<string, Set<string>>>();

function lowerAddresses({ addresses }: Site["index"]): Map<string, Set<string>> {
  const kept = known.get(addresses) ?? new Map<string, Set<string>>();
  if (kept.size === 0)
    for (const [address, page] of addresses) {
      const key = lowerKey(address);
      kept.set(key, (kept.get(key) ?? new Set()).add(page));
    }
  known.set(addresses, kept);
  return kept;
}

function lowerKey(address: string): string {
  return addressKey(address).toLowerCase();
}

/** Returns the only page of its name in the site, where the target has one `../` too many or too few. */
function byDots(site: Site, { parts, ofLink, wanted }: Missing, from: string): string[] {
  const named = byName(site, { wanted });
  return named.length === 1 &&
    dotsAside(parts).some((path) => leadTo(site, { from, parts, ofLink }, path)?.page === named[0])
    ? named
    : [];
}

function byName(site: Site, { wanted }: Pick<Missing, "wanted">): string[] {
  const key = bareKey(wanted[0] ?? "");
  const name = posix.basename(key);
  if (name === "" || /^(?:_?index|README|page)$/i.test(name)) return [];
  return inPartition(site, site.index.pagesByName.get(name) ?? [], partitionOf(`${key}/x`));
}
