import { describe, expect, it } from "vitest";
import { openFixture } from "../fixtures/sites/open-fixture.ts";
import { compareWithVerdicts, readVerdicts } from "./compare.ts";

describe.each([
  [
    "mkdocs-plugins",
    { routes: 12, ids: 21, links: 99 },
    [
      // A snippet brings headings.
      "ids docs/hidden.md",
      // Outside the address of the site: another one on the same host may have it.
      "link docs/index.md:15 /guide/chain/: nothing",
      "link docs/index.md:16 /guide/chain.md: nothing",
      "link docs/index.md:43 ../assets/wheel.svg: nothing",
      // Made by mkdocstrings, and by a macro.
      "ids docs/reference/api.md",
      "ids docs/tools.md",
    ],
  ],
  ["mkdocs-files", { routes: 4, ids: 7, links: 28 }, []],
  ["mkdocs-languages", { routes: 5, ids: 8, links: 17 }, []],
] as const)("%s as MkDocs builds it", (fixture, compared, unjudged) => {
  it("has the addresses, headings and links that our model says", async () => {
    const { site } = await openFixture(fixture);
    expect(compareWithVerdicts(site, await readVerdicts(fixture))).toEqual({
      differences: [],
      unjudged,
      compared,
    });
  });
});
