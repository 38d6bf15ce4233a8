import { expect, it } from "vitest";
import { openTexts } from "../../../test/fixtures/sites/open-fixture.ts";
import { planDelete } from "./plan-delete.ts";
import { planMove } from "./plan-move.ts";

it("the start page is led to by the theme, and other pages are not", async () => {
  const texts = {
    "mkdocs.yml": "nav:\n  - a.md\nsite_name: A\n",
    "docs/index.md": "# A\n",
    "docs/a.md": "# B\n",
  };
  const { site } = await openTexts(texts);
  const unclear = async (from: string, to: string) => (await planMove(site, from, to)).unclear;
  const title = { path: "mkdocs.yml", line: 3, target: "/" };
  expect(await unclear("docs/index.md", "docs/home.md")).toEqual([title]);
  expect(await unclear("docs/index.md", "docs/README.md")).toEqual([]);
  expect(await unclear("docs/a.md", "docs/b.md")).toEqual([]);
  expect((await planDelete(site, "docs/index.md")).inbound).toEqual([{ ...title, stays: true }]);
  expect((await planDelete(site, "docs/a.md")).inbound).toMatchObject([{ line: 2 }]);
});
