import { expect, test } from "vitest";
import { openTexts } from "../../../../test/fixtures/sites/open-fixture.ts";
import { planDelete } from "../../changes/plan-delete.ts";
import { planMove } from "../../changes/plan-move.ts";
import { checkSite } from "../../check-site.ts";

const files = {
  "conf.py":
    'extensions = ["myst_parser"]\nmyst_heading_anchors = 3\nmyst_substitutions = {\n    "lnk": "[guide](guide/a.md)",\n    "abs": "{doc}`/guide/b`",\n}\n\nhtml_title = "guide/c.md"\n',
  "index.md": "# Home {{ name }}\n\n{{ lnk }} {{ abs }} [a](#home-acme)\n",
  "guide/a.md":
    '---\nmyst:\n  substitutions:\n    b: "[b](b.md#x)"\n    home: "[h](../index.md) [n](none.md)"\n    unused: "[u](unused.md)"\n---\n\n# A\n\n{{ b }} {{ home|upper }}\n',
  "guide/b.md": "# B\n",
  "guide/c.md": "# C\n",
};

test("what a page puts in by name is judged and follows its move, and headings with a name have other ids", async () => {
  const { site } = await openTexts(files);
  const { findings } = await checkSite(site);
  const named = findings.map(({ rule, path, target }) => `${rule} ${path} ${target}`);
  expect(named.filter((one) => /^(?:anchor|internal-link)/.test(one))).toEqual([
    "anchor guide/a.md b.md#x",
    "internal-link guide/a.md none.md",
  ]);
  const { edits } = await planMove(site, "guide/c.md", "c.md");
  expect(edits).toEqual([]);
  const moved = await planMove(site, "guide/a.md", "a.md");
  expect(moved.edits.find(({ path }) => path === "a.md")?.text).toContain(
    'b: "[b](guide/b.md#x)"\n    home: "[h](index.md) [n](guide/none.md)"',
  );
  expect(moved.unclear).toMatchObject([{ path: "conf.py", line: 4, target: "guide/a.md" }]);
});

test("what conf.py gives to all pages holds a page back", async () => {
  const { site } = await openTexts(files);
  expect((await planDelete(site, "guide/b.md")).inbound).toMatchObject([
    { path: "guide/a.md", line: 4 },
    { path: "conf.py", line: 5, target: "/guide/b" },
  ]);
  expect((await planDelete(site, "guide/c.md")).inbound).toEqual([]);
});
