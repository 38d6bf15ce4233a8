import { expect, test } from "vitest";
import { openTexts } from "../../../test/fixtures/sites/open-fixture.ts";
import { testFindings } from "../../../test/helpers/test-findings.ts";
import { planMove } from "../changes/plan-move.ts";

const note = "```{note}\n[a](none.md) [b](b.md#none)\n```\n";
const admonition = "```admonish note\n[a](none.md) [b](b.md#none)\n\n## Here\n```\n\n[c](#here)\n";

testFindings("fences that hold text", [
  {
    name: "Sphinx reads directives, and no fence of mdbook-admonish",
    files: {
      "conf.py": 'extensions = ["myst_parser"]\n',
      "index.md": `# A\n\n${note}\n${admonition.slice(0, -12)}`,
      "b.md": "# B\n",
    },
    found: ["anchor index.md b.md#none", "internal-link index.md none.md"],
    left: 0,
  },
  {
    name: "mdBook reads admonitions with the preprocessor",
    files: {
      "book.toml": "[book]\n[preprocessor.admonish]\n",
      "src/SUMMARY.md": "- [A](a.md)\n- [B](b.md)\n",
      "src/a.md": `# A\n\n${admonition}\n${note}`,
      "src/b.md": "# B\n",
    },
    found: ["anchor src/a.md b.md#none", "internal-link src/a.md none.md"],
    left: 0,
  },
  {
    name: "admonitions of mdBook have ids of their own",
    files: {
      "book.toml": "[book]\n[preprocessor.admonish]\n",
      "src/SUMMARY.md": "- [A](a.md)\n",
      "src/a.md":
        '# A\n\n```admonish tip title="Looms"\nB\n```\n```admonish id="mine"\nC\n```\n\n[a](#admonition-looms) [b](#mine) [c](#none)\n',
    },
    found: ["anchor src/a.md #none"],
    left: 0,
  },
  {
    name: "mdBook shows them as code without it, and so does another generator",
    files: {
      "book.toml": "[book]\n",
      "src/SUMMARY.md": "- [A](a.md)\n- [B](b.md)\n",
      "src/a.md": `# A\n\n${admonition.slice(0, -12)}\n${note}`,
      "src/b.md": "# B\n",
    },
    found: [],
    left: 0,
  },
]);

test("links in directives follow a page that moves", async () => {
  const { site } = await openTexts({
    "conf.py": 'extensions = ["myst_parser"]\n',
    "index.md": "# A\n\n```{note}\n[b](b.md)\n```\n",
    "b.md": "# B\n\n```{tip}\n[a](index.md)\n```\n",
  });
  const { edits, unclear } = await planMove(site, "b.md", "c/b.md");
  expect(unclear).toEqual([]);
  expect(edits.map(({ path, text }) => [path, text])).toEqual([
    ["c/b.md", "# B\n\n```{tip}\n[a](../index.md)\n```\n"],
    ["index.md", "# A\n\n```{note}\n[b](c/b.md)\n```\n"],
  ]);
});
