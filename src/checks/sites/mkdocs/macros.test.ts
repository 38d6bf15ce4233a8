import { describe, expect, test } from "vitest";
import { openTexts } from "../../../../test/fixtures/sites/open-fixture.ts";
import { checkSite } from "../../check-site.ts";
import { findIdMark } from "../../possible-links/find-id-mark.ts";

const config = (macros: string) =>
  `site_name: T\nplugins:\n  - search\n${macros}markdown_extensions:\n  - attr_list\n`;
const pages = (front = "") => ({
  "docs/index.md": "# A\n\n[1](b.md#own) [2](b.md#two) [3](c.md#plain)\n",
  "docs/b.md": `${front}# B\n\n## One {#own}\n\n## Two\n`,
  "docs/c.md": "# C\n\n## One {: #plain }\n",
});

/** To the plugin, `{#` begins a comment. */
describe("ids in braces on a site of MkDocs with the plugin macros", () => {
  test.each([
    ["  - macros\n", "", ["b.md#own", "b.md#two"]],
    ["  - macros:\n      render_by_default: false\n", "", []],
    [
      "  - macros:\n      render_by_default: false\n",
      "---\nrender_macros: true\n---\n",
      ["b.md#own", "b.md#two"],
    ],
    ["  - macros\n", "---\nrender_macros: false\n---\n", []],
    ["  - macros:\n      j2_comment_start_string: '[#'\n", "", []],
    ["", "", []],
  ])("%s %s", async (macros, front, found) => {
    const { site } = await openTexts({ "mkdocs.yml": config(macros), ...pages(front) });
    const { findings } = await checkSite(site);
    expect(findings.map(({ target }) => target)).toEqual(found);
  });

  test("are not what keeps the id of a heading", async () => {
    const marks = ["  - macros\n", ""].map(async (macros) => {
      const { site } = await openTexts({ "mkdocs.yml": config(macros), ...pages() });
      return (await findIdMark(site))?.("x") ?? null;
    });
    expect(await Promise.all(marks)).toEqual([null, " {#x}"]);
  });
});
