import { expect, it } from "vitest";
import { planMove } from "../../src/checks/changes/plan-move.ts";
import { checkSite } from "../../src/checks/check-site.ts";
import { openFixture } from "../fixtures/sites/open-fixture.ts";
import { compareWithVerdicts, readVerdicts } from "./compare.ts";

it("has the addresses, headings and links of the site that Nextra builds", async () => {
  const { site } = await openFixture("nextra");
  expect(site.shape.generator).toBe("nextra");
  expect(compareWithVerdicts(site, await readVerdicts("nextra"))).toEqual({
    differences: [
      // What others include is a page as well, and bears no mark.
      "route content/_parts/care.mdx: /_parts/care, built as none",
      // The recorder marks the text of the link in a heading.
      "id content/guide/start.mdx: built #linked-cdk47-heading is not known",
      "id content/guide/start.mdx: #linked-heading is not in what was built",
      // Next.js leads from `/guide/` to `/guide`, which the exported files cannot show.
      "link content/guide/start.mdx:19 .: content/guide/index.mdx, built as nothing",
      // Names of exported files, which Next.js itself does not serve.
      "link content/index.mdx:9 /guide/start.html: nothing, built as content/guide/start.mdx",
      "link content/index.mdx:12 /index: nothing, built as content/index.mdx",
    ],
    unjudged: [
      // A summary gets an id.
      "ids content/old-oil.mdx",
    ],
    compared: { routes: 8, ids: 17, links: 60 },
  });
});

it("judges the names in _meta files, and follows a page that moves", async () => {
  const fixture = await openFixture("nextra");
  const { site } = fixture;
  const navigation = async () =>
    (await checkSite(site)).findings.filter(({ rule }) => rule === "navigation").map(({ target }) => target);
  expect(await navigation()).toEqual([]);
  const plan = await planMove(site, "content/guide/wick-care.md", "content/guide/wicks.md");
  expect(plan.edits.map(({ path, what }) => `${path}: ${what}`)).toEqual([
    "content/guide/_meta.js: 1 navigation entry",
    "content/guide/start.mdx: 4 links",
    "content/index.mdx: 1 link",
  ]);
  expect(plan.edits[0]!.text).toContain('"wicks": "Wicks"');
  await fixture.set({ "content/guide/wick-care.md": null });
  expect(await navigation()).toEqual(["content/guide/wick-care"]);
});
