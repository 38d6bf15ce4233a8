import { expect, it } from "vitest";
import { openFixture } from "../fixtures/sites/open-fixture.ts";
import { compareWithVerdicts, readVerdicts } from "./compare.ts";

it("has the addresses, headings and links of the site that Docusaurus builds", async () => {
  const { site } = await openFixture("docusaurus");
  expect(site.shape.generator).toBe("docusaurus");
  expect(compareWithVerdicts(site, await readVerdicts("docusaurus"))).toEqual({
    differences: [],
    unjudged: [
      // It takes an address as it is: it is not looked at.
      "link docs/intro.md:6 pathname:///img/mast.svg: img/mast.svg",
      // Lists of posts depend on what the posts say.
      "link docs/intro.md:9 /blog/archive: built:/blog/archive/",
      "link docs/intro.md:9 /blog/tags: nothing",
    ],
    compared: { routes: 17, ids: 10, links: 90 },
  });
});

it("leads addresses on translations where Docusaurus leads them", async () => {
  const { site } = await openFixture("docusaurus-languages");
  const { differences, unjudged, compared } = compareWithVerdicts(
    site,
    await readVerdicts("docusaurus-languages"),
  );
  // The address of a translation is that of its page, in its language.
  expect(differences.filter((one) => !one.startsWith("route i18n/fr/"))).toEqual([]);
  // What a translation names and no page has may be published by its own file alone.
  const start = "i18n/fr/docusaurus-plugin-content-docs/current/intro.md";
  expect(unjudged).toEqual([`link ${start}:15 /docs/next/none: nothing`]);
  expect(compared.links).toBe(22);
});
