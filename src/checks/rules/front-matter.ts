import type { PageRule } from "../check-input.ts";
import type { Site } from "../model/site.ts";
import type { Finding } from "../types.ts";

/**
 * Front matter must be one YAML map; other languages are refused, never executed. A page that could not be
 * read is reported here.
 */
export const checkFrontMatter: PageRule = async ({ site, pages }) => {
  const findings: Finding[] = [];
  for (const [path, page] of pages) {
    if (page.notRead !== null && page.notRead !== "") {
      findings.push({ rule: "front-matter", path, line: 1, column: 1, message: page.notRead });
    }
    for (const { isTolerated, ...problem } of page.frontMatterProblems)
      if (isTolerated !== true || isPublished(site, path))
        findings.push({ rule: "front-matter", path, ...problem });
  }
  return findings;
};

/** Where routing is not known, a page may be for another program. */
function isPublished({ configuration }: Site, path: string): boolean {
  return configuration.isRoutingKnown && configuration.hasRoute(path);
}
