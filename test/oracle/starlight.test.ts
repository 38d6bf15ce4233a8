import { expect, it } from "vitest";
import { openFixture } from "../fixtures/sites/open-fixture.ts";
import { compareWithVerdicts, readVerdicts } from "./compare.ts";

it("has the addresses, headings and links of the site that Starlight builds", async () => {
  const { site } = await openFixture("starlight");
  expect(site.shape.generator).toBe("starlight");
  expect(compareWithVerdicts(site, await readVerdicts("starlight"))).toEqual({
    differences: [],
    unjudged: [],
    compared: { routes: 13, ids: 25, links: 65 },
  });
});

it("shows the pages that have no translation at the addresses of the language, as Starlight does", async () => {
  const { site } = await openFixture("starlight");
  const addresses = [...site.index.addresses].map(([address, page]) => `${address} ${page}`);
  expect(addresses.filter((one) => /^fr\b/.test(one)).sort()).toEqual([
    "fr src/content/docs/fr/index.md",
    "fr/guides src/content/docs/guides/index.md",
    "fr/guides/knots src/content/docs/guides/knots.mdx",
    "fr/guides/sails src/content/docs/guides/sails.md",
    "fr/guides/start src/content/docs/fr/guides/start.md",
    "fr/odd-names/my-page-10 src/content/docs/Odd Names/My Page 1.0.md",
    "fr/reference/config src/content/docs/reference/config.md",
    "fr/tied/up src/content/docs/guides/ties.md",
  ]);
});
