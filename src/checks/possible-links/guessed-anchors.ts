import { posix } from "node:path";
import { splitHash } from "../../markdown/split-hash.ts";
import { findEntryPage } from "../changes/find-entry-page.ts";
import type { Pause } from "../create-pause.ts";
import { resolutionsOf } from "../links/resolve-link.ts";
import { decode } from "../links/split-target.ts";
import { withoutPartition } from "../model/partition-of.ts";
import type { Site } from "../model/site.ts";
import { leadsToAnchor } from "../pages/host-anchors.ts";
import { anchorsOf, hasUnknownAnchors } from "../pages/page-anchors.ts";
import type { Finding } from "../types.ts";
import { findIdMark } from "./find-id-mark.ts";
import { mayName, nameFile } from "./may-name.ts";
import { collectOpenLinks, hasAddress } from "./open-links.ts";
import { squeezeName } from "./path-names.ts";

/** A link with an anchor, and the pages with this anchor that it may lead to. */
export interface GuessedAnchor {
  holder: string;
  target: string;
  pages: string[];
  /**
   * True if its page is certain and has the anchor: the anchor rule reports it as soon as it judges the page.
   */
  isCertain: boolean;
}

/** Collected on the site before a change, so that a change that removes such an anchor is noticed. */
export async function findGuessedAnchors(
  site: Site,
  { isWhole, pause }: { isWhole: boolean; pause: Pause },
): Promise<GuessedAnchor[]> {
  const found = new Map<string, GuessedAnchor>();
  const add = (holder: string, target: string, page: string, isCertain = false) => {
    const key = `${holder}\0${target}`;
    const known = found.get(key) ?? { holder, target, pages: [], isCertain };
    if (!known.pages.includes(page)) known.pages.push(page);
    found.set(key, known);
  };
  for (const { holder, target, page, isCertain } of anchorsOnPages(site))
    add(holder, target, page, isCertain);
  for (const { holder, target, page } of anchorsInParts(site)) add(holder, target, page);
  for (const { holder, target, page } of anchorsOfMenus(site)) add(holder, target, page);
  const links = collectOpenLinks(site, { isWhole });
  const named = new Map<string, ReturnType<typeof nameFile>>();
  for (const [name, open] of links.byName) {
    if (pause.isDue()) await pause.wait();
    for (const { holder, link, address } of open) {
      const hash = hashOf(link.target);
      if (hash === "") continue;
      for (const { path } of links.pages.get(name) ?? []) {
        if (!hasHeading(site, path, hash)) continue;
        const file = named.get(path) ?? nameFile(path);
        named.set(path, file);
        if (mayName(site, links, { holder, address, file })) add(holder, link.target, path);
      }
    }
  }
  return [...found.values()];
}

/** Yields anchors of links that certainly lead to a page. */
function* anchorsOnPages(
  site: Site,
): Generator<{ holder: string; target: string; page: string; isCertain: boolean }> {
  for (const [holder, { links }] of site.pages) {
    const resolutions = resolutionsOf(site, holder);
    for (const [index, { target, kind }] of links.entries()) {
      const found = resolutions[index]!;
      if (found.kind !== "page") continue;
      const { path } = found;
      // To mystmd, headings are labels.
      const isLabel = kind === "label" && site.configuration.generator === "mystmd";
      if (isLabel && hasHeading(site, path, target)) yield { holder, target, page: path, isCertain: false };
      // A wikilink names a heading by its text.
      if (kind === "wikilink" && hashOf(target) !== "" && hasHeading(site, path, hashOf(target)))
        yield { holder, target, page: path, isCertain: false };
      if (found.parts.hash === "") continue;
      const hash = found.parts.hash.slice(1);
      if (hash === "") continue;
      if (!hasHeading(site, path, hashOf(target))) {
        for (const page of shownEditions(site, path))
          if (hasHeading(site, page, hashOf(target))) yield { holder, target, page, isCertain: false };
        continue;
      }
      const isThere = leadsToAnchor(site, holder, { to: path, hash, kind });
      // `#name` alone leads to another page by the name: without that, nothing says so any more.
      const isPlaced = path === holder || found.parts.rawPath !== "";
      const isCertain = isPlaced && isThere && !hasUnknownAnchors(site, path);
      yield { holder, target, page: path, isCertain };
    }
  }
}

/**
 * Returns the page in other languages and versions, of which a layout may show one in the place of this one,
 * which has no heading.
 */
function shownEditions(site: Site, path: string): string[] {
  if (site.pages.get(path)!.headings.length > 0 || !hasUnknownAnchors(site, path)) return [];
  const bare = withoutPartition(path);
  const named = site.index.pagesByName.get(posix.basename(path, posix.extname(path))) ?? [];
  return named.filter((one) => one !== path && withoutPartition(one) === bare);
}

