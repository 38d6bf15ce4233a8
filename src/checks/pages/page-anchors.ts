import { posix } from "node:path";
import type { Heading, PageLink } from "../../markdown/page-scan.ts";
import { headingLengthMax, plainHeadingText } from "../../markdown/plain-heading-text.ts";
import { createSlugger, slugHeading, slugLikeGoldmark } from "../../markdown/slug-heading.ts";
import { decode } from "../links/split-target.ts";
import type { PageFacts } from "../model/page-facts.ts";
import type { Site } from "../model/site.ts";
import { plainSource, splitPart } from "./find-imports.ts";
import { idsWithHtml } from "./html-heading-ids.ts";
import { bringsUnknown, shownHeadings } from "./shown-headings.ts";

export const importDepthMax = 4;

/** Returns every anchor that a link to this page may use, including those of imported snippets. */
export function anchorsOf(site: Site, path: string): ReadonlySet<string> {
  const known = site.index.anchors.get(path);
  if (known !== undefined) return known;
  const anchors = new Set<string>();
  collect(site, path, { anchors, seen: new Map() });
  site.index.anchors.set(path, anchors);
  return anchors;
}

interface Collected {
  anchors: Set<string>;
  /** File and part → the depth at which it was shown: pages can show each other again and again. */
  seen: Map<string, number>;
}

function collect(site: Site, path: string, collected: Collected, depth = 0, part = ""): void {
  const { anchors, seen } = collected;
  const page = site.pages.get(path);
  const key = `${path}\0${part}`;
  if (page === undefined || depth > importDepthMax || (seen.get(key) ?? depth + 1) <= depth) return;
  seen.set(key, depth);
  const shown = shownHeadings(site, path, page);
  const ofHeadings = new Set(shown.headings.flatMap(writtenInHeading));
  const isKnown = site.configuration.headingIds !== null;
  // An id after a heading counts only if the generator treats it as one.
  const written = site.configuration.buildsTextIds?.(page) === false ? [] : shown.anchors;
  for (const anchor of written) if (!isKnown || !ofHeadings.has(anchor)) anchors.add(anchor);
  const headings = part === "" ? shown.headings : headingsIn(page, part);
  const whole = { ...page, tabTitles: shown.tabTitles };
  for (const id of idsOfHeadings(site, path, whole, headings)) anchors.add(id);
  // A page without an address is read on the code host.
  if (depth === 0 && isKnown && !hasAddress(site, path))
    for (const { slug } of page.headings) anchors.add(slug);
  const titles = page.componentTitles;
  if (!isKnown || site.configuration.titlesWithIds !== undefined)
    for (const title of site.configuration.titlesWithIds?.(titles) ?? titles.map(({ value }) => value))
      for (const style of site.configuration.slugStyles) {
        anchors.add(slugHeading(title, style));
        anchors.add(slugHeading(separateWords(title), style));
      }
  for (const target of page.imports) {
    const file = findImport(site, path, target);
    if (file !== null) collect(site, file, collected, depth + 1, splitPart(target).part);
  }
}

