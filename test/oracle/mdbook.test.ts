import { expect, it } from "vitest";
import { planMove } from "../../src/checks/changes/plan-move.ts";
import { anchorsOf } from "../../src/checks/pages/page-anchors.ts";
import { openFixture } from "../fixtures/sites/open-fixture.ts";
import { compareWithVerdicts, readVerdicts } from "./compare.ts";

it("has the addresses, headings and links of the book that mdBook builds", async () => {
  const { site } = await openFixture("mdbook");
  expect(compareWithVerdicts(site, await readVerdicts("mdbook"))).toEqual({
    differences: [],
    unjudged: [
      // Many hosts serve the page without its ending.
      "link src/README.md:7 guide/clay: nothing",
      // What stands beside the book.
      "link src/guide/clay.md:33 ../../wheels/index.html: nothing",
      // Terms that are explained have ids, and parts bring headings.
      "ids src/guide/words.md",
      "ids src/thanks.md",
    ],
    compared: { routes: 10, ids: 23, links: 55 },
  });
});

it("takes the ids of either version of mdBook where the book does not say what becomes of dashes", async () => {
  const { site, set, text } = await openFixture("mdbook");
  await set({ "book.toml": (await text("book.toml")).replace("smart-punctuation = true\n", "") });
  const anchors = anchorsOf(site, "src/guide/kiln.md");
  expect([anchors.has("cone-6--a-slow-firing"), anchors.has("cone-6----a-slow-firing")]).toEqual([
    true,
    true,
  ]);
});

it("follows a page that moves where links name what is built, its own among them", async () => {
  const { site, set } = await openFixture("mdbook");
  await set({
    "src/guide/kiln.md": "# Kiln\n\n[clay](clay.html#slip) [beside](../../wheels/a.html#b)\n",
    "src/guide/firing.md": "# Firing\n\n[kiln](./kiln.html#kiln) [clay](clay.html)\n",
  });
  const { edits, unclear } = await planMove(site, "src/guide/kiln.md", "src/guide/tools/oven.md");
  expect(unclear).toEqual([]);
  const textOf = (name: string) => edits.find(({ path }) => path === name)?.text;
  expect(textOf("src/guide/firing.md")).toContain("[kiln](./tools/oven.html#kiln) [clay](clay.html)");
  expect(textOf("src/guide/tools/oven.md")).toContain(
    "[clay](../clay.html#slip) [beside](../../../wheels/a.html#b)",
  );
});
