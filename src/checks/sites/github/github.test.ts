import { describe, expect, it } from "vitest";
import { type OpenFixture, openTexts } from "../../../../test/fixtures/sites/open-fixture.ts";
import { planMove } from "../../changes/plan-move.ts";
import { checkSite } from "../../check-site.ts";

const many = Array.from({ length: 12 }, () => "[cast](docs/cast.md)").join(" ");
const texts = {
  "README.md": `# Bells\n\n${many}\n\n## ![mark] Ring it\n\n[it](docs/cast) [folder](docs) [ring](#-ring-it) [no](#ring-it)\n[issues](../../issues) [picture](docs/bell.svg) <a href="docs/none.md">x</a> [root](/docs/tune.md#by-ear)\n\n[mark]: docs/bell.svg\n`,
  "docs/cast.md":
    "# Cast\n\n## Pour it {#pour}\n\n[tune](tune.md#by-ear) [own](#pour) [real](#pour-it-pour) [up](../README.md)\n",
  "docs/tune.md":
    "# Tune\n\n## By ear\n\n## By ear\n\n[second](#By-Ear-1) [own](#user-content-by-ear) [cast](./cast.md#gone)\n",
  "docs/html.md":
    '# Html\n\n<h1 align="center">\n  <img src="bell.svg">\n</h1>\n<h2>Raw</h2>\n\n<h2 align="center">\n  <b>Two words</b>\n</h2>\n\n## Raw\n\n[raw](#raw) [second](#raw-1) [words](#two-words) [gone](#cooked)\n',
  "docs/mixed.md": "# Mixed\n\n<h2>\n\n`Raw`\n</h2>\n\n[raw](#raw) [open](#cooked)\n",
  "docs/bell.svg": "",
};

async function found({ site }: OpenFixture): Promise<string[]> {
  const { findings } = await checkSite(site);
  const links = findings.filter(({ rule }) => rule === "internal-link" || rule === "anchor");
  return links.map(({ path, target, suggestion }) => `${path} ${target} ${suggestion?.new ?? "-"}`);
}

describe("Markdown that is read on its code host", () => {
  it("judges every link as a path, and ids by what a reader sees", async () => {
    const fixture = await openTexts(texts);
    expect(fixture.site.shape.generator).toBe("github");
    expect(await found(fixture)).toEqual([
      "README.md docs/cast docs/cast.md",
      "README.md #ring-it #-ring-it",
      "README.md docs/none.md -",
      "docs/cast.md #pour -",
      "docs/html.md #cooked -",
      "docs/tune.md ./cast.md#gone -",
    ]);
  });

  it("follows a page that moves", async () => {
    const { site } = await openTexts(texts);
    const plan = await planMove(site, "docs/cast.md", "docs/make/cast.md");
    expect(plan.unclear).toEqual([]);
    expect(plan.edits.map(({ path, what }) => `${path}: ${what}`)).toEqual([
      "README.md: 12 links",
      "docs/make/cast.md: 2 links",
      "docs/tune.md: 1 link",
    ]);
  });

  it.each([
    ["a generator's file", { "docs/vocs.config.ts": "" }],
    ["front matter", { "docs/more.md": "---\ntitle: More\n---\n" }],
    ["a package of a generator", { "site/package.json": '{"dependencies":{"gatsby":"5.0.0"}}' }],
    ["links that name no file", { "docs/more.md": "[a](/one) [b](/two/) [c](x.md)" }],
    ["templates", { "docs/more.md": "{% include x %}" }],
  ])("is not taken for one that has %s", async (_, more) => {
    const { site } = await openTexts({ ...texts, ...more });
    expect(site.shape.generator).toBe("plain");
  });
});
