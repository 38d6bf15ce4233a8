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

test("patterns of a table of contents mean the same pages once theirs has moved", async () => {
  const list = (...lines: string[]) => `# A\n\n\`\`\`{toctree}\n:glob:\n\n${lines.join("\n")}\n\`\`\`\n`;
  const { site } = await openTexts({
    "conf.py": 'extensions = ["myst_parser"]\n',
    "index.md": "# I\n\n[a](guide/a.md)\n",
    "guide/a.md": list("parts/*", "/notes/*", "../notes/b*"),
  });
  const { edits } = await planMove(site, "guide/a.md", "deep/er/a.md");
  expect(edits.find(({ path }) => path === "deep/er/a.md")?.text).toBe(
    list("../../guide/parts/*", "/notes/*", "../../notes/b*"),
  );
});
