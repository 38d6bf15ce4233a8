import { expect, test } from "vitest";
import { openTexts } from "../../../../test/fixtures/sites/open-fixture.ts";
import { testFindings } from "../../../../test/helpers/test-findings.ts";
import { findNavigationFiles, judgeNavigation } from "../../changes/navigation-files.ts";
import { planDelete } from "../../changes/plan-delete.ts";
import { planMove } from "../../changes/plan-move.ts";
import { checkSite } from "../../check-site.ts";

const settings = `[project]
site_name = "T" # comment "x"
site_url = "https://x.example/base/"
draft_docs = """
/drafts/
"""
nav = [
  "index.md",
  { "A" = "sub/a.md" }, # "none.md"
  { "B" = ["sub/README.md", { 'Gone' = 'gone.md' }] },
  { "E" = "https://other.example/" },
]

[project.markdown_extensions.pymdownx.emoji]

[[project.theme.palette]]
scheme = "default"

[project.plugins.redirects.redirect_maps]
"old.md" = "sub/a.md"
`;
const files = {
  "zensical.toml": settings,
  "mkdocs.yml": "site_name: Other\ndocs_dir: other\n",
  "docs/index.md":
    '# I :smile:\n\n[a](sub/a.md) [b](sub/none.md) [c](old.md) [d](drafts/d.md) [e](#i)\n<a href="sub/a.md">f</a> <a href="sub/no.md">g</a>\n',
  "docs/sub/a.md":
    '# A\n\n[a](../sub/a/) [b](a/) [c](none/) <a href="../index.md">d</a> <img src="../x.png">\n',
  "docs/sub/README.md": "# R\n\n[a](a.md)\n",
  "docs/drafts/d.md": "# D\n",
  "docs/x.png": "",
};

testFindings("Zensical", [
  {
    name: "relative targets count from the file, also in HTML, and files that are missing have addresses",
    files,
    found: [
      "internal-link docs/index.md drafts/d.md",
      "internal-link docs/index.md sub/no.md",
      "internal-link docs/index.md sub/none.md",
      "internal-link docs/sub/a.md none/",
      "navigation zensical.toml gone.md",
    ],
    left: 0,
  },
  {
    name: "a configuration that cannot be read is named",
    files: { "zensical.toml": "[project\n", "docs/a.md": "# A\n" },
    found: ["navigation zensical.toml undefined"],
    left: 0,
  },
]);

test("a page of Zensical takes its entry and its redirects along", async () => {
  const { site } = await openTexts(files);
  const { edits, unclear } = await planMove(site, "docs/sub/a.md", "docs/b/c.md");
  const texts = Object.fromEntries(edits.map(({ path, text }) => [path, text]));
  expect(texts["zensical.toml"]).toBe(
    settings
      .replace('"A" = "sub/a.md"', '"A" = "b/c.md"')
      .replace('"old.md" = "sub/a.md"', '"sub/a.md" = "b/c.md"\n"old.md" = "b/c.md"'),
  );
  expect(texts["docs/b/c.md"]).toBe(
    '# A\n\n[a](c/) [b](c/) [c](../sub/none/) <a href="../index.md">d</a> <img src="../x.png">\n',
  );
  expect(texts["docs/index.md"]).toContain('<a href="b/c.md">f</a>');
  expect(unclear).toEqual([]);
});

test("a page of Zensical that is deleted leaves its menu, unless that would be empty", async () => {
  const { site } = await openTexts(files);
  const { edits } = await planDelete(site, "docs/sub/README.md");
  expect(edits.map(({ text }) => text)).toEqual([settings.replace('"sub/README.md", ', "")]);
  const only = { "zensical.toml": '[project]\nnav = [ { "A" = [ "a.md" ] } ]\n', "docs/a.md": "# A\n" };
  const { edits: none, inbound } = await planDelete((await openTexts(only)).site, "docs/a.md");
  expect(none).toEqual([]);
  expect(inbound).toMatchObject([{ path: "zensical.toml", line: 2 }]);
});

test("only navigation and redirects of Zensical may be changed", async () => {
  const { site } = await openTexts(files);
  const found = await findNavigationFiles(site);
  const judge = (text: string) => judgeNavigation(found, { path: "zensical.toml", text });
  expect(
    judge(settings.replace('"A" = "sub/a.md"', '"N" = "n.md"').replace("old.md", "older.md")),
  ).toBeNull();
  expect(judge(settings.replace("emoji", "snippets"))).toContain("more than the navigation");
  expect(judge(settings.replace("https://other.example/", "javascript:x"))).toContain("address");
  expect(judge("[project\n")).toContain("cannot be read");
});

// As Zensical 0.0.73 builds it, and MkDocs 1.6.1 without the emoji of Zensical.
test.each([
  ["zensical.extensions.emoji.twemoji", ["/no.md"]],
  ["material.extensions.emoji.twemoji", ["/no.md", "b.md"]],
])("counts targets in HTML by the builder that %s tells of", async (name, targets) => {
  const { site } = await openTexts({
    "mkdocs.yml": `site_name: T\nmarkdown_extensions:\n  - pymdownx.emoji:\n      emoji_index: !!python/name:${name}\n`,
    "docs/a.md": '# A\n\n<a href="b.md">a</a> <a href="../b/">b</a> <a href="/no.md">c</a>\n',
    "docs/b.md": "# B\n",
  });
  const { findings } = await checkSite(site);
  expect(findings.map(({ target }) => target).sort()).toEqual(targets);
});
