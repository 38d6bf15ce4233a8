import { describe, expect, test } from "vitest";
import { openTexts } from "../../../../test/fixtures/sites/open-fixture.ts";
import { findNavigationFiles, isNavigationData } from "../../changes/navigation-files.ts";
import { planDelete } from "../../changes/plan-delete.ts";
import { planMove } from "../../changes/plan-move.ts";
import { checkSite } from "../../check-site.ts";

describe("menus of folders", () => {
  const files = {
    "mkdocs.yml": "site_name: T\nplugins:\n  - awesome-nav\n",
    "docs/.nav.yml":
      "nav:\n  - index.md\n  - A: a.md\n  - guide\n  - '*'\n  - gone.md\n  - https://x.example/y.md\n",
    "docs/guide/.nav.yml":
      "title: G\nnav:\n  - x.md\n  - Deep:\n      - 'y.md'\n      - z.md\n  - glob: '**/*.md'\n",
    ...{ "docs/index.md": "# I\n", "docs/a.md": "# A\n", "docs/guide/x.md": "# X\n" },
    ...{ "docs/guide/y.md": "# Y\n", "docs/guide/z.md": "# Z\n" },
  };
  const changed = async (from: string, to: string | null) => {
    const { site } = await openTexts(files);
    const plan = to === null ? await planDelete(site, from) : await planMove(site, from, to);
    return Object.fromEntries(plan.edits.map(({ path, text }) => [path, text]));
  };

  test("are judged", async () => {
    const { site } = await openTexts(files);
    const { findings } = await checkSite(site);
    expect(findings.map(({ rule, path, target }) => `${rule} ${path} ${target}`)).toEqual([
      "navigation docs/.nav.yml gone.md",
    ]);
  });

  test("follow a page within its folder, and lose one that leaves it or is deleted", async () => {
    const menu = files["docs/guide/.nav.yml"];
    expect(await changed("docs/guide/y.md", "docs/guide/w.md")).toEqual({
      "docs/guide/.nav.yml": menu.replace("y.md", "w.md"),
    });
    const without = menu.replace("      - 'y.md'\n", "");
    expect(await changed("docs/guide/y.md", "docs/y.md")).toEqual({ "docs/guide/.nav.yml": without });
    expect(await changed("docs/guide/y.md", null)).toEqual({ "docs/guide/.nav.yml": without });
    expect(await changed("docs/a.md", "docs/guide/a.md")).toEqual({
      "docs/.nav.yml": files["docs/.nav.yml"].replace("A: a.md", "A: guide/a.md"),
    });
  });

  test("name a page from the docs folder where a title stands in front and there is none below their own", async () => {
    const menu = "nav:\n  - X: guide/x.md\n  - guide/y.md\n  - None: guide/none.md\n";
    const { site } = await openTexts({ ...files, "docs/guide/.nav.yml": menu });
    const { findings } = await checkSite(site);
    expect(
      findings.flatMap(({ path, target = "" }) => (path === "docs/guide/.nav.yml" ? target : [])),
    ).toEqual(["guide/guide/y.md", "guide/guide/none.md"]);
    const { edits } = await planMove(site, "docs/guide/x.md", "docs/w.md");
    const rewritten = edits.find(({ path }) => path === "docs/guide/.nav.yml")?.text;
    expect(rewritten).toBe(menu.replace("guide/x.md", "w.md"));
  });

  test("of awesome-pages name only pages directly in their folder", async () => {
    const { site } = await openTexts({
      "mkdocs.yml": "site_name: T\nplugins:\n  - awesome-pages:\n      filename: .order\n",
      "docs/.order": "nav:\n  - a.md\n  - b.md\n",
      ...{ "docs/a.md": "# A\n", "docs/b.md": "# B\n" },
    });
    const menuAfter = async (to: string) =>
      (await planMove(site, "docs/a.md", to)).edits.find(({ path }) => path === "docs/.order")?.text;
    expect(await menuAfter("docs/c.md")).toBe("nav:\n  - c.md\n  - b.md\n");
    expect(await menuAfter("docs/guide/a.md")).toBe("nav:\n  - b.md\n");
    const { data } = await findNavigationFiles(site);
    const isData = (path: string) => isNavigationData(data, path);
    expect(["docs/.order", "docs/.other", "mkdocs.yml"].filter(isData)).toEqual(["docs/.order"]);
  });
});

test("a page goes with its item in a menu of literate-nav, unless a title would be left alone", async () => {
  const files = {
    "mkdocs.yml": "site_name: T\nplugins:\n  - literate-nav:\n      nav_file: MENU.md\n",
    "docs/MENU.md":
      "# Menu\n\n* [Home](index.md)\n* [A](a.md)\n* Other\n    * [B](b.md)\n* More\n    * [C](c.md)\n    * [D](d.md)\n",
    ...{ "docs/a.md": "# A\n", "docs/b.md": "# B\n", "docs/c.md": "# C\n", "docs/d.md": "# D\n" },
    "docs/index.md": "# I\n",
  };
  const { site } = await openTexts(files);
  for (const [path, item] of Object.entries({ a: "* [A](a.md)\n", c: "    * [C](c.md)\n" })) {
    const { edits, inbound } = await planDelete(site, `docs/${path}.md`);
    expect(edits.map(({ text }) => text)).toEqual([files["docs/MENU.md"].replace(item, "")]);
    expect(inbound).toMatchObject([{ path: "docs/MENU.md", target: `${path}.md` }]);
  }
  const alone = await planDelete(site, "docs/b.md");
  expect(alone).toMatchObject({ edits: [], inbound: [{ path: "docs/MENU.md", line: 6, stays: true }] });
});

test.each(["", "exclude_docs: SUMMARY.md\n"])(
  "menus of literate-nav are followed as items, in the site and left out of it (%j)",
  async (excluded) => {
    const menu = "- [Home](index.md)\n- [Guides](guides/)\n- [Gone](gone.md)\n- [None](none/)\n- *.md\n";
    const { site } = await openTexts({
      "mkdocs.yml": `site_name: T\n${excluded}plugins:\n  - literate-nav\n`,
      "docs/SUMMARY.md": menu,
      "docs/guides/SUMMARY.md": "- [A](a.md)\n- [B](index.md)\n",
      ...{ "docs/index.md": "# I\n", "docs/guides/a.md": "# A\n", "docs/guides/index.md": "# B\n" },
    });
    const { findings } = await checkSite(site);
    expect(findings.map(({ path, target }) => `${path} ${target}`)).toEqual([
      "docs/SUMMARY.md gone.md",
      "docs/SUMMARY.md none/",
    ]);
    const moved = await planMove(site, "docs/guides/a.md", "docs/guides/more/c.md");
    expect(moved).toMatchObject({
      ...{
        unclear: [],
        edits: [{ path: "docs/guides/SUMMARY.md", text: "- [A](more/c.md)\n- [B](index.md)\n" }],
      },
    });
    const { inbound } = await planDelete(site, "docs/guides/index.md");
    expect(inbound.map(({ path }) => path)).toEqual(["docs/guides/SUMMARY.md"]);
  },
);
