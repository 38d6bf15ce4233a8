import { expect, it } from "vitest";
import { planMove } from "../../src/checks/changes/plan-move.ts";
import { openFixture } from "../fixtures/sites/open-fixture.ts";
import { compareWithVerdicts, readVerdicts } from "./compare.ts";

it("has the addresses, headings and links of the site that Jekyll builds", async () => {
  const { site } = await openFixture("jekyll");
  expect(site.shape.generator).toBe("jekyll");
  expect(compareWithVerdicts(site, await readVerdicts("jekyll"))).toEqual({
    differences: [],
    unjudged: [
      // An include within a heading.
      "ids guide/badge.md",
      // Headings within HTML.
      "ids guide/inside.md",
      // An include with a heading.
      "ids guide/shared.md",
      // Below no base: another site on the same host may have it.
      "link index.md:9 /guide/start.html: nothing",
      // Right with Jekyll 3, which GitHub has, and wrong with Jekyll 4.
      "link index.md:12 {{ site.baseurl }}{% link guide/glaze.md %}: nothing",
    ],
    compared: { routes: 21, ids: 38, links: 126 },
  });
});

it("follows a page that moves, in Liquid's links as well", async () => {
  const { site } = await openFixture("jekyll");
  const plan = await planMove(site, "guide/start.md", "guide/tools/begin.md");
  const parts = plan.edits.find(({ path }) => path === "guide/parts.md")!.text;
  expect(parts).toContain("{{ site.url }}{{ site.baseurl }}/guide/tools/begin.html#fire-it");
  expect(parts).toContain("{{ site.url }}/kilns/guide/tools/begin.html");
  expect(parts).toContain('{{ "/guide/tools/begin.html" | prepend: site.baseurl }}');
  // The address that no base stands before may be another site's.
  expect(plan.unclear.map(({ path, target }) => `${path} ${target}`)).toEqual(["index.md /guide/start.html"]);
  const index = plan.edits.find(({ path }) => path === "index.md")!.text;
  expect(index).toContain("{% link guide/tools/begin.md %}#fire-it");
  expect(index).toContain('{{ "/guide/tools/begin.html" | relative_url }}');
  expect(index).toContain("{{ site.baseurl }}/guide/tools/begin.html#fire-it");
  expect(index).toContain("[start]: guide/tools/begin.md#fire-it");
});
