import { expect, it } from "vitest";
import { openFixture } from "../fixtures/sites/open-fixture.ts";
import { compareWithVerdicts, readVerdicts } from "./compare.ts";

it("has the addresses, headings and links of the site that VuePress 2 builds", async () => {
  const { site } = await openFixture("vuepress");
  expect(site.shape.generator).toBe("vuepress");
  expect(compareWithVerdicts(site, await readVerdicts("vuepress"))).toEqual({
    differences: [],
    unjudged: [
      // Without the base they leave the site: where they lead is up to what else the host serves.
      "link docs/README.md:3 /guide/: nothing",
      "link docs/README.md:5 /guide/start.html: nothing",
      "link docs/README.md:8 /files/plan.pdf: nothing",
      "link docs/README.md:11 /guide/start.html: nothing",
      "link docs/README.md:13 /guide/nowhere.html: nothing",
      "link docs/notes/README.md:3 /keel/: nothing",
    ],
    compared: { routes: 12, ids: 25, links: 85 },
  });
});

it("has those of the site that VuePress 1 builds, which counts headings from 2", async () => {
  const { site } = await openFixture("vuepress-1");
  expect(compareWithVerdicts(site, await readVerdicts("vuepress-1"))).toEqual({
    differences: [
      // The file that the host shows for any other address has the router, which leads on.
      "link docs/README.md:8 notes/old-keel.html: docs/notes/old-keel.md, built as nothing",
      "link docs/README.md:8 notes/old-keel.md: docs/notes/old-keel.md, built as nothing",
      "link docs/notes/README.md:3 old-keel.md: docs/notes/old-keel.md, built as nothing",
    ],
    unjudged: [
      "link docs/README.md:8 /files/plan.pdf: nothing",
      "link docs/README.md:11 /guide/start.html: nothing",
      "link docs/README.md:13 /guide/nowhere.html: nothing",
      "link docs/README.md:15 /mast.svg: nothing",
      "link docs/README.md:17 /mast.svg: nothing",
    ],
    compared: { routes: 10, ids: 26, links: 89 },
  });
});
