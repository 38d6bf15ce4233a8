import { describe, expect, it } from "vitest";
import { planMove } from "../../src/checks/changes/plan-move.ts";
import { openFixture } from "../fixtures/sites/open-fixture.ts";
import { compareWithVerdicts, readVerdicts } from "./compare.ts";

describe.each([
  ["hugo", { routes: 17, ids: 21, links: 106 }, []],
  // Another site on the same host may have it.
  [
    "hugo-hooks",
    { routes: 6, ids: 9, links: 24 },
    // What a hook of the site makes of what nothing is found for is not known.
    [
      "link docs/content/guide/_index.md:7 loom/: nothing",
      "link docs/content/guide/warp.md:10 ../knots/: nothing",
    ],
  ],
  ["hugo-languages", { routes: 7, ids: 4, links: 35 }, ["link content/en/_index.md:22 /boat.svg: nothing"]],
] as const)("%s as Hugo builds it", (fixture, compared, unjudged) => {
  it("has the addresses, headings and links that our model says", async () => {
    const { site } = await openFixture(fixture);
    expect(compareWithVerdicts(site, await readVerdicts(fixture))).toEqual({
      differences: [],
      unjudged,
      compared,
    });
  });
});

it("refuses to move a page into the folder of a page that would take it in", async () => {
  const { site } = await openFixture("hugo");
  const plan = await planMove(site, "content/docs/winds.md", "content/docs/bundle/parts/winds.md");
  expect(plan.refusal).toContain("would be a part of content/docs/bundle/index.md");
  expect(plan.edits).toEqual([]);
  const own = await planMove(site, "content/docs/bundle/index.md", "content/docs/bundle/start.md");
  expect(own.refusal).toBeUndefined();
});
