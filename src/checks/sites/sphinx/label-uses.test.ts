import { expect, it } from "vitest";
import { openTexts } from "../../../../test/fixtures/sites/open-fixture.ts";
import { readLabelUses } from "./read-label-uses.ts";

const texts = {
  "docs/conf.py": 'extensions = ["myst_parser"]\n',
  "docs/index.rst": "See :ref:`the mast <mast>`.\n",
  "chart/values.yaml": "sail:\n  description: See [how](furling) or {ref}`Mending a sail <mending>`.\n",
};

async function usesIn(writesFiles: boolean): Promise<string[]> {
  const { site } = await openTexts(texts);
  const uses = await readLabelUses(site, "docs/", writesFiles);
  return [...uses].map(([label, [use]]) => `${label} ${use!.path}:${use!.line}:${use!.column}`);
}

it("labels are used by data of which conf.py may make pages", async () => {
  expect((await usesIn(true)).sort()).toEqual([
    "furling chart/values.yaml:2:26",
    "mast docs/index.rst:1:21",
    "mending chart/values.yaml:2:60",
  ]);
  expect(await usesIn(false)).toEqual(["mast docs/index.rst:1:21"]);
});
