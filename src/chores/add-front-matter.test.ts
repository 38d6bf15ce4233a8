import { describe, expect, test } from "vitest";
import { createMemorySite } from "../../test/helpers/memory-site.ts";
import { run, textOf } from "../../test/helpers/run-chore.ts";

describe("adding front matter", () => {
  test("adds what is missing and keeps what is there", async () => {
    const site = createMemorySite({
      "docs/a.md":
        '# The *first* page\n\nIt has [a link](b.md) and `code`, and "quotes".\nSecond line.\n\nMore.\n',
      "docs/b.md": '---\r\ntitle: "B"\r\nweight: 1\r\n---\r\n\r\n## Part\r\n\r\nText of the page b.\r\n',
      "docs/setup-the-api/index.mdx":
        "<Note>\n  Not this.\n</Note>\n\n- nor this one\n\nBut this one here.\n",
      "docs/whole.md": "---\ntitle: T\ndescription: D\n---\n",
      "docs/openapi.mdx": "---\nopenapi: get /x\n---\n",
      "docs/toml.md": "+++\ntitle = 1\n+++\n",
      "docs/_part.md": "Part.",
      "docs/snippets/a.md": "Part.",
      "docs/no-text.md": "import A from './a';\n\n_May 2, 2031_\n\n```\ncode\n```\n",
      "README.md": "# Read me\n",
      "CHANGELOG.md": "# Changes\n",
    });
    const before = textOf(site);
    const { finish } = await run("Add missing titles and descriptions", site);
    expect(textOf(site)).toEqual({
      ...before,
      "docs/a.md": `---\ntitle: "The first page"\ndescription: "It has a link and code, and \\"quotes\\". Second line."\n---\n\n${before["docs/a.md"]}`,
      "docs/b.md": before["docs/b.md"]!.replace("---\r\n", '---\r\ndescription: "Text of the page b."\r\n'),
      "docs/setup-the-api/index.mdx": `---\ntitle: "Setup the API"\ndescription: "But this one here."\n---\n\n${before["docs/setup-the-api/index.mdx"]}`,
      "docs/no-text.md": `---\ntitle: "No Text"\n---\n\n${before["docs/no-text.md"]}`,
    });
    expect(finish!.summary).toContain("Added 3 titles and 3 descriptions to 4 pages of 7.");
    expect(finish!.summary).toContain("docs/no-text.md: no paragraph to make a description of");
    expect(finish!.summary).toContain("docs/toml.md: front matter in toml");
  });

  test("leaves pages that others include", async () => {
    const site = createMemorySite({
      "docs/a.md": "# A\n\nText of a.\n\n--8<-- \"parts/s.md\"\n\n{% include-markdown '../docs/m.md' %}\n",
      "docs/parts/s.md": "# S\n\nText of s.\n",
      "docs/m.md": "# M\n\nText of m.\n",
    });
    const before = textOf(site);
    const { finish } = await run("Add missing titles", site);
    expect(textOf(site)).toEqual({
      ...before,
      "docs/a.md": `---\ntitle: "A"\n---\n\n${before["docs/a.md"]}`,
    });
    expect(finish!.summary).toContain("docs/m.md: other pages may include it");
    expect(finish!.summary).toContain("docs/parts/s.md: other pages may include it");
  });

  test("cuts long descriptions at a word, and stays in the folder of the site's pages", async () => {
    const site = createMemorySite({
      "mkdocs.yml": "site_name: x\ndocs_dir: pages\n",
      "pages/a.md": `---\ntitle: A\n---\n\n${"wonderful words ".repeat(30)}\n`,
      "tools/b.md": "Text of no page.",
    });
    await run("Add missing descriptions", site);
    const description = /description: "(.*)"/.exec(site.files.get("pages/a.md")!)![1]!;
    expect(description.length).toBeLessThanOrEqual(160);
    expect(description).toMatch(/^(wonderful words ){9}wonderful words…$/);
    expect(site.files.get("tools/b.md")).toBe("Text of no page.");
  });
});
