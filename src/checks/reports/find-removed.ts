import type { PageLink } from "../../markdown/page-scan.ts";
import type { Site } from "../model/site.ts";
import type { Finding } from "../types.ts";

const ofLinks: ReadonlySet<string> = new Set(["internal-link", "anchor", "image", "redirect"]);

/**
 * Returns the findings that disappeared with their text: with their page, or with the link in question. A
 * link with the same words that now leads elsewhere was repaired.
 */
export function findRemoved(
  before: Site,
  after: Site,
  fixed: readonly Finding[],
  renames: ReadonlyMap<string, string>,
): Set<Finding> {
  const removed = new Set<Finding>();
  for (const [path, findings] of Map.groupBy(fixed, (finding) => finding.path)) {
    const pathNow = renames.get(path) ?? path;
    if (!after.files.has(pathNow)) {
      for (const finding of findings) removed.add(finding);
      continue;
    }
    const old = before.pages.get(path)?.links ?? [];
    const left = countByWords(after.pages.get(pathNow)?.links ?? []);
    const findingAt = new Map(
      findings.filter(({ rule }) => ofLinks.has(rule)).map((one) => [`${one.line}:${one.column}`, one]),
    );
    // Sound links are matched with their words first, so that the remaining ones are the repaired ones.
    const broken: [PageLink, Finding][] = [];
    for (const link of old) {
      const finding = findingAt.get(`${link.line}:${link.column}`);
      if (finding === undefined) take(left, link);
      else broken.push([link, finding]);
    }
    for (const [link, finding] of broken) if (!take(left, link)) removed.add(finding);
  }
  return removed;
}

function countByWords(links: readonly PageLink[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const link of links) counts.set(wordsOf(link), (counts.get(wordsOf(link)) ?? 0) + 1);
  return counts;
}

function take(counts: Map<string, number>, link: PageLink): boolean {
  const count = counts.get(wordsOf(link)) ?? 0;
  counts.set(wordsOf(link), count - 1);
  return count > 0;
}

function wordsOf({ kind, text }: PageLink): string {
  return `${kind === "definition" ? "link" : kind}\0${text}`;
}
