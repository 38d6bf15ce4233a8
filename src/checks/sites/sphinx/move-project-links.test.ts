import { expect, test } from "vitest";
import { openTexts } from "../../../../test/fixtures/sites/open-fixture.ts";
import { planMove } from "../../changes/plan-move.ts";

test("links with the scheme of the project follow a page that moves, and its own move with it", async () => {
  const { site } = await openTexts({
    "conf.py": 'extensions = ["myst_parser"]\n',
    "index.md": "# I\n\n[a](project:guide/a.md#x) [b](project:/guide/a.md)\n",
    "guide/a.md": "(x)=\n# A\n\n[b](project:b.md) [i](project:/index.md) {download}`d <../d.txt>`\n",
    ...{ "guide/b.md": "# B\n", "d.txt": "" },
  });
  const { edits } = await planMove(site, "guide/a.md", "deep/er/c.md");
  expect(Object.fromEntries(edits.map(({ path, text }) => [path, text]))).toEqual({
    "index.md": "# I\n\n[a](project:deep/er/c.md#x) [b](project:/deep/er/c.md)\n",
    "deep/er/c.md":
      "(x)=\n# A\n\n[b](project:../../guide/b.md) [i](project:/index.md) {download}`d <../../d.txt>`\n",
  });
});
