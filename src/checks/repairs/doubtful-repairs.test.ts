import { expect, it } from "vitest";
import { openTexts } from "../../../test/fixtures/sites/open-fixture.ts";
import { checkSite } from "../check-site.ts";

async function repairsOf(files: Record<string, string>): Promise<string[]> {
  const { site } = await openTexts(files);
  const { findings } = await checkSite(site);
  return findings.map(
    ({ target, suggestion, candidates = [] }) =>
      `${target} ${suggestion?.new ?? `? ${candidates.join(" ")}`}`,
  );
}

it("a link to a file stays one where only an address without its ending was found", async () => {
  const files = {
    ".gitbook.yaml": "root: ./\n",
    "SUMMARY.md": "# S\n\n* [A](README.md)\n* [B](a/b.md)\n* [D](c/d.md)\n* [E](e/README.md)\n",
    "README.md": "# A\n",
    "a/b.md": "# B\n\n[d](../../c/d.md) [e](../e.md)\n",
    "c/d.md": "# D\n",
    "e/README.md": "# E\n",
  };
  expect(await repairsOf(files)).toEqual(["../../c/d.md ../c/d.md", "../e.md ../e/README.md"]);
});

it("a link to a file that is gone is no address of another page, which counts from elsewhere", async () => {
  const files = {
    "mkdocs.yml": "site_name: T\n",
    "docs/index.md": "# A\n",
    "docs/b/c/d.md": "# D\n\n[b](../index.md) [c](../e.md) [f](f.md) [g](../../../docs/index.md)\n",
    ...{ "docs/b/c/index.md": "# C\n", "docs/b/c/e.md": "# E\n", "docs/b/c/f/index.md": "# F\n" },
    "docs/b/g/e.md": "# E\n",
  };
  const found = await repairsOf(files);
  expect(found.filter((one) => !one.includes("?"))).toEqual(["f.md f/index.md"]);
});

it("one letter is no typing error where the page links to the other name as well", async () => {
  const files = (text: string) => ({
    "docs.json": '{ "navigation": { "pages": ["index", "notes-asse"] } }',
    "index.mdx": `# A\n\n${text}\n`,
    "notes-asse.mdx": "# B\n",
  });
  expect(await repairsOf(files("[a](/notes-asee)"))).toEqual(["/notes-asee /notes-asse"]);
  expect(await repairsOf(files("[a](/notes-asee) [b](/notes-asse)"))).toEqual(["/notes-asee ? /notes-asse"]);
});

it.each([
  ["a file with parentheses in its path keeps them", {}, "../Plans%20(old)/b.md"],
  [
    "parentheses are written by their numbers for a reader that ends a target at the first",
    {
      ".gitbook.yaml": "root: ./\n",
      "SUMMARY.md": "* [A](README.md)\n* [A](c/a.md)\n* [B](Plans%20%28old%29/b.md)\n",
    },
    "../Plans%20%28old%29/b.md",
  ],
])("%s", async (_, own, wanted) => {
  const files = {
    ...{ "README.md": "# A\n\n[a](c/a.md)\n", "c/a.md": "# A\n\n[b](../Plans%20%28old%29/B.md)\n" },
    ...{ "Plans (old)/b.md": "# B\n", ...own },
  };
  expect(await repairsOf(files)).toEqual([`../Plans%20%28old%29/B.md ${wanted}`]);
});

it("a wrong case leads to the page at that address, not to a file of the same name", async () => {
  const files = {
    "docusaurus.config.js": 'module.exports = { baseUrl: "/", presets: [["classic", {}]] };\n',
    "versions.json": '["v1"]',
    "docs/core/update.md": "# A\n",
    "docs/a.md": "# A\n\n[a](/DOCS/CORE/UPDATE) [b](/Docs/next/core/update)\n",
    "versioned_docs/version-v1/core/update.md": "# A\n",
  };
  expect(await repairsOf(files)).toEqual([
    "/DOCS/CORE/UPDATE /docs/core/update",
    "/Docs/next/core/update /docs/next/core/update",
  ]);
});
