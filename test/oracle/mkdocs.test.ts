import { describe, expect, it } from "vitest";
import { checkSite } from "../../src/checks/check-site.ts";
import { openFixture, openTexts } from "../fixtures/sites/open-fixture.ts";
import { compareWithVerdicts, readVerdicts } from "./compare.ts";

describe.each([
  [
    "mkdocs-plugins",
    { routes: 13, ids: 23, links: 99 },
    [
      // An item for a folder, in whose place its menu is put; the page itself is not meant to be read.
      "link docs/SUMMARY.md:2 guide/: nothing",
      // Outside the address of the site: another one on the same host may have it.
      "link docs/index.md:15 /guide/chain/: nothing",
      "link docs/index.md:16 /guide/chain.md: nothing",
      "link docs/index.md:43 ../assets/wheel.svg: nothing",
      // Made by mkdocstrings, and by a macro.
      "ids docs/reference/api.md",
      "ids docs/tools.md",
    ],
  ],
  ["mkdocs-files", { routes: 5, ids: 9, links: 36 }, []],
  ["mkdocs-languages", { routes: 5, ids: 8, links: 17 }, []],
  ["mkdocs-folders", { routes: 8, ids: 11, links: 31 }, []],
] as const)("%s as MkDocs builds it", (fixture, compared, unjudged) => {
  it("has the addresses, headings and links that our model says", async () => {
    const { site } = await openFixture(fixture);
    expect(compareWithVerdicts(site, await readVerdicts(fixture))).toEqual({
      differences: [],
      unjudged,
      compared,
    });
  });
});

it.each([
  ["a footnote in a heading", "## Why looms? [^1]\n\n[^1]: Because.\n", "why-looms", "why-looms-1"],
  ["an include of several lines", '{%\n  include-markdown "../a.md"\n%}\n', "taken-in", null],
])("reports only anchors that do not exist on a page with %s", async (_name, page, right, wrong) => {
  const { site } = await openTexts({
    "mkdocs.yml": "site_name: Looms\nmarkdown_extensions:\n  - footnotes\nplugins:\n  - include-markdown\n",
    "docs/index.md": `[right](page.md#${right})\n${wrong === null ? "" : `\n[wrong](page.md#${wrong})\n`}`,
    "docs/page.md": `# Page\n\n${page}`,
    "a.md": "## Taken in\n",
  });
  const { findings } = await checkSite(site);
  expect(findings.map(({ target }) => target)).toEqual(wrong === null ? [] : [`page.md#${wrong}`]);
});
