import { expect, it } from "vitest";
import { openFixture } from "../fixtures/sites/open-fixture.ts";
import { compareWithVerdicts, readVerdicts } from "./compare.ts";

it("has the addresses, headings and links of the book that mdBook builds", async () => {
  const { site } = await openFixture("mdbook");
  expect(compareWithVerdicts(site, await readVerdicts("mdbook"))).toEqual({
    differences: [],
    unjudged: ["ids src/thanks.md"],
    compared: { routes: 8, ids: 16, links: 38 },
  });
});
