import { expect, it } from "vitest";
import { openFixture } from "../fixtures/sites/open-fixture.ts";
import { compareWithVerdicts, readVerdicts } from "./compare.ts";

it("has the addresses, headings and links of the site that VitePress builds", async () => {
  const { site } = await openFixture("vitepress");
  expect(site.shape.generator).toBe("vitepress");
  expect(compareWithVerdicts(site, await readVerdicts("vitepress"))).toEqual({
    differences: [],
    unjudged: [
      // HTML without the base leaves the site: where it leads is up to what else the host serves.
      "link docs/index.md:9 /guide/start: nothing",
    ],
    compared: { routes: 12, ids: 22, links: 62 },
  });
});

it("has those of the site that VitePress 2 builds, with the hashes that it changes", async () => {
  const { site } = await openFixture("vitepress-2");
  expect(compareWithVerdicts(site, await readVerdicts("vitepress-2"))).toEqual({
    differences: [],
    unjudged: [],
    compared: { routes: 5, ids: 11, links: 22 },
  });
});
