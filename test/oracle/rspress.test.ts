import { expect, it } from "vitest";
import { openFixture } from "../fixtures/sites/open-fixture.ts";
import { compareWithVerdicts, readVerdicts } from "./compare.ts";

// No file has these addresses; the router of the page that holds the link leads on (seen in Chromium).
const leadOn = [
  "link docs/all.md:5 guide: docs/guide/index.md, built as nothing",
  "link docs/all.md:7 /guide: docs/guide/index.md, built as nothing",
  "link docs/all.md:9 ./guide: docs/guide/index.md, built as nothing",
  "link docs/all.md:10 /notes/keel/: docs/notes/keel.md, built as nothing",
];
// The theme shows no text of a page of this type.
const home = "route docs/landing.md: /landing, built as none";
// Elements of HTML in MDX stay as they are: without the base, they leave the site.
const outside = ["/guide/none", "/guide/start", "/mast.svg"];

it("has the addresses, headings and links of the site that Rspress 2 builds", async () => {
  const { site } = await openFixture("rspress");
  expect(site.shape.generator).toBe("rspress");
  const { differences, unjudged, compared } = compareWithVerdicts(site, await readVerdicts("rspress"));
  expect(differences.map((one) => one.replaceAll("docs/en/", "docs/"))).toEqual([
    home,
    leadOn[0],
    "link docs/all.md:6 ./guide/: docs/guide/index.md, built as nothing",
    ...leadOn.slice(1, 3),
    "link docs/all.md:10 ./guide/more/: docs/guide/more/index.mdx, built as nothing",
    leadOn[3],
    "link docs/guide/index.md:3 .: docs/guide/index.md, built as nothing",
    "link docs/guide/index.md:3 ./: docs/guide/index.md, built as nothing",
    "link docs/guide/index.md:3 more: docs/guide/more/index.mdx, built as nothing",
    "link docs/guide/more/index.mdx:3 ../: docs/guide/index.md, built as nothing",
    "link docs/guide/more/reef.md:5 .: docs/guide/more/index.mdx, built as nothing",
    "link docs/guide/more/reef.md:5 ..: docs/guide/index.md, built as nothing",
  ]);
  expect(unjudged.map((one) => one.split(" ")[2])).toEqual(outside.map((one) => `${one}:`));
  expect(compared).toEqual({ routes: 14, ids: 30, links: 116 });
});

it("has those of the site that Rspress 1 builds", async () => {
  const { site } = await openFixture("rspress-1");
  const { differences, unjudged, compared } = compareWithVerdicts(site, await readVerdicts("rspress-1"));
  expect(differences).toEqual([
    home,
    ...leadOn.slice(0, 3),
    "link docs/all.md:9 guide/more: docs/guide/more/index.mdx, built as nothing",
    leadOn[3],
    "link docs/all.md:10 notes/keel/: docs/notes/keel.md, built as nothing",
  ]);
  // The compiler of version 1 writes some letters of ids as escapes.
  expect(unjudged.map((one) => one.split(" ").slice(0, 3).join(" "))).toEqual([
    ...outside.map((one) => `link docs/guide/sails.mdx:${one === "/mast.svg" ? 12 : 7} ${one}:`),
    "ids docs/guide/start.md",
  ]);
  expect(compared).toEqual({ routes: 10, ids: 10, links: 96 });
});
