import { expect, test } from "vitest";
import { checkSite } from "../../src/checks/check-site.ts";
import { openTexts } from "../fixtures/sites/open-fixture.ts";

/** A site of a few files, written for what its name says. */
export interface SmallSite {
  name: string;
  files: Record<string, string>;
  generator: string;
  /** `rule path target` of each finding, sorted. */
  found: string[];
}

/** Makes a test of each site: it is recognised, and exactly these findings are made. */
export function testSmallSites(sites: readonly SmallSite[]): void {
  test.each(sites)("$name", async ({ files, generator, found }) => {
    const { site } = await openTexts(files);
    expect(site.shape.generator).toBe(generator);
    const { findings } = await checkSite(site);
    expect(findings.map(({ rule, path, target }) => `${rule} ${path} ${target ?? ""}`).sort()).toEqual(found);
  });
}
