import { describe, expect, it } from "vitest";
import { openFixture, openTexts } from "../../../test/fixtures/sites/open-fixture.ts";
import { planDelete } from "./plan-delete.ts";

describe("planDelete", () => {
  it("lists what points at the page and removes its navigation entry", async () => {
    const fixture = await openFixture("mintlify");
    const plan = await planDelete(fixture.site, "guides/cargo.mdx");
    expect(plan.inbound.map((one) => `${one.path}:${one.line} ${one.target}`)).toEqual([
      "guides/install.mdx:7 /guides/cargo#weights-and-limits",
      "docs.json:17 guides/cargo",
    ]);
    const text = plan.edits[0]!.text;
    expect(text).toContain('"pages": ["guides/ships"] }');
    expect(() => JSON.parse(text)).not.toThrow();
  });

  it.each(["index", "guides/install"])(
    "keeps docs.json valid when an entry of a list goes: %s",
    async (target) => {
      const fixture = await openFixture("mintlify");
      const plan = await planDelete(fixture.site, `${target}.mdx`);
      const text = plan.edits.find((edit) => edit.path === "docs.json")!.text;
      expect(JSON.stringify(JSON.parse(text).navigation)).not.toContain(`"${target}"`);
    },
  );

  it("lists pages that import a part, which no text can stand for", async () => {
    const { site } = await openTexts({
      "docusaurus.config.js": 'module.exports = { baseUrl: "/", presets: [["classic", {}]] };\n',
      "docs/a.md": "# A\n\nimport Part from './\\_part.md';\n\n<Part />\n",
      "docs/_part.md": "Part\n",
    });
    const { inbound } = await planDelete(site, "docs/_part.md");
    expect(inbound).toEqual([{ path: "docs/a.md", line: 3, target: "./\\_part.md", stays: true }]);
  });

  it("removes one line of mkdocs.yml", async () => {
    const fixture = await openFixture("mkdocs");
    const plan = await planDelete(fixture.site, "docs/guide/trees.md");
    const before = await fixture.text("mkdocs.yml");
    expect(plan.edits[0]!.text).toBe(before.replace("      - Trees: guide/trees.md # all of them\n", ""));
  });

  const docs = (redirects: object[]) =>
    JSON.stringify({ navigation: { pages: ["index"] }, redirects }, null, 2);
  const toRig = { source: "/old", destination: "/rig" };
  const toHull = { source: "/older", destination: "/hull" };
  const mkdocs = (...maps: string[]) =>
    `site_name: B\nplugins:\n  - redirects:\n      redirect_maps:\n${maps.map((one) => `        ${one}\n`).join("")}`;

  it.each<[path: string, page: string, before: string, after: string]>([
    ["docs.json", "rig.mdx", docs([toRig, toHull]), docs([toHull])],
    [
      "mkdocs.yml",
      "docs/rig.md",
      mkdocs("'old.md': 'rig.md' # 2024", "a.md: hull.md"),
      mkdocs("a.md: hull.md"),
    ],
  ])(
    "takes redirects to the page out of %s, and finds links to their sources",
    async (path, page, before, after) => {
      const folder = page.startsWith("docs/") ? "docs/" : "";
      const ending = page.slice(page.lastIndexOf("."));
      const texts = {
        [`${folder}index${ending}`]: ending === ".mdx" ? "[x](/old)\n" : "# I\n",
        [page]: "# R\n",
      };
      const { site } = await openTexts({ ...texts, [`${folder}hull${ending}`]: "# H\n", [path]: before });
      const { edits, inbound, notes } = await planDelete(site, page);
      expect(edits.map((edit) => [edit.path, edit.what, edit.text])).toEqual([[path, "1 redirect", after]]);
      expect(inbound.filter((one) => one.path !== path).length).toBe(ending === ".mdx" ? 1 : 0);
      expect([notes, inbound.filter(({ stays }) => stays)]).toEqual([[], []]);
    },
  );

  it("finds full addresses of the site that lead to the page by a redirect", async () => {
    const own = "site_url: https://h.example/b\n";
    const { site } = await openTexts({
      "mkdocs.yml": own + mkdocs("older/was.md: rig.md", "a.md: hull.md"),
      "docs/rig.md": "# R\n",
      "docs/hull.md": "[r](https://h.example/b/older/was/) [h](https://h.example/b/older/)\n",
    });
    const { inbound } = await planDelete(site, "docs/rig.md");
    expect(inbound.map(({ target, isGuess = false }) => [target, isGuess])).toEqual([
      ["https://h.example/b/older/was/", true],
      ["rig.md", false],
    ]);
  });

  it("says of a part's definition, which pages that show it may refer to, that it stays", async () => {
    const { site } = await openTexts({
      "book.toml": '[book]\ntitle = "B"\n',
      "src/SUMMARY.md": "- [A](a.md)\n- [R](rig.md)\n",
      "src/a.md": "# A\n\nThe [rig][].\n\n{{#include parts/links.md}}\n",
      "src/rig.md": "# R\n",
      "src/parts/links.md": "[rig]: rig.md\n",
    });
    const { inbound } = await planDelete(site, "src/rig.md");
    expect(inbound.filter(({ stays }) => stays)).toEqual([
      { path: "src/parts/links.md", line: 1, target: "rig.md", stays: true },
    ]);
  });

  it("says of the only redirect of a map that it stays", async () => {
    const texts = { "docs/rig.md": "# R\n", "mkdocs.yml": mkdocs("old.md: rig.md") };
    const { edits, inbound } = await planDelete((await openTexts(texts)).site, "docs/rig.md");
    expect([edits, inbound]).toEqual([[], [{ path: "mkdocs.yml", line: 5, target: "rig.md", stays: true }]]);
  });

  it("removes one line of a book's summary, but not one with nested entries", async () => {
    const fixture = await openFixture("mdbook");
    const before = await fixture.text("src/SUMMARY.md");
    const plan = await planDelete(fixture.site, "src/guide/firing.md");
    expect(plan.edits.map(({ path, text }) => [path, text])).toEqual([
      ["src/SUMMARY.md", before.replace("  - [Firing](./guide/firing.md)\n", "")],
    ]);
    const { edits, notes } = await planDelete(fixture.site, "src/guide/index.md");
    expect(edits).toEqual([]);
    expect(notes).toContain("remove guide/index.md from src/SUMMARY.md line 6 by hand");
  });

  it("takes the title of a part with its last chapter, as mdBook drops what follows an empty part", async () => {
    const { site } = await openTexts({
      "book.toml": "",
      "src/SUMMARY.md": "# S\n\n# One\n\n- [A](a.md)\n\n# Two\n\n- [B](b.md)\n\n[C](c.md)\n",
      ...{ "src/a.md": "# A\n", "src/b.md": "# B\n", "src/c.md": "# C\n" },
    });
    const { edits } = await planDelete(site, "src/b.md");
    expect(edits.map(({ text }) => text)).toEqual(["# S\n\n# One\n\n- [A](a.md)\n\n\n[C](c.md)\n"]);
  });
});
