import { expect, it } from "vitest";
import { openFixture } from "../fixtures/sites/open-fixture.ts";
import { compareWithVerdicts, readVerdicts } from "./compare.ts";

it.each([
  [
    "docsify",
    { routes: 12, ids: 21, links: 77 },
    // Where it leads depends on whether the site has a host of its own.
    ["link docs/guide/README.md:3 ../README.md: nothing"],
  ],
  [
    "docsify-5",
    { routes: 12, ids: 21, links: 74 },
    // Version 5 reads links to files by their titles as well.
    ["link docs/guide/README.md:4 img/keel.svg: nothing"],
  ],
] as const)("shows pages, headings and links as %s does in a browser", async (name, compared, unjudged) => {
  const { site } = await openFixture(name);
  expect(site.shape.generator).toBe("docsify");
  expect(compareWithVerdicts(site, await readVerdicts(name))).toEqual({
    // A part bears no mark; it is shown at its own address as well.
    differences: ["route docs/guide/parts/wind.md: /guide/parts/wind, built as none"],
    unjudged: [
      "link docs/README.md:8 /log: docs/guide/log.md",
      // A file is found by links that say ":ignore", which are not recorded.
      "link docs/README.md:17 guide/plan.txt: nothing",
      ...unjudged,
      "ids docs/guide/sail.md",
    ],
    compared,
  });
});
