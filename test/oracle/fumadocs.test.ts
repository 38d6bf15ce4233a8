import { expect, it } from "vitest";
import { openFixture } from "../fixtures/sites/open-fixture.ts";
import { compareWithVerdicts, readVerdicts } from "./compare.ts";

it("has the addresses, headings and links of the site that Fumadocs builds", async () => {
  const { site } = await openFixture("fumadocs");
  expect(site.shape.generator).toBe("fumadocs");
  expect(Object.values(site.configuration.unknown)).toEqual([null, null, null, null]);
  expect(compareWithVerdicts(site, await readVerdicts("fumadocs"))).toEqual({
    differences: [
      // What others include is a page as well, and bears no mark.
      "route content/docs/_parts/care.mdx: /docs/_parts/care, built as none",
      // In exported files the page `index` of a folder has the name of the folder's own.
      "route content/docs/lamp/index.mdx: /docs/lamp/index, built as /docs/lamp/",
      // Exported files have names with `%`, which a server of files does not look up.
      "route content/docs/öl.mdx: /docs/öl, built as /docs/%C3%B6l",
      // Of two headings with one text, which comes first is not known where one is included.
      "id content/docs/guide/tools/index.mdx: built #care-1 is not known",
      "link content/docs/index.mdx:12 /docs/_parts/care: content/docs/_parts/care.mdx, built as built:/docs/_parts/care.html",
      // Names of exported files, which Next.js itself does not serve.
      "link content/docs/index.mdx:13 /docs/guide/start.html: nothing, built as content/docs/guide/start.mdx",
      "link content/docs/index.mdx:13 /docs/öl: content/docs/öl.mdx, built as nothing",
    ],
    unjudged: [],
    compared: { routes: 16, ids: 24, links: 94 },
  });
});

it("has those of a site with languages and a base", async () => {
  const { site } = await openFixture("fumadocs-languages");
  expect(Object.values(site.configuration.unknown)).toEqual([null, null, null, null]);
  expect(compareWithVerdicts(site, await readVerdicts("fumadocs-languages"))).toEqual({
    differences: [],
    // It leads out of the site.
    unjudged: ["link content/docs/index.mdx:11 /en/docs/wax/: nothing"],
    compared: { routes: 6, ids: 5, links: 32 },
  });
});
