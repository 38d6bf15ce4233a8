import { describe, expect, test } from "vitest";
import { createMemorySite } from "../../test/helpers/memory-site.ts";
import { run, textOf } from "../../test/helpers/run-chore.ts";

describe("moving and deleting pages", () => {
  test("moves a page and passes on what the tool notes", async () => {
    const site = createMemorySite({ "docs/a.mdx": "text" });
    const { finish } = await run("Move docs/a to docs/b/", site);
    expect([...site.files.keys()]).toEqual(["docs/b/a.mdx"]);
    expect(finish!.title).toBe("Move docs/a.mdx to docs/b/a.mdx");
    expect(finish!.summary).toContain("Also changed: docs.json (navigation).");
    expect(finish!.summary).toContain("- one link is ambiguous");
  });

  test.each([
    ["Move docs/seting.md to docs/c.md", "There is no page `docs/seting.md`", "`docs/setting.md`?"],
    ["Move docs/guides to docs/manual", "`docs/guides` is a folder", "one by one"],
    ["Delete the folder docs", "`docs` is a folder", "one by one"],
    ["Delete the folder docs/setting", "There is no page `docs/setting/`", ""],
    ["Delete docs/tools/", "`docs/tools` is a folder", "one by one"],
    ["Delete the folder docs/tools", "`docs/tools` is a folder", "one by one"],
    ["Move docs/tools to docs/c", "can be the page `docs/tools.md` or a folder: give the extension", ""],
    ["Delete the page setting.md", "There is no page `setting.md`", "`docs/setting.md`?"],
    ["Move docs/a.qmd to docs/c.qmd", "`docs/a.qmd` is Quarto, which is not edited yet", ""],
    ["Move docs/a to docs/c", "can be `docs/a.md` or `docs/a.mdx`: give the extension", ""],
    ["Fix broken links in dcos", "There is no folder or page `dcos`", "`docs`?"],
    ["Fix broken links in dosc", "There is no folder or page `dosc`", "`docs`?"],
    ['Replace "text" with "x" in guide', "There is no folder or page `guide`", "`docs/guides`?"],
    ['Replace "text" with "x" in doc/**/*.md', "No file matches `doc/**/*.md`", ""],
    ['Replace "text" with "x". Add missing titles in gone/', "There is no folder or page `gone/`", ""],
  ])("%s: fails and changes nothing, because the place is not there", async (prompt, why, nearest) => {
    const texts = {
      "docs/a.mdx": "text",
      "docs/a.md": "text",
      "docs/setting.md": "text",
      "docs/guides/b.md": "text",
      "docs/tools.md": "text",
      "docs/tools/c.md": "text",
    };
    const site = createMemorySite(texts);
    const { finish, text, providerMetadata } = await run(prompt, site);
    expect(finish).toBeNull();
    expect(text).toContain(why);
    expect(text).toContain(nearest);
    expect(providerMetadata).toEqual({ copydesk: { notUnderstood: true } });
    expect(Object.fromEntries(site.files)).toEqual(texts);
  });

  test("works in a folder that is only named, and on what an instruction before has moved", async () => {
    const site = createMemorySite({ "docs/a.md": "text", "other/a.md": "text" });
    await run('Replace "text" with "word" in docs', site);
    await run('Move docs/a.md to docs/b.md. Replace "word" with "x" in docs/b.md', site);
    expect(Object.fromEntries(site.files)).toEqual({ "docs/b.md": "x", "other/a.md": "text" });
  });

  test("does not delete a page that others link to, and says where they do", async () => {
    const site = createMemorySite({ "a.md": "See\n[the b](b.md).", "b.md": "text" });
    const { finish } = await run("Delete the page b.md", site);
    expect(site.files.has("b.md")).toBe(true);
    expect(finish!.summary).toContain("1 links point at b.md: a.md:2");
  });

  test("deletes a page and removes the links to it when asked to", async () => {
    const site = createMemorySite({
      "a.md": 'See [the [b] `c`](b.md "title"), [x](b.md) and [a](a.md).\n',
      "b.md": "text",
    });
    const { finish } = await run("Delete the page b and its links", site);
    expect(textOf(site)).toEqual({ "a.md": "See the [b] `c`, x and [a](a.md).\n" });
    expect(finish!.summary).toContain("2 links to it became plain text: a.md:1, a.md:1.");
  });
});
