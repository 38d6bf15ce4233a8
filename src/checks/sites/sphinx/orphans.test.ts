import { expect, test } from "vitest";
import { openTexts } from "../../../../test/fixtures/sites/open-fixture.ts";
import { checkSite } from "../../check-site.ts";

const toctree = (...lines: string[]) => `# A\n\n\`\`\`{toctree}\n${lines.join("\n")}\n\`\`\`\n`;

test.each([
  ["in no table of contents", { "docs/index.md": toctree("b") }, ["docs/new/c.md"]],
  ["named", { "docs/index.md": toctree("b", "new/c") }, []],
  ["named with a title", { "docs/index.md": toctree("The C <new/c>") }, []],
  ["matched", { "docs/index.md": toctree(":glob:", "", "new/*") }, []],
  ["matched beside the page", { "docs/new/index.md": toctree(":glob:", "", "*") }, []],
  ["matched in another folder", { "docs/index.md": toctree(":glob:", "", "*") }, ["docs/new/c.md"]],
  ["linked", { "docs/index.md": "# A\n\n[c](new/c.md)\n" }, []],
  ["an orphan by its own word", { "docs/new/c.md": "---\norphan: true\n---\n# C\n" }, []],
  ["left out", { "docs/conf.py": 'extensions = ["myst_parser"]\nexclude_patterns = ["new"]\n' }, []],
  ["perhaps named in other markup", { "docs/b.rst": "B\n=\n" }, []],
  ["perhaps named by an extension", { "docs/conf.py": 'extensions = ["myst_parser", "tables"]\n' }, []],
])("Sphinx: a new page that is %s", async (_, own, found) => {
  const texts = {
    "docs/conf.py": 'extensions = ["myst_parser"]\n',
    ...{ "docs/index.md": "# A\n", "docs/b.md": "# B\n", "docs/new/c.md": "# C\n" },
    ...own,
  };
  const { site } = await openTexts(texts);
  const { findings } = await checkSite(site, { newPaths: ["docs/new/c.md"] });
  expect(findings.filter(({ rule }) => rule === "navigation").map(({ path }) => path)).toEqual(found);
});
