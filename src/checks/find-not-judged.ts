import { explainBroken } from "./explain-broken.ts";
import { hasAnchor, hasUnknownAnchors } from "./page-anchors.ts";
import { resolutionsOf } from "./resolve-link.ts";
import type { Resolution, Site } from "./site.ts";
import type { Finding, NotJudged } from "./types.ts";

type LinkRule = NotJudged["rule"];

interface Tally {
  judged: number;
  unjudged: number;
}

const brokenShareMax = 0.05;
/** A handful of broken links on a small site says nothing about how it is read. */
const brokenMin = 10;

/** Which links cannot be judged on this site as it is before a change, and why; one entry a rule. */
export function findNotJudged(site: Site, findings: readonly Finding[]): NotJudged[] {
  const tallies = countLinks(site);
  const broken = Map.groupBy(findings, ({ rule }) => rule);
  return (["internal-link", "anchor", "image"] as const).flatMap((rule) =>
    describe(site, rule, { tally: tallies[rule], broken: broken.get(rule) ?? [] }),
  );
}

export function nameAnchor(path: string, hash: string): string {
  return `${path}${hash}`;
}

/**
 * Where anchors are not judged: those that links lead to and that are there, so that a change which takes one
 * away is noticed.
 */
export function findSoundAnchors(site: Site, notJudged: readonly NotJudged[]): Set<string> {
  const found = new Set<string>();
  if (!notJudged.some(({ rule, isWhole }) => rule === "anchor" && isWhole)) return found;
  for (const path of site.pages.keys()) {
    for (const resolution of resolutionsOf(site, path)) {
      if (resolution.kind !== "page" || resolution.parts.hash === "") continue;
      const { hash } = resolution.parts;
      if (hasAnchor(site, resolution.path, hash.slice(1))) found.add(nameAnchor(resolution.path, hash));
    }
  }
  return found;
}

function describe(
  site: Site,
  rule: LinkRule,
  { tally, broken: findings }: { tally: Tally; broken: readonly Finding[] },
): NotJudged[] {
  const { configuration } = site;
  const { judged, unjudged } = tally;
  const all = judged + unjudged;
  const broken = findings.length;
  const what = names[rule];
  if (broken >= brokenMin && broken > judged * brokenShareMax) {
    const reason = `${count(broken)} of ${count(judged)} ${what} look broken, more than 5 %: it is likelier that the checks misread how this site builds them${explain(site, rule, findings)}`;
    return [
      {
        rule,
        links: all,
        isWhole: true,
        reason: `links not judged here: all ${count(all)} ${what}, because ${reason}`,
      },
    ];
  }
  if (unjudged === 0) return [];
  const { routing, "heading-ids": ids } = configuration.unknown;
  const reason = (rule === "anchor" ? ids : null) ?? routing ?? "the files do not prove where they lead";
  return [
    {
      rule,
      links: unjudged,
      isWhole: false,
      reason: `links not judged here: ${count(unjudged)} of ${count(all)} ${what}, because ${reason}`,
    },
  ];
}

/** What would explain it, as the end of a sentence; anchors are no addresses. */
function explain(site: Site, rule: LinkRule, findings: readonly Finding[]): string {
  const reading = rule === "anchor" ? null : explainBroken(site, findings);
  return reading === null ? "" : `; most would lead somewhere if ${reading}`;
}

const names: Record<LinkRule, string> = {
  "internal-link": "links to pages and files",
  anchor: "anchors",
  image: "images",
};

function countLinks(site: Site): Record<LinkRule, Tally> {
  const tallies = {
    "internal-link": { judged: 0, unjudged: 0 },
    anchor: { judged: 0, unjudged: 0 },
    image: { judged: 0, unjudged: 0 },
  };
  for (const [path, page] of site.pages) {
    const resolutions = resolutionsOf(site, path);
    for (const [index, { kind, target }] of page.links.entries()) {
      const resolution = resolutions[index]!;
      if (resolution.kind === "skipped") continue;
      const rule = kind === "image" || kind === "src" ? "image" : "internal-link";
      if (resolution.parts.rawPath !== "") tallies[rule][isJudged(resolution)] += 1;
      if (rule === "image" || !target.includes("#") || !leadsToPage(resolution)) continue;
      if (resolution.kind !== "page" || !hasUnknownAnchors(site, resolution.path))
        tallies.anchor[isJudged(resolution)] += 1;
    }
  }
  return tallies;
}

function isJudged({ kind }: Resolution): keyof Tally {
  return kind === "unjudged" ? "unjudged" : "judged";
}

function leadsToPage({ kind }: Resolution): boolean {
  return kind === "page" || kind === "unjudged";
}

function count(number: number): string {
  return number.toLocaleString("en-US");
}