/** Of several lists behind a heading, generators read the last one at most. */
function writtenInHeading({ explicitId, source }: Heading): (string | null)[] {
  if (!/\}[ \t]{0,9}\{/.test(source)) return [explicitId];
  return [explicitId, ...[...source.matchAll(/#([^\s.#{}'"]{1,200})/g)].map(([, id]) => id!)];
}

/** Returns the headings in a part: `#region`, `{2,5}` or both. One that is not found may be any. */
function headingsIn({ headings, regions }: PageFacts, part: string): Heading[] {
  const [, name, first, last] = /^(?:#([\w-]+))?(?:\{(\d*),(\d*)\})?$/.exec(part) ?? [];
  const region = regions.find((one) => one.name === name);
  if (name !== undefined && region === undefined) return headings;
  const { from, to } = region ?? { from: 0, to: Number.POSITIVE_INFINITY };
  const start = from + (Number(first) || 1);
  const end = last ? from + Number(last) : to;
  return headings.filter(({ line }) => line >= start && line <= Math.min(end, to));
}

/** Mintlify gives the field `cache.maxAge` the id `param-cache-max-age`. */
function separateWords(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, "$1-$2").replace(/[._]/g, "-");
}

function hasAddress({ configuration: { routing }, pages, files }: Site, path: string): boolean {
  if (routing === null || routing.isTranslation?.(path) === true) return true;
  return routing.addressesOf({ path, facts: pages.get(path) }, files).length > 0;
}

/** Ids behind headings as one generator or another reads them: `[#id]`, `[[id]]`, `\{#id}`. */
const idMark =
  /[ \t]{0,9}(?:\[#([^[\]\s]{1,200})\]|\[\[([^[\]\s]{1,200})\]\]|\\?\{#([^{}\s\\]{1,200})\\?\})$/;
/** The same of Markdoc. */
const markdocId = /\{% #([^{}%\s]{1,200}) %\}$/;
/** Some generators show it and leave it out of the id. */
const emoji = /:[a-z0-9_+-]+:/g;
/**
 * The same of components, badges (`[!badge new]`), directives (`:badge[new]`), with what they hold, and
 * attributes of code (`{lang="ts"}`).
 */
const notText =
  /\{[a-z][\w-]*="[^"{}]*"\}|<([A-Za-z][\w.]*)(?:\s[^<>]*)?>[^<>]*<\/\1>|<[^<>]*\/>|\[![^[\]]*\]|:[a-z][\w-]*(?:\[[^[\]]*\]|(?=\{))(?:\{[^{}]*\})?/g;

function withoutExtras(source: string): string {
  // At most 1,000 characters.
  return source.slice(0, headingLengthMax).replace(notText, "");
}

/** Returns the ids of headings, including explicit ones, in every style that the generator may have. */
export function idsOfHeadings(
  { configuration }: Site,
  path: string,
  page: PageFacts,
  headings: readonly Heading[],
): Set<string> {
  if (configuration.headingIds !== null) return new Set(configuration.headingIds(headings, path, page));
  // Some leave out `_` as well.
  const ids = new Set(headings.flatMap(({ slug }) => [slug, slug.replaceAll("_", "")]));
  if (page.htmlHeadings.length > 0) for (const id of idsWithHtml(headings, page.htmlHeadings)) ids.add(id);
  for (const id of joinWithParents(headings)) ids.add(id);
  for (const { text, source } of headings) {
    ids.add(slugLikeGoldmark(source));
    const own = markdocId.exec(source)?.[1];
    if (own !== undefined) ids.add(own);
    // Code hosts show it as text.
    if (source.trimEnd().endsWith("}")) ids.add(slugHeading(source.trim(), "github"));
    const [mark, ...found] = idMark.exec(text) ?? [];
    const id = found.find((one) => one !== undefined);
    if (id !== undefined) ids.add(id).add(slugHeading(text.slice(0, -mark!.length), "github"));
    if (text.includes(":")) ids.add(slugHeading(text.replace(emoji, "").trim(), "github"));
    const bare = withoutExtras(source);
    if (bare !== source) ids.add(slugHeading(plainHeadingText(bare, { mdx: false }).text, "github"));
  }
  for (const style of configuration.slugStyles) {
    if (style === "github") continue;
    const slug = createSlugger(style);
    for (const { explicitId, text } of headings) ids.add(explicitId ?? slug(text));
  }
  return ids;
}

/** Returns ids that begin with that of the heading above, or with those of all above. */
function joinWithParents(headings: readonly Heading[]): string[] {
  const above: { level: number; slug: string; whole: string }[] = [];
  return headings.flatMap(({ level, slug }) => {
    while (above.length > 0 && above.at(-1)!.level >= level) above.pop();
    const parent = above.at(-1);
    // The title of the page has no part in it.
    const whole = parent === undefined || parent.level === 1 ? slug : `${parent.whole}-${slug}`;
    above.push({ level, slug, whole });
    return parent === undefined ? [] : [`${parent.slug}-${slug}`, whole];
  });
}

/** Returns the file that an import names; null if it is not in the repository. */
export function findImport(
  { configuration }: Pick<Site, "configuration">,
  path: string,
  target: string,
): string | null {
  const file = plainSource(splitPart(target).file);
  for (const [beginning, folder] of Object.entries(configuration.importRoots))
    if (file.startsWith(beginning)) return posix.join(folder, file.slice(beginning.length));
  if (file.startsWith("/")) return posix.join(configuration.docsRoot, file).replace(/^\//, "");
  return /^[@~]/.test(file) ? null : posix.join(posix.dirname(path), file);
}

/**
 * Returns the anchors worth suggesting: those written by hand, and those that the generator makes. If it is
 * unknown, only those that all known generators make alike.
 */
export function suggestedAnchors(site: Site, path: string): ReadonlySet<string> {
  const page = site.pages.get(path);
  const { slugStyles, isRoutingKnown, headingIds, titlesWithIds } = site.configuration;
  if (headingIds !== null && titlesWithIds === undefined) return anchorsOf(site, path);
  const slugs = (isRoutingKnown ? slugStyles.slice(0, 1) : slugStyles).map(createSlugger);
  const headings = (page?.headings ?? []).flatMap(({ explicitId, text, source }) => {
    const made = new Set(explicitId === null ? slugs.map((slug) => slug(text)) : [explicitId]);
    const isPlain = isRoutingKnown || explicitId !== null || withoutExtras(source) === source;
    return made.size === 1 && isPlain ? [...made] : [];
  });
  const all = [...headings, ...(page?.anchors ?? [])];
  // Not every heading has an id: those of the fifth level have none on Mintlify.
  const own = new Set(headingIds === null ? all : all.filter((id) => anchorsOf(site, path).has(id)));
  const isAlone = own.size > 0 && page?.imports.length === 0;
  return isAlone || !isRoutingKnown ? own : anchorsOf(site, path);
}

/** Whether `hash` (without `#`) leads somewhere on the page. */
export function hasAnchor(site: Site, path: string, written: string): boolean {
  const anchors = anchorsOf(site, path);
  const hash = withoutDirective(written);
  const plain = decode(hash);
  if (plain === "" || plain === "top" || anchors.has(plain) || anchors.has(hash)) return true;
  // A view of a component that reads the hash (`#/users`) is no id.
  if (/^(?:fn|fnref):|^user-content-fn(?:ref)?-|^footnote-label$|^__|^L\d+|^!?\//.test(plain)) return true;
  const isKnown = site.configuration.isRoutingKnown && site.configuration.headingIds !== null;
  if (!isKnown && hash.includes("%") && anchors.has(slugHeading(plain, "github"))) return true;
  if (site.configuration.routing?.hasName?.(site, path, plain) === true) return true;
  // A heading of the page that is gone was meant, whatever layouts have.
  const isLost = site.headingsBefore.get(path)?.has(plain) === true;
  if (!isLost && site.configuration.layoutIds?.has(plain) === true) return true;
  if (!site.configuration.isRoutingKnown && isOfComponent(site, path, plain)) return true;
  if (!site.configuration.isRoutingKnown && anchors.has(hostAnchor(plain))) return true;
  const field = /^(?:param|response|body|query|path|header|parameter)-(.+)$/.exec(plain);
  return field !== null && anchors.has(field[1]!);
}

/** What code hosts look up: they ignore case, and put `user-content-` before the ids of pages. */
export function hostAnchor(name: string): string {
  return name.toLowerCase().replace(/^user-content-/, "");
}

/** Whether a link of this kind leads somewhere on the page with the hash that the generator gives it. */
export function reachesAnchor(site: Site, path: string, hash: string, kind: PageLink["kind"]): boolean {
  const name = decode(withoutDirective(hash));
  return hasAnchor(site, path, site.configuration.builtHash?.(name, kind) ?? hash);
}

/** What follows `:~:` (`#setup:~:text=first`) is for the browser, which looks up the id without it. */
function withoutDirective(hash: string): string {
  return hash.split(":~:", 1)[0]!;
}

/** If components are unknown, one may be reachable by its own name: `#challenges`, `<Challenges>`. */
function isOfComponent({ pages }: Site, path: string, name: string): boolean {
  return pages.get(path)?.idTags.some((tag) => /^[A-Z]/.test(tag) && tag.toLowerCase() === name) === true;
}

/** Whether the page may have more anchors than those known, so that a missing one proves nothing. */
export function hasUnknownAnchors(site: Site, path: string): boolean {
  if (getsOtherAnchors(site, path)) return true;
  return site.configuration.unknown["heading-ids"] !== null && !site.configuration.beside?.has(path);
}

/** Whether what the page itself holds brings anchors from elsewhere. */
export function getsOtherAnchors(site: Site, path: string): boolean {
  const page = site.pages.get(path);
  if (page === undefined || page.hasUnknownAnchors || bringsUnknown(site, path, page)) return true;
  if (site.configuration.hasOtherIds?.(page, path) === true) return true;
  if (site.configuration.beside?.has(path)) return false;
  if (page.includes.some((name) => site.configuration.bringsNoIds?.(name) !== true)) return true;
  if (page.hasDefinitions && !site.configuration.isRoutingKnown) return true;
  return page.imports.some((target) => findImport(site, path, target) === null);
}

/** False if the page certainly lacks it, so that a link to it with this `#…` would still be broken. */
export function mayHaveAnchor(site: Site, page: string, hash: string): boolean {
  return hash === "" || hasUnknownAnchors(site, page) || hasAnchor(site, page, hash.slice(1));
}

/** Whether links to anchors of this page lead as far on one site as on the other. */
export function offersSameAnchors(site: Site, other: Site, path: string): boolean {
  const [anchors, others] = [anchorsOf(site, path), anchorsOf(other, path)];
  const tagsOf = ({ pages }: Site) => pages.get(path)?.idTags.join(" ");
  return (
    anchors.size === others.size &&
    [...anchors].every((anchor) => others.has(anchor)) &&
    hasUnknownAnchors(site, path) === hasUnknownAnchors(other, path) &&
    tagsOf(site) === tagsOf(other)
  );
}
