import { expect, test } from "vitest";
import { openTexts } from "../../../test/fixtures/sites/open-fixture.ts";
import { planMove } from "./plan-move.ts";

const site = {
  "hugo.toml": 'title = "T"\n',
  "layouts/single.html": "{{ .Content }}\n",
  "content/docs/_index.md": "# Docs\n",
};

test.each([
  [
    "one of its shortcodes names",
    '![A](a.png)\n\n{{< figure src="a.png" >}}\n',
    ["content/docs/looms/index.md:3"],
  ],
  ["nothing names, as a layout may show it", "# Looms\n", ["content/docs/looms/a.png:1"]],
  ["its links lead to", "![A](a.png)\n", []],
])("Hugo: a page does not leave a file beside it that %s", async (_, text, unclear) => {
  const files = { ...site, "content/docs/looms/index.md": text, "content/docs/looms/a.png": "" };
  const { site: opened } = await openTexts(files);
  const planned = async (to: string) => {
    const plan = await planMove(opened, "content/docs/looms/index.md", to);
    return plan.unclear.map(({ path, line }) => `${path}:${line}`);
  };
  expect(await planned("content/docs/weaving/index.md")).toEqual(unclear);
  expect(await planned("content/docs/looms/_index.md")).toEqual([]);
});
