import { expect, it } from "vitest";
import { openFixture } from "../fixtures/sites/open-fixture.ts";
import { compareWithVerdicts, readVerdicts } from "./compare.ts";

it("has the addresses, headings and links of the book that HonKit builds", async () => {
  const { site } = await openFixture("gitbook");
  expect(site.shape.generator).toBe("gitbook");
  expect(compareWithVerdicts(site, await readVerdicts("gitbook"))).toEqual({
    differences: [],
    unjudged: [],
    compared: { routes: 9, ids: 15, links: 46 },
  });
});

it("takes each language of a book for a book of its own, and reads book.js without running it", async () => {
  const { site } = await openFixture("gitbook-languages");
  expect(site.shape.generator).toBe("gitbook");
  expect(compareWithVerdicts(site, await readVerdicts("gitbook-languages"))).toEqual({
    differences: [],
    unjudged: [],
    compared: { routes: 8, ids: 7, links: 17 },
  });
});