/** Yields anchors that entries of menus name on pages of which not all ids are known. */
function* anchorsOfMenus(site: Site): Generator<{ holder: string; target: string; page: string }> {
  for (const { target, place } of site.configuration.entries) {
    const hash = hashOf(target);
    const page = hash === "" || site.pages.has(place.path) ? null : findEntryPage(site, target);
    if (page !== null && hasUnknownAnchors(site, page) && hasHeading(site, page, hash))
      yield { holder: place.path, target, page };
  }
}

/**
 * Yields anchors of headings in files that other pages show: links to any page may lead to them although they
 * are not its own.
 */
function* anchorsInParts(site: Site): Generator<{ holder: string; target: string; page: string }> {
  const parts = new Map<string, string[]>();
  for (const [path, { headings }] of site.pages) {
    if (hasAddress(site, path) || site.configuration.beside?.has(path)) continue;
    for (const { slug } of headings) {
      const anchor = squeezeName(slug);
      parts.set(anchor, [...(parts.get(anchor) ?? []), path]);
    }
  }
  if (parts.size === 0) return;
  for (const [holder, { links }] of site.pages) {
    const resolutions = resolutionsOf(site, holder);
    for (const [index, { target }] of links.entries()) {
      const hash = hashOf(target);
      if (hash === "" || resolutions[index]!.kind === "skipped") continue;
      const found = resolutions[index]!;
      if (found.kind === "page" && hasHeading(site, found.path, hash)) continue;
      for (const page of parts.get(squeezeName(hash)) ?? []) yield { holder, target, page };
    }
  }
}

/**
 * Returns guessed anchors that a change has removed from a page that still exists. `newPaths` maps old paths
 * to new ones.
 */
export function findLostAnchors(
  site: Site,
  before: { site: Site; anchors: readonly GuessedAnchor[]; anchorPages: readonly string[] },
  newPaths: ReadonlyMap<string, string>,
): Finding[] {
  const nowAt = (path: string) => newPaths.get(path) ?? path;
  // The lists of anchors of unchanged pages are shared by the sites.
  const isChanged = (page: string) => anchorsOf(site, nowAt(page)) !== before.site.index.anchors.get(page);
  const changed = new Set(before.anchorPages.filter(isChanged));
  const findings: Finding[] = [];
  if (changed.size === 0) return findings;
  for (const { holder, target, pages, isCertain } of before.anchors) {
    if (!pages.some((page) => changed.has(page))) continue;
    const path = nowAt(holder);
    const lost = pages.filter((page) => {
      const now = nowAt(page);
      if (!changed.has(page) || !site.pages.has(now) || hasHeading(site, now, nameOf(target))) return false;
      return !isCertain || hasUnknownAnchors(site, now);
    });
    if (lost.length === 0) continue;
    for (const { line, column, target: named } of site.pages.get(path)?.links ?? entriesIn(site, path)) {
      if (named !== target) continue;
      const page = nowAt(lost[0]!);
      findings.push({
        rule: "anchor",
        path,
        line,
        column,
        target,
        message: `${target} may lead to ${page}, which had the anchor #${nameOf(target)} before this change; where the link leads is not judged, so keep the anchor or change the link`,
        subject: { path: page, rest: `#${nameOf(target)}` },
        guess: { pages: lost.map(nowAt), keepId: null },
      });
    }
  }
  return findings;
}

function entriesIn({ configuration }: Site, path: string) {
  const own = configuration.entries.filter(({ place }) => place.path === path);
  return own.map(({ target, place: { line, column } }) => ({ target, line, column }));
}

/** Says of each finding how its page's heading may keep the id. */
export async function addIdMarks(site: Site, findings: readonly Finding[]): Promise<Finding[]> {
  const mark = findings.length === 0 ? null : await findIdMark(site);
  if (mark === null) return [...findings];
  return findings.map((finding) => ({
    ...finding,
    guess: {
      ...finding.guess!,
      keepId: isId.test(nameOf(finding.target!)) ? mark(nameOf(finding.target!)) : null,
    },
  }));
}

/** The text of a heading is none. */
const isId = /^[^\s\p{Lu}]+$/u;

/** A label has no `#`. */
function nameOf(target: string): string {
  return hashOf(target) || target;
}

function hashOf(target: string): string {
  return decode(splitHash(target)?.hash ?? "");
}

/** Generators make ids in different ways: the words of a heading that they keep are the same. */
function hasHeading(site: Site, path: string, hash: string): boolean {
  const anchors = anchorsOf(site, path);
  if (anchors.has(hash)) return true;
  const wanted = squeezeName(hash);
  for (const anchor of anchors) if (squeezeName(anchor) === wanted) return true;
  return false;
}
