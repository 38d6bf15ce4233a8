import { splitHash } from "../../markdown/split-hash.ts";
import { countsByFiles, resolutionsOf } from "../links/resolve-link.ts";
import { partitionOf } from "../model/partition-of.ts";
import { isKeptOnly } from "../model/published-of.ts";
import { anchoredPage, type Resolution } from "../model/resolution.ts";
import type { Site } from "../model/site.ts";
import { leadsToAnchor } from "../pages/host-anchors.ts";
import { hasUnknownAnchors } from "../pages/page-anchors.ts";
import { isOpenBySite, type ProvenAnchors, proveAnchors } from "../pages/prove-anchors.ts";
import type { Finding, NotJudged } from "../types.ts";
import { explainBroken } from "./explain-broken.ts";

type LinkRule = NotJudged["rule"];

interface Tally {
  judged: number;
  unjudged: number;
}

/** Counts of a rule's links: all, and those on pages that the site does not publish. */
interface Tallies {
  all: Tally;
  outside: Tally;
  /** Judged links by the language and version of their page. */
  judgedIn: Map<string, number>;
}

const brokenShareMax = 0.05;
/** A handful of broken links on a small site does not show that it is misread. */
const brokenMin = 10;
/** Fewer links of a language or version do not show that it alone is read as it should be. */
const provingMin = 20;

/**
 * Returns, with reasons, the links that cannot be judged on this site before a change; one entry per rule.
 */
export function findNotJudged(site: Site, findings: readonly Finding[]): NotJudged[] {
  const tallies = countLinks(site, proveAnchors(site));
  const judged = findings.filter(({ path }) => !isKeptOnly(site.configuration, path));
  const broken = Map.groupBy(judged, ({ rule }) => rule);
  return (["internal-link", "anchor", "image"] as const).flatMap((rule) =>
    describe(site, rule, { ...tallies[rule], broken: broken.get(rule) ?? [] }),
  );
}

/**
 * Returns the same for the pages of a change, as far as the site before it had no such links of a rule: they
 * are neither new problems nor sound.
 */
export function findNewlyUnjudged(
  site: Site,
  changedPaths: readonly string[],
  { before, proven }: { before: readonly NotJudged[]; proven: ProvenAnchors },
): NotJudged[] {
  const pages = changedPaths.filter((path) => site.pages.has(path));
  const tallies = countLinks(site, proven, pages);
  return (["internal-link", "anchor", "image"] as const).flatMap((rule) => {
    const isSaid = before.some((one) => one.rule === rule);
    return isSaid ? [] : describe(site, rule, { ...tallies[rule], broken: [] }, " on changed pages");
  });
}

/**
 * Whether the site's addresses are known and the page is not among them, or the code host shows it; the links
 * of such pages are counted separately.
 */
export function isOutside(site: Site, path: string): boolean {
  const { isRoutingKnown, beside } = site.configuration;
  return beside?.has(path) === true || (isRoutingKnown && countsByFiles(site, path));
}

export function nameAnchor(path: string, hash: string): string {
  return `${path}${hash}`;
}

/**
 * Returns existing anchors that links lead to although anchors are not judged there, so that a change that
 * removes one is noticed.
 */
export function findSoundAnchors(site: Site, notJudged: readonly NotJudged[]): Set<string> {
  const found = new Set<string>();
  const isOff = ({ rule, isWhole, partitions }: NotJudged) => rule === "anchor" && (isWhole || partitions);
  const isAnyOff = notJudged.some(isOff);
  for (const [path, { links }] of site.pages) {
    if (!isAnyOff && !isKeptOnly(site.configuration, path)) continue;
    for (const [index, resolution] of resolutionsOf(site, path).entries()) {
      const to = anchoredPage(resolution);
      if (to === null || to.hash === "") continue;
      const anchor = { to: to.path, hash: to.hash.slice(1), kind: links[index]!.kind };
      if (leadsToAnchor(site, path, anchor)) found.add(nameAnchor(to.path, to.hash));
    }
  }
  return found;
}

function describe(
  site: Site,
  rule: LinkRule,
  { all: { judged, unjudged }, outside, broken, judgedIn }: Tallies & { broken: readonly Finding[] },
  where = "",
): NotJudged[] {
  const all = judged + unjudged;
  const what = names[rule] + where;
  const inside = outside.judged > 0 ? broken.filter(({ path }) => !isOutside(site, path)) : broken;
  const judgedInside = judged - outside.judged;
  const isMisread = looksMisread(inside.length, judgedInside);
  const part = isMisread && rule === "anchor" ? describePart(inside, judgedIn) : null;
  if (isMisread && part === null) {
    const reason = `${share(inside.length, judgedInside)} ${what} ${misread}${explain(site, rule, inside)}`;
    return [
      {
        rule,
        links: all,
        isWhole: true,
        reason: `links not judged here: all ${count(all)} ${what}, because ${reason}`,
      },
    ];
  }
  const found: NotJudged[] = part === null ? [] : [part];
  if (unjudged > 0) {
    const { unknown, whyUnproved } = site.configuration;
    const known = (rule === "anchor" ? unknown["heading-ids"] : null) ?? unknown.routing;
    const reason =
      known ?? (rule === "image" ? null : whyUnproved) ?? "the files do not prove where they lead";
    found.push({
      rule,
      links: unjudged,
      isWhole: false,
      reason: `links not judged here: ${count(unjudged)} of ${count(all)} ${what}, because ${reason}`,
    });
  }
  const brokenOutside = broken.length - inside.length;
  if (looksMisread(brokenOutside, outside.judged)) {
    const where = `${what} on pages that the site does not publish`;
    found.push({
      rule,
      links: outside.judged,
      isWhole: false,
      isOutside: true,
      reason: `links not judged here: ${count(outside.judged)} ${where}, because ${share(brokenOutside, outside.judged)} ${misread}`,
    });
  }
  return found;
}

