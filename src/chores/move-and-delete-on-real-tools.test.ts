import { describe, expect, test } from "vitest";
import { runChore, summaryOf, unknownSite, useRealTools } from "../../test/helpers/real-chores.ts";

useRealTools();

describe("moves and deletions through the real loop, tools and checks", () => {
  test("move a page with its links", async () => {
    const files = {
      "README.md": "[a](docs/a.md)\n",
      "docs/a.md": "# A\n\n[home](../README.md)\n",
    };
    const result = await runChore(files, "Move docs/a to docs/b/a.md");
    expect(result.files).toEqual({
      "README.md": "[a](docs/b/a.md)\n",
      "docs/b/a.md": "# A\n\n[home](../../README.md)\n",
    });
    expect(result.newFindings).toEqual([]);
  });

  test("move a page with its translations, and say where one is already", async () => {
    const files = {
      ".vitepress/config.ts": "export default { locales: { root: {}, fr: {} } };\n",
      "a.md": "# A\n",
      "fr/a.md": "# A\n",
      "fr/index.md": "[a](./a)\n",
    };
    const result = await runChore(files, "Move a.md to b/a.md\nMove fr/a.md to fr/b/a.md");
    expect(result.files).toMatchObject({ "fr/b/a.md": "# A\n", "fr/index.md": "[a](./b/a)\n" });
    expect(summaryOf(result)).toContain("There is no page `fr/a.md`, and there is one at `fr/b/a.md`");
  });

  const menus = {
    ".vitepress/config.ts": "export default { locales: { root: {}, fr: {} } };\n",
    ...{ "a.md": "# A\n", "fr/a.md": "# A\n", "fr/index.md": "See [a](./a).\n" },
  };

  test("delete a page with its translations, whose language menus lead to it", async () => {
    const kept = await runChore(menus, "Delete a.md");
    expect(kept.files).toEqual(menus);
    expect(summaryOf(kept)).toContain("fr/index.md:1");
    const gone = await runChore(menus, "Delete a.md and its links");
    expect(Object.keys(gone.files)).toEqual([".vitepress/config.ts", "fr/index.md"]);
    expect(gone.files["fr/index.md"]).toBe("See a.\n");
    expect(summaryOf(gone)).toContain("Also changed: fr/a.md (deleted).");
    expect(gone.newFindings).toEqual([]);
  });

  test.each([
    ["Delete fr/a.md and its links", "Delete the page fr/a.md alone and its links"],
    ["Move fr/a.md to fr/b.md", "Move fr/a.md to fr/b.md alone"],
  ])("leave no language menu without a page, unless asked to: %s", async (prompt, alone) => {
    const kept = await runChore(menus, prompt);
    expect(kept.files).toEqual(menus);
    expect(summaryOf(kept)).toContain("a.md would stay, and the language menu there leads to fr/a.md");
    expect(summaryOf(kept)).toContain(`all the same: ${alone}.`);
    const done = await runChore(menus, alone);
    expect(Object.keys(done.files)).not.toContain("fr/a.md");
    expect(done.files).toHaveProperty("a.md");
    expect(summaryOf(done)).toContain("the language menu of a.md leads to the address that the page had");
  });

  test("delete a page only when nothing links to it, or with its links when asked to", async () => {
    const files = { "README.md": "See [the a](docs/a.md).\n", "docs/a.md": "# A\n" };
    const kept = await runChore(files, "Delete the page docs/a.md");
    expect(kept.files).toEqual(files);
    expect(summaryOf(kept)).toContain("README.md:1");
    const gone = await runChore(files, "Delete the page docs/a.md and its links");
    expect(gone.files).toEqual({ "README.md": "See the a.\n" });
    expect(gone.newFindings).toEqual([]);
  });

  test("delete a page with links whose text goes over several lines", async () => {
    const b = "# B\n\n- See [the\n  [first] of\n  them](a.md) and [a](a.md), [the\n  c](c.md).\n";
    const files = { "b.md": b, "c.md": "# C\n", "a.md": "# A\n" };
    const gone = await runChore(files, "Delete the page a.md and its links");
    expect(gone.files["b.md"]).toBe("# B\n\n- See the\n  [first] of\n  them and a, [the\n  c](c.md).\n");
    expect(summaryOf(gone)).toContain("2 links to it became plain text: b.md:5, b.md:5.");
  });

  test("delete a page with the elements that link to it, except for those that have a name", async () => {
    const files = {
      "docs/a.md": "# A\n",
      "docs/b.md": `See <a class="x" href="a.md">the <b>loom</b></a> or <a href='a.md'>this</a>.\n`,
    };
    const result = await runChore(files, "Delete docs/a.md and its links");
    expect(result.files["docs/b.md"]).toBe("See the <b>loom</b> or this.\n");
    const plain = { ...files, "docs/b.md": '<a href="a.md">one</a> <a href="a.md#x">two</a>\n' };
    expect((await runChore(plain, "Delete docs/a.md and its links")).files["docs/b.md"]).toBe("one two\n");
    const named = { ...files, "docs/b.md": '<a id="n" href="a.md">one</a>\n' };
    const kept = await runChore(named, "Delete docs/a.md and its links");
    expect(kept.files["docs/b.md"]).toBe(named["docs/b.md"]);
    expect(kept.newFindings).toHaveLength(1);
  });

  test.each([
    ["an image", { "b.md": "[a](a.md)\n\n![A](a.md)\n" }, "b.md:3"],
    ["a component", { "docs.json": '{"navigation":["b"]}', "b.mdx": 'x\n\n<Card href="/a" />\n' }, "b.mdx:3"],
    [
      "a field",
      {
        "conf.json": "{}",
        ".vitepress/config.ts": "export default {}",
        "b.md": "---\nprev:\n  link: ./a\n---\n\nx\n",
      },
      "b.md:3",
    ],
  ])("delete no page to which %s leads, as that cannot become text", async (_, files, place) => {
    const all = { ...files, [place.startsWith("b.mdx") ? "a.mdx" : "a.md"]: "# A\n" };
    const kept = await runChore(all, "Delete the page a and its links");
    expect(kept.files).toEqual(all);
    expect(summaryOf(kept)).toContain(`cannot be taken out in ${place}; change that first`);
  });

  test("delete a page with the references to it and their definitions", async () => {
    const lines = [
      "# B",
      "",
      "See [the *first* one][a], [A][], [a] and `[a]`, but not [c]. It is [the",
      "  second][a] and [a",
      "  loom][].",
      "",
      "[a loom]: docs/a.md",
      '[a]: docs/a.md "The title"',
      "[c]: c.md",
      "",
    ];
    const files = { "b.md": lines.join("\n"), "c.md": "# C\n", "docs/a.md": "# A\n" };
    const gone = await runChore(files, "Delete the page docs/a.md and its links");
    const left = [
      "# B",
      "",
      "See the *first* one, A, a and `[a]`, but not [c]. It is the",
      "  second and a",
      "  loom.",
      "",
      "",
      "",
      "[c]: c.md",
      "",
    ];
    expect(gone.files).toEqual({ "b.md": left.join("\n"), "c.md": "# C\n" });
    expect(summaryOf(gone)).toContain("5 links to it became plain text: b.md:");
    expect(gone.newFindings).toEqual([]);
  });

  test("a translation of Docusaurus stays with its page, unless it is moved alone", async () => {
    const german = "i18n/de/docusaurus-plugin-content-docs/current";
    const files = {
      "docusaurus.config.js":
        'module.exports = { baseUrl: "/", i18n: { defaultLocale: "en", locales: ["en", "de"] }, presets: [["classic", {}]] };\n',
      "docs/start.md": "# Start\n",
      "docs/knots.md": "# Knots\n",
      [`${german}/knots.md`]: "# Knoten\n",
    };
    const move = `Rename the page ${german}/knots.md to tied.md`;
    const kept = await runChore(files, move);
    expect(kept.files).toEqual(files);
    expect(summaryOf(kept)).toContain(
      `docs/knots.md would stay, and ${german}/knots.md is shown only in its place; move docs/knots.md, which takes its translations with it`,
    );
    const alone = `Move ${german}/knots.md to ${german}/tied.md alone`;
    expect(summaryOf(kept)).toContain(`To move it all the same: ${alone}.`);
    const moved = await runChore(files, alone);
    expect(moved.files).toHaveProperty([`${german}/tied.md`]);
    expect(summaryOf(moved)).toContain("is shown nowhere: readers of its language see docs/knots.md instead");
    const both = await runChore(files, "Rename the page docs/knots.md to tied.md");
    expect(Object.keys(both.files)).toEqual(expect.arrayContaining([`${german}/tied.md`, "docs/tied.md"]));
  });

  test("delete a page with definitions that name it by a shortcode", async () => {
    const files = {
      "hugo.toml": "",
      "content/b.md":
        '# B\n\nSee [the first][a] and [c].\n\n[a]: {{<ref "a">}} "A"\n[c]: {{< relref "a" >}}\n',
      "content/a.md": "# A\n",
    };
    const gone = await runChore(files, "Delete the page content/a.md and its links");
    expect(gone.files["content/b.md"]).toBe("# B\n\nSee the first and c.\n\n\n\n");
    expect(gone.newFindings).toEqual([]);
  });

  test("delete a page with its roles and its entry in a table of contents", async () => {
    const files = {
      "conf.py": 'extensions = ["myst_parser"]\n',
      "index.md":
        "# Home\n\n{doc}`The warp <guide/warp>`, {ref}`warps <warp>`, {doc}`guide/warp`, {ref}`warp` {ref}`set-up`.\n\n```{toctree}\nguide/loom\nLooms <guide/warp>\n```\n",
      "guide/loom.md": "# Loom\n\n[](warp) {ref}`warp` [](warp.md) [](#warp)\n",
      "guide/warp.md": "(warp)=\n\n# The *warp*\n\n(set-up)=\n## Set it up\n",
    };
    const gone = await runChore(files, "Delete the page guide/warp.md and its links");
    expect(gone.files["index.md"]).toBe(
      "# Home\n\nThe warp, warps, The warp, The warp Set it up.\n\n```{toctree}\nguide/loom\n```\n",
    );
    expect(gone.files["guide/loom.md"]).toBe("# Loom\n\nThe warp The warp The warp The warp\n");
    expect(gone.newFindings).toEqual([]);
  });

  test("an entry whose page is gone does not become a label of the same name", async () => {
    const files = {
      "conf.py": 'extensions = ["myst_parser"]\n',
      "index.md": "# A\n\n```{toctree}\nloom\nwarp.md\n```\n",
      "loom.md": "(warp)=\n# Loom\n",
      "warp.md": "# Warp\n",
    };
    const gone = await runChore(files, "Delete the page warp.md and its links");
    expect(gone.files["index.md"]).toBe("# A\n\n```{toctree}\nloom\n```\n");
    expect(gone.newFindings).toEqual([]);
  });

  test("rename and delete a page to which a card links", async () => {
    const files = {
      "conf.py": 'extensions = ["myst_parser", "sphinx_design"]\n',
      "index.md": "# A\n\n:::{card} Warp\n:link: guide/warp\n:link-type: doc\n\nText\n:::\n",
      "guide/warp.md": "# Warp\n",
    };
    const renamed = await runChore(files, "Rename guide/warp.md to guide/weft.md");
    expect(renamed.files["index.md"]).toBe(files["index.md"].replace("guide/warp", "guide/weft"));
    const gone = await runChore(files, "Delete guide/warp.md and its links");
    expect(gone.files["index.md"]).toBe("# A\n\n:::{card} Warp\n:link-type: doc\n\nText\n:::\n");
    expect(gone.newFindings).toEqual([]);
  });

  test.each(["![a][a] and [a]", "[a][a][a]"])(
    "leave references that cannot all become text: %s",
    async (text) => {
      const files = { "b.md": `${text}\n\n[a]: a.md\n`, "a.md": "# A\n" };
      const gone = await runChore(files, "Delete the page a.md and its links");
      expect(gone.files).toEqual({ "b.md": files["b.md"] });
      expect(gone.newFindings).not.toEqual([]);
    },
  );

  test("delete no page that a link may lead to; when asked to all the same, leave that link and say so", async () => {
    const kept = await runChore(unknownSite, "Delete the page docs/setup.md");
    expect(kept.files).toEqual(unknownSite);
    expect(summaryOf(kept)).toContain("1 link may point at docs/setup.md: app/start.mdx:3");
    const held = await runChore(unknownSite, "Delete the page docs/setup.md and its links");
    expect(held.files).toEqual(unknownSite);
    const all = "Delete the page docs/setup.md and its links even if it is linked";
    expect(summaryOf(held)).toContain(
      `cannot be taken out in app/start.mdx:3; change that first. To delete it all the same: ${all}.`,
    );
    const { "docs/setup.md": _, ...rest } = unknownSite;
    const gone = await runChore(unknownSite, all);
    expect(gone.files).toEqual(rest);
    expect(summaryOf(gone)).toContain(
      "- links not judged here: 1 link that may lead to or from docs/setup.md",
    );
    expect(gone.newFindings).toEqual([]);
  });

  test("move no page that a link may lead to; when asked to all the same, leave that link and say so", async () => {
    const kept = await runChore(unknownSite, "Move docs/setup.md to docs/older/setup.md");
    expect(kept.files).toEqual(unknownSite);
    expect(summaryOf(kept)).toContain(
      "To move it all the same: Move docs/setup.md to docs/older/setup.md even",
    );
    const result = await runChore(
      unknownSite,
      "Move docs/setup.md to docs/older/setup.md even if it is linked",
    );
    expect(Object.keys(result.files)).toContain("docs/older/setup.md");
    expect(result.files["app/start.mdx"]).toBe(unknownSite["app/start.mdx"]);
    expect(summaryOf(result)).toContain("look at app/start.mdx:3");
    expect(result.newFindings).toEqual([]);
  });

  test("delete no page that a menu may name which a layout makes of data, unless asked to all the same", async () => {
    const files = {
      "hugo.toml": 'baseURL = "https://h.example/"\n',
      "content/docs/rig.md": "See [the sails](/docs/sails/).\n",
      "content/docs/sails.md": "# Sails\n",
      "data/toc.yml": "items:\n  - url: /rig\n  - url: /sails\n",
    };
    const kept = await runChore(files, "Delete content/docs/sails.md and its links");
    expect(kept.files).toEqual(files);
    const all = "Delete the page content/docs/sails.md and its links even if it is linked";
    expect(summaryOf(kept)).toContain(`cannot be taken out in data/toc.yml:3; change that first.`);
    expect(summaryOf(kept)).toContain(`all the same: ${all}.`);
    const gone = await runChore(files, all);
    expect(gone.files).toEqual({
      "hugo.toml": files["hugo.toml"],
      "content/docs/rig.md": "See the sails.\n",
      "data/toc.yml": files["data/toc.yml"],
    });
    expect(summaryOf(gone)).toContain("look at data/toc.yml:3");
  });

  test("delete no page of whose menu the only item would go", async () => {
    const files = {
      "_config.yml": "title: B\n",
      Gemfile: 'gem "jekyll"\n',
      "sails.md": "---\n---\n# Sails\n",
      "_data/nav.yml": "- title: Rig\n  items:\n  - title: Sails\n    url: /sails.html\n",
    };
    const kept = await runChore(files, "Delete sails.md and its links");
    expect(kept.files).toEqual(files);
    expect(summaryOf(kept)).toContain("_data/nav.yml:4");
  });
});
