import { expect, it } from "vitest";
import { openFixture } from "../fixtures/sites/open-fixture.ts";
import { compareWithVerdicts, readVerdicts } from "./compare.ts";

it("has the addresses, headings and links of the site that Jekyll builds", async () => {
  const { site } = await openFixture("jekyll");
  expect(site.shape.generator).toBe("jekyll");
  expect(compareWithVerdicts(site, await readVerdicts("jekyll"))).toEqual({
    differences: [],
    // Below no base: another site on the same host may have it.
    unjudged: ["link index.md:9 /guide/start.html: nothing"],
    compared: { routes: 12, ids: 21, links: 81 },
  });
});
