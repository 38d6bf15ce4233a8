import { resolutionsOf } from "../links/resolve-link.ts";
import type { PageFacts } from "../model/page-facts.ts";
import type { Site } from "../model/site.ts";
import type { Finding } from "../types.ts";

/**
 * Finds links to a label that a page had before a change and no page has any more, where labels that are not
 * known keep it from being missed. `newPaths` maps old paths to new ones.
 */
export function* findLostLabels(
  before: Site,
  site: Site,
  newPaths: ReadonlyMap<string, string>,
): Generator<Finding> {
  const lost = listLostLabels(before, site, newPaths);
  if (lost.size === 0) return;
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
      const isOfHeading = lost.get(asLabel(target)) === "heading";
      yield {
        rule: isOfHeading || (kind !== "label" && kind !== "any") ? "anchor" : "internal-link",
        ...{ path, line, column, target },
        message: `${target} leads nowhere, as this change takes the label from ${page}`,
        ...(isOfHeading && { guess: { pages: [page], keepId: null } }),
      };
    }
  }
}

/** Labels as they are compared, and what each was. */
function listLostLabels(
  before: Site,
  site: Site,
  newPaths: ReadonlyMap<string, string>,
): Map<string, "label" | "heading"> {
  const lost = new Map<string, "label" | "heading">();
  for (const [path, facts] of before.pages) {
    const to = newPaths.get(path) ?? path;
    if (site.pages.get(to) === facts && to === path) continue;
    for (const label of sectionLabelsOf(before, path, facts)) lost.set(label, "heading");
    for (const label of facts.labels) lost.set(asLabel(label), "label");
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