/**
 * Returns the languages and versions whose anchors are not judged, if those of others are read as they should
 * be; null if there are no such others.
 */
function describePart(broken: readonly Finding[], judgedIn: ReadonlyMap<string, number>): NotJudged | null {
  const brokenIn = Map.groupBy(broken, ({ path }) => partitionOf(path));
  const isSound = ([partition, judged]: readonly [string, number]) =>
    judged >= provingMin && (brokenIn.get(partition)?.length ?? 0) <= judged * brokenShareMax;
  const off = [...judgedIn].filter((one) => !isSound(one));
  if (off.length === 0 || off.length === judgedIn.size) return null;
  const links = off.reduce((sum, [, judged]) => sum + judged, 0);
  const partitions = off.map(([partition]) => partition).sort();
  const brokenThere = partitions.reduce((sum, one) => sum + (brokenIn.get(one)?.length ?? 0), 0);
  const what = `${count(links)} anchors on pages ${listPartitions(partitions)}`;
  const reason = `links not judged here: ${what}, because ${share(brokenThere, links)} ${misread}`;
  return { rule: "anchor", links, isWhole: false, partitions, reason };
}

const partitionsMax = 10;

function listPartitions(partitions: readonly string[]): string {
  const named = partitions
    .slice(0, partitionsMax)
    .map((one) => (one === "" ? "outside language and version folders" : `in ${one}`));
  const more = partitions.length - named.length;
  if (more > 0) named.push(`in ${count(more)} more`);
  return new Intl.ListFormat("en").format(named);
}

function looksMisread(broken: number, judged: number): boolean {
  return broken >= brokenMin && broken > judged * brokenShareMax;
}

const misread =
  "look broken, more than 5 %: it is likelier that the checks misread how this site builds them";

function share(broken: number, judged: number): string {
  return `${count(broken)} of ${count(judged)}`;
}

/** Returns a possible explanation, as the end of a sentence; none for anchors, which are not addresses. */
function explain(site: Site, rule: LinkRule, findings: readonly Finding[]): string {
  const reading = rule === "anchor" ? null : explainBroken(site, findings);
  return reading === null ? "" : `; most would lead somewhere if ${reading}`;
}

const names: Record<LinkRule, string> = {
  "internal-link": "links to pages and files",
  anchor: "anchors",
  image: "images",
};

function countLinks(
  site: Site,
  { areProven, others }: ProvenAnchors,
  paths: Iterable<string> = site.pages.keys(),
): Record<LinkRule, Tallies> {
  const zero = (): Tally => ({ judged: 0, unjudged: 0 });
  const none = (): Tallies => ({ all: zero(), outside: zero(), judgedIn: new Map() });
  const tallies = { "internal-link": none(), anchor: none(), image: none() };
  for (const path of paths) {
    if (isKeptOnly(site.configuration, path)) continue;
    const page = site.pages.get(path)!;
    const resolutions = resolutionsOf(site, path);
    const isApart = isOutside(site, path);
    const partition = partitionOf(path);
    const add = (rule: LinkRule, as: keyof Tally): void => {
      const { all, outside, judgedIn } = tallies[rule];
      all[as] += 1;
      if (isApart) outside[as] += 1;
      else if (as === "judged") judgedIn.set(partition, (judgedIn.get(partition) ?? 0) + 1);
    };
    for (const [index, { kind, target }] of page.links.entries()) {
      const resolution = resolutions[index]!;
      // Only the name of a file makes a wikilink: a sound one proves nothing of how the site is built.
      if (resolution.kind === "skipped" || (kind === "wikilink" && resolution.kind !== "unjudged")) continue;
      const rule = kind === "image" || kind === "src" ? "image" : "internal-link";
      if (resolution.parts.rawPath !== "") add(rule, isJudged(resolution));
      if (rule === "image" || kind === "wikilink" || splitHash(target) === null) continue;
      const to = anchoredPage(resolution);
      if (to === null && resolution.kind !== "unjudged") continue;
      const isOpen =
        to !== null &&
        hasUnknownAnchors(site, to.path) &&
        (!areProven || !isOpenBySite(site, to.path) || others.get(to.path)?.has(to.hash) === true);
      add("anchor", isOpen ? "unjudged" : isJudged(resolution));
    }
  }
  return tallies;
}

function isJudged({ kind }: Resolution): keyof Tally {
  return kind === "unjudged" ? "unjudged" : "judged";
}

function count(number: number): string {
  return number.toLocaleString("en-US");
}
