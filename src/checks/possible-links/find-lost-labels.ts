import { resolutionsOf } from "../links/resolve-link.ts";
import type { PageFacts } from "../model/page-facts.ts";
import type { Site } from "../model/site.ts";
import type { Finding } from "../types.ts";

interface Options {
  /** Old path → new path. */
  newPaths: ReadonlyMap<string, string>;
  /** Files whose removal was asked for: what files other than pages name of them was reviewed then. */
  released: ReadonlySet<string>;
}

/**
 * Finds what names a label that a page had before a change and no page has any more: links, where labels that
 * are not known keep it from being missed, and files that are no pages.
 */
export async function findLostLabels(
  before: Site,
  site: Site,
  { newPaths, released }: Options,
): Promise<Finding[]> {
  const lost = listLostLabels(before, site, newPaths);
  if (lost.size === 0) return [];
  const links = [...findLinks(before, site, { lost, newPaths })];
  return [...links, ...(await findUses(site, { lost, released }))];
}

/** Texts of files may have changed since the configuration was read. */
async function findUses(
  site: Site,
  { lost, released }: { lost: LostLabels; released: ReadonlySet<string> },
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [label, { page, isHeading }] of lost)
    for (const { path, line, column, target } of site.configuration.routing?.labelUses?.get(label) ?? []) {
      if (!site.files.has(path) || (released.has(page) && !site.files.has(page))) continue;
      const text = (await site.read(path)).toString("utf8").split("\n")[line - 1] ?? "";
      if (!text.slice(column - 1).startsWith(target)) continue;
      const guess = isHeading && { guess: { pages: [page], keepId: null } };
      const rule = isHeading ? "anchor" : "internal-link";
      findings.push({ rule, path, line, column, target, message: describe(target, page), ...guess });
    }
  return findings;
}

function describe(target: string, page: string): string {
  return `${target} leads nowhere, as this change takes the label from ${page}`;
}

function* findLinks(
  before: Site,
  site: Site,
  { lost, newPaths }: { lost: LostLabels; newPaths: ReadonlyMap<string, string> },
): Generator<Finding> {
  for (const [holder, { links }] of before.pages) {
    const path = newPaths.get(holder) ?? holder;
    const now = site.pages.get(path);
    if (now === undefined) continue;
    const resolutions = resolutionsOf(before, holder);
    const targets = new Map<string, string>();
    for (const [index, { target }] of links.entries()) {
      const found = resolutions[index]!;
      const page = found.kind === "page" ? (newPaths.get(found.path) ?? found.path) : null;
      if (page !== null && site.pages.has(page) && lost.has(asLabel(target))) targets.set(target, page);
    }
    for (const [index, { target, line, column, kind }] of now.links.entries()) {
      const page = targets.get(target);
      if (page === undefined || resolutionsOf(site, path)[index]!.kind !== "unjudged") continue;
      const isOfHeading = lost.get(asLabel(target))!.isHeading;
      yield {
        rule: isOfHeading || (kind !== "label" && kind !== "any") ? "anchor" : "internal-link",
        ...{ path, line, column, target },
        message: describe(target, page),
        ...(isOfHeading && { guess: { pages: [page], keepId: null } }),
      };
    }
  }
}

/** Labels as they are compared, with the page where each was. */
type LostLabels = ReadonlyMap<string, { page: string; isHeading: boolean }>;

function listLostLabels(before: Site, site: Site, newPaths: ReadonlyMap<string, string>): LostLabels {
  const lost = new Map<string, { page: string; isHeading: boolean }>();
  for (const [path, facts] of before.pages) {
    const to = newPaths.get(path) ?? path;
    if (site.pages.get(to) === facts && to === path) continue;
    for (const label of sectionLabelsOf(before, path, facts)) lost.set(label, { page: to, isHeading: true });
    for (const label of facts.labels) lost.set(asLabel(label), { page: to, isHeading: false });
  }
  if (lost.size === 0) return lost;
  for (const [path, facts] of site.pages) {
    for (const label of facts.labels) lost.delete(asLabel(label));
    for (const label of sectionLabelsOf(site, path, facts)) lost.delete(label);
  }
  return lost;
}

function sectionLabelsOf({ configuration }: Site, path: string, facts: PageFacts): string[] {
  return configuration.routing?.sectionLabelsOf?.(path, facts) ?? [];
}

function asLabel(target: string): string {
  return target.replace(/^#/, "").trim().toLowerCase().replace(/\s+/g, " ");
}
