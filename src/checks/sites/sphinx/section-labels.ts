import type { PageFacts } from "../../model/page-facts.ts";
import type { Site } from "../../model/site.ts";
import { isNumberedId } from "./heading-ids.ts";
import { asSectionLabel } from "./read-label-sources.ts";
import { docNameOf, type SphinxSite } from "./routes.ts";

/** Returns the labels that autosectionlabel makes of the page's headings, as they are compared. */
export function sectionLabelsOf(
  sphinx: SphinxSite,
  path: string,
  { headings }: Pick<PageFacts, "headings">,
): string[] {
  const { sectionLabels } = sphinx;
  if (sectionLabels === null) return [];
  const start = sectionLabels === "prefixed" ? `${docNameOf(sphinx, path)}:` : "";
  return headings.map(({ source }) => asSectionLabel(start + source.trim()));
}

/**
 * Labels ignore case, and are no ids if they contain other signs than hyphens. Which numbers are ids cannot
 * be known.
 */
export function hasName(sphinx: SphinxSite, site: Site, page: string, name: string): boolean {
  const facts = site.pages.get(page);
  if (facts === undefined) return false;
  return (
    isNumberedId(name) ||
    facts.labels.some((label) => label.toLowerCase() === name.toLowerCase()) ||
    sectionLabelsOf(sphinx, page, facts).includes(asSectionLabel(name))
  );
}
