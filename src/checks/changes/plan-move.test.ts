import { describe, expect, it } from "vitest";
import { type OpenFixture, openFixture, openTexts } from "../../../test/fixtures/sites/open-fixture.ts";
import { checkSite } from "../check-site.ts";
import { compareReports } from "../reports/compare-reports.ts";
import type { MovePlan } from "../types.ts";
import { planDelete } from "./plan-delete.ts";
import { planMove } from "./plan-move.ts";

async function carryOut(fixture: OpenFixture, from: string, to: string, plan: MovePlan): Promise<void> {
  const changes: Record<string, string | null> = { [from]: null, [to]: await fixture.text(from) };
  for (const edit of plan.edits) changes[edit.path] = edit.text;
  await fixture.set(changes);
}

describe("planMove leaves a sound site sound", () => {
  it.each([
    [
      "mintlify",
      "guides/install.mdx",
      "start/setup-guide.mdx",
      ["docs.json: 1 navigation entry, 2 redirects", "guides/ships.mdx: 1 link", "index.mdx: 1 link"],
    ],
    [
      "mintlify",
      "guides/ships.mdx",
      "ships.mdx",
      [
        "docs.json: 1 navigation entry, 1 redirect",
        "guides/cargo.mdx: 1 link",
        "guides/index.mdx: 1 link",
        "index.mdx: 1 link",
        "ships.mdx: 2 links",
        "snippets/tip.mdx: 1 link",
      ],
    ],
    [
      "mkdocs",
      "docs/guide/trees.md",
      "docs/plants/big-trees.md",
      [
        "docs/index.md: 3 links",
        "docs/plants/big-trees.md: 1 link",
        "mkdocs.yml: 1 navigation entry, 2 redirects",
      ],
    ],
    ["plain", "docs/guide/bread.md", "docs/bread.md", ["README.md: 1 link", "docs/guide/README.md: 1 link"]],
  ] as const)("%s: %s to %s", async (name, from, to, expected) => {
    const fixture = await openFixture(name);
    const plan = await planMove(fixture.site, from, to);
    expect(plan.edits.map((edit) => `${edit.path}: ${edit.what}`)).toEqual(expected);
    await carryOut(fixture, from, to, plan);
    const report = await checkSite(fixture.site, { newPaths: [to] });
    expect(report.findings).toEqual([]);
  });

  it.each([
    ["_meta.js", (members: string) => `export default {\n${members}\n};\n`],
    ["_meta.json", (members: string) => `{\n${members}\n}\n`],
  ])("in which %s can only name the pages of its own folder", async (name, write) => {
    const line = '  "verify": "Verify"';
    const pages = { "pages/cli/verify.mdx": "# Verify\n", "pages/cli/run.mdx": "# Run\n" };
    for (const [members, left] of [
      [`  "run": "Run",\n${line}`, '  "run": "Run"'],
      [`${line},\n  "run": "Run"`, '  "run": "Run"'],
      [`  "run": "Run",\n  "verify": { "title": "Verify", "display": "hidden" }`, '  "run": "Run"'],
    ] as const) {
      const fixture = await openTexts({
        "next.config.mjs": 'import nextra from "nextra";\nexport default nextra({})({});\n',
        ...{ [`pages/cli/${name}`]: write(members), "pages/index.mdx": "# Home\n", ...pages },
      });
      const [from, to] = ["pages/cli/verify.mdx", "pages/guides/verify.mdx"];
      const plan = await planMove(fixture.site, from, to);
      expect(plan.notes[0]).toContain("no longer names the page");
      const deletion = await planDelete(fixture.site, from);
      const expected = [{ path: `pages/cli/${name}`, text: write(left), what: "1 navigation entry" }];
      expect([plan.edits, deletion.edits]).toEqual([expected, expected]);
      await carryOut(fixture, from, to, plan);
      expect((await checkSite(fixture.site, { newPaths: [to] })).findings).toEqual([]);
    }
  });

  it("follows a page that a link hook looks up, in the way the link names it", async () => {
    const fixture = await openFixture("hugo-hooks");
    const [from, to] = ["docs/content/guide/weft.md", "docs/content/guide/deep/weft.md"];
    const plan = await planMove(fixture.site, from, to);
    await carryOut(fixture, from, to, plan);
    const targets = ({ text }: { text: string }) =>
      [...text.matchAll(/\]\(([^)]*weft[^)]*)/g)].map(([, one]) => one);
    expect(Object.fromEntries(plan.edits.map((edit) => [edit.path, targets(edit)]))).toEqual({
      "docs/content/_index.md": [
        "guide/deep/weft/#changing-colours",
        "guide/deep/weft.md",
        "/guide/deep/weft/#changing-colours",
        "guide/deep/weft/#fringes",
      ],
      [to]: [],
      "docs/content/guide/deep/shed.md": ["weft.md"],
      "docs/content/guide/warp.md": ["deep/weft/", "deep/weft/#changing-colours", "../deep/weft/"],
    });
    expect(await fixture.text(to)).toContain("[back](../warp/#tension)");
    expect(plan.unclear).toEqual([]);
  });

  it.each([
    ["mdbook", "src/parts/safety.md", "src/safety.md", "src/thanks.md", "{{#include safety.md}}"],
    [
      "mdbook",
      "src/thanks.md",
      "src/guide/thanks.md",
      "src/guide/thanks.md",
      "{{#include ../parts/safety.md}}",
    ],
    [
      "mkdocs-plugins",
      "includes/safety.md",
      "includes/more/care.md",
      "docs/hidden.md",
      '--8<-- "more/care.md"',
    ],
    [
      "sphinx",
      "source/parts/care.md",
      "source/parts/more/care.md",
      "source/about.md",
      "{include} parts/more/care.md",
    ],
    [
      "sphinx",
      "source/about.md",
      "source/guide/about.md",
      "source/guide/about.md",
      "{include} ../parts/care.md",
    ],
  ])(
    "%s: what is put into a page is found after %s has become %s",
    async (name, from, to, page, expected) => {
      const fixture = await openFixture(name);
      await carryOut(fixture, from, to, await planMove(fixture.site, from, to));
      expect(await fixture.text(page)).toContain(expected);
      expect((await checkSite(fixture.site)).findings.filter((one) => one.path === page)).toEqual([]);
    },
  );

  it("keeps what GitBook puts into a page, in code as well, and leaves what is only shown", async () => {
    const shown = '{% raw %}{% include "./gone.md" %}{% endraw %} {% include "bell.py" %}';
    const fixture = await openTexts({
      "book.json": "{}",
      "README.md": '# Bells\n\n{% include "/parts/care.md" %}\n',
      "SUMMARY.md": "# Summary\n\n* [Bells](README.md)\n* [Cast](cast.md)\n",
      "cast.md": `# Cast\n\n\`\`\`python\n{% include "./code/bell.py" %}\n\`\`\`\n\n${shown}\n`,
      "code/bell.py": "ring()\n",
      "parts/care.md": "Mind the clapper.\n",
    });
    expect((await checkSite(fixture.site)).findings).toEqual([]);
    await carryOut(
      fixture,
      "cast.md",
      "guide/cast.md",
      await planMove(fixture.site, "cast.md", "guide/cast.md"),
    );
    expect(await fixture.text("guide/cast.md")).toContain('{% include "../code/bell.py" %}');
    expect(await fixture.text("guide/cast.md")).toContain(shown);
    const [from, to] = ["parts/care.md", "parts/more/care.md"];
    await carryOut(fixture, from, to, await planMove(fixture.site, from, to));
    expect(await fixture.text("README.md")).toContain('{% include "/parts/more/care.md" %}');
    expect((await checkSite(fixture.site)).findings).toEqual([]);
  });

  it("follows what Jekyll includes from below a page's folder, and refuses what it could not include", async () => {
    const fixture = await openTexts({
      "_config.yml": "title: Kilns\n",
      "_layouts/default.html": "{{ content }}\n",
      "guide/glaze.md": "---\ntitle: Glaze\n---\n\n{% include_relative parts/care.md %}\n",
      "guide/parts/care.md": "Wear gloves.\n",
    });
    const [from, to] = ["guide/parts/care.md", "guide/parts/more/care.md"];
    await carryOut(fixture, from, to, await planMove(fixture.site, from, to));
    expect(await fixture.text("guide/glaze.md")).toContain("{% include_relative parts/more/care.md %}");
    const away = await planMove(fixture.site, "guide/glaze.md", "firing/glaze.md");
    expect(away.unclear).toEqual([{ path: "guide/glaze.md", line: 5, target: "parts/more/care.md" }]);
  });

  it("follows a page in the attributes of Hugo's shortcodes", async () => {
    const fixture = await openTexts({
      "hugo.toml": 'baseURL = "https://a.test/"\n',
      "layouts/all.html": "{{ .Content }}\n",
      "content/docs/_index.md":
        '# Docs\n\n{{< card link="knots" title="Knots" >}} {{</* card link="knots" */>}} {{< card link="gone" >}}\n',
      "content/docs/knots.md": '# Knots\n\n{{% card href="/docs/" %}} link="knots"\n',
      "content/ropes/a.md": '# A\n\n{{< card link="/docs/knots#bends" >}}\n',
    });
    expect((await checkSite(fixture.site)).findings).toEqual([]);
    const [from, to] = ["content/docs/knots.md", "content/ropes/knots.md"];
    await carryOut(fixture, from, to, await planMove(fixture.site, from, to));
    expect(await fixture.text("content/docs/_index.md")).toBe(
      '# Docs\n\n{{< card link="../ropes/knots" title="Knots" >}} {{</* card link="knots" */>}} {{< card link="gone" >}}\n',
    );
    expect(await fixture.text("content/ropes/a.md")).toContain('link="/ropes/knots#bends"');
  });

  it("finds that an included file is gone", async () => {
    const fixture = await openFixture("mdbook");
    const { inbound } = await planDelete(fixture.site, "src/parts/safety.md");
    expect(inbound).toContainEqual({ path: "src/thanks.md", line: 5, target: "parts/safety.md" });
    await fixture.set({ "src/parts/safety.md": null });
    const { findings } = await checkSite(fixture.site);
    const found = findings.filter(({ path }) => path === "src/thanks.md");
    expect(found.map(({ rule, target }) => `${rule} ${target}`)).toEqual(["internal-link parts/safety.md"]);
  });

  it("counts nothing as new or fixed when what was broken before stays broken", async () => {
    const fixture = await openTexts({
      "a.md": "# A\n\n[1](b.md#nope) [2](gone.md) ![3](img/gone.png)\n",
      "b.md": "# B\n\n[1](#nope) [2](gone.md#x) [3](a.md#nope) ![4](gone.png)\n",
    });
    const before = await checkSite(fixture.site);
    expect(before.findings).toHaveLength(7);
    await carryOut(fixture, "b.md", "sub/b.md", await planMove(fixture.site, "b.md", "sub/b.md"));
    const renames = new Map([["b.md", "sub/b.md"]]);
    const { new: added, fixed } = compareReports(before, await checkSite(fixture.site), { renames });
    expect([added, fixed]).toEqual([[], []]);
  });

  it("changes only the entry and the redirect in docs.json, keeping its layout", async () => {
    const fixture = await openFixture("mintlify");
    const plan = await planMove(fixture.site, "guides/cargo.mdx", "guides/goods.mdx");
    const before = (await fixture.text("docs.json")).split("\n");
    const after = plan.edits.find((edit) => edit.path === "docs.json")!.text.split("\n");
    expect(after.filter((line) => !before.includes(line)).map((line) => line.trim())).toEqual([
      '{ "group": "Ships", "root": "guides/index", "pages": ["guides/ships", "guides/goods"] }',
      '"source": "/guides/cargo",',
      '"destination": "/guides/goods"',
    ]);
    expect(() => JSON.parse(after.join("\n"))).not.toThrow();
    expect(after.length - before.length).toBe(4);
  });

  it("adds a list of redirects where docs.json has none", async () => {
    const fixture = await openTexts({
      "docs.json": '{\n  "navigation": { "pages": ["a"] }\n}\n',
      "a.mdx": "x",
    });
    const plan = await planMove(fixture.site, "a.mdx", "b.mdx");
    expect(JSON.parse(plan.edits[0]!.text)).toEqual({
      redirects: [{ source: "/a", destination: "/b" }],
      navigation: { pages: ["b"] },
    });
  });

  it("moves an image with the pages that show it", async () => {
    const fixture = await openFixture("mintlify");
    const plan = await planMove(fixture.site, "images/map.png", "pictures/map.png");
    await carryOut(fixture, "images/map.png", "pictures/map.png", plan);
    expect((await checkSite(fixture.site)).findings).toEqual([]);
    expect(plan.edits.map((edit) => edit.path)).toEqual(["guides/ships.mdx", "index.mdx"]);
  });

  it("says what it could not do", async () => {
    const { site } = await openFixture("plain");
    const { notes } = await planMove(site, "docs/guide/cake.md", "docs/cake.md");
    expect(notes).toEqual([
      expect.stringMatching(
        /^links not judged here: 2 links .*; look at docs\/guide\/README\.md:3, docs\/guide\/bread\.md:5$/,
      ),
      expect.stringContaining("navigation of this site is not known"),
      expect.stringContaining("no redirect was added"),
    ]);
  });

  it("adds a redirect to a book's table, and keeps those that led to the page", async () => {
    const fixture = await openFixture("mdbook");
    const before = await fixture.text("book.toml");
    const move = async (from: string, to: string) =>
      await carryOut(fixture, from, to, await planMove(fixture.site, from, to));
    await move("src/guide/clay.md", "src/clay.md");
    const after = before.replace('"guide/clay.html"', '"clay.html"');
    expect(await fixture.text("book.toml")).toBe(
      after.replace("redirect]\n", 'redirect]\n"/guide/clay.html" = "../clay.html"\n'),
    );
    await move("src/clay.md", "src/guide/clay.md");
    expect(await fixture.text("book.toml")).toBe(
      before.replace("redirect]\n", 'redirect]\n"/clay.html" = "guide/clay.html"\n'),
    );
  });
});

it("moves a page with a label that is not judged, which means the same everywhere", async () => {
  const { site } = await openTexts({
    "conf.py": 'extensions = ["myst_parser", "own_labels"]\n',
    "index.md": "# Home\n\n```{toctree}\nguide/loom\n```\n",
    "guide/loom.md": "# Loom\n\nSee [](#warp-threads).\n",
  });
  const { unclear, edits } = await planMove(site, "guide/loom.md", "loom.md");
  expect(unclear).toEqual([]);
  expect(edits.map(({ path, text }) => [path, text.includes("\nloom\n")])).toEqual([["index.md", true]]);
});
