import { describe, expect, test } from "vitest";
import { checkSite } from "../../src/checks/check-site.ts";
import { openTexts } from "../fixtures/sites/open-fixture.ts";

interface SiteCase {
  name: string;
  files: Record<string, string>;
  /** `rule path target` of each finding. */
  found: string[];
  /** Links that are not judged. */
  left: number;
}

const rules = /^(?:internal-link|anchor|navigation|redirect(?:-target)?|frontmatter-schema)$/;

/** A test for each site: what the checks find on it, and how many links they do not judge. */
export function testFindings(generator: string, cases: readonly SiteCase[]): void {
  describe(generator, () => {
    test.each(cases)("$name", async ({ files, found, left }) => {
      const { site } = await openTexts(files);
      const { findings, notJudged } = await checkSite(site);
      const said = findings.filter(({ rule }) => rules.test(rule));
      expect(said.map(({ rule, path, target }) => `${rule} ${path} ${target}`).sort()).toEqual(found);
      expect(notJudged.find(({ rule }) => rule === "internal-link")?.links ?? 0).toBe(left);
    });
  });
}
