import { describe, expect, it } from "vitest";
import { openTexts } from "../../../../test/fixtures/sites/open-fixture.ts";
import { planDelete } from "../../changes/plan-delete.ts";
import { planMove } from "../../changes/plan-move.ts";
import { checkSite } from "../../check-site.ts";
import { findSoundAnchors } from "../../reports/find-not-judged.ts";

const site = {
  "mkdocs.yml": "site_name: Bells\nnav:\n  - index.md\n  - cast.md\n",
  "docs/index.md": "# Bells\n\n[cast](cast.md#pour--cool)\n",
  "docs/cast.md": "# Cast\n\n## Pour & cool\n",
};

async function found(texts: Record<string, string>): Promise<string[]> {
  const { site } = await openTexts(texts);
  const { findings } = await checkSite(site);
  return findings.map(
    ({ rule, path, target, suggestion }) => `${rule} ${path} ${target} ${suggestion?.new ?? "-"}`,
  );
}

describe("pages that the code host shows beside a site", () => {
  it("may have links that are made for a page which includes them", async () => {
    const files = {
      "docs/conf.py": 'extensions = ["myst_parser"]\n',
      "docs/index.md": "# I\n\n```{include} ../NOTES.md\n```\n",
      "docs/bells.md": "(cast/style)=\n# Bells\n",
    };
    const text = "# N\n\n[style](cast/style)\n";
    expect(await found({ ...files, "NOTES.md": text, "OTHER.md": text })).toEqual([
      "internal-link OTHER.md cast/style -",
    ]);
  });

  it("lose what a change takes away also where another page includes them", async () => {
    const { site: before } = await openTexts({
      "docs/conf.py": 'extensions = ["myst_parser"]\n',
      "docs/index.md": "# I\n\n```{include} ../NEWS.md\n:relative-docs: docs/\n```\n",
      "docs/bells.md": "# Bells\n",
      "NEWS.md": "# N\n\n[bells](docs/bells.md)\n",
    });
    const { notJudged } = await checkSite(before);
    const after = before.copy(async (path) => {
      if (path === "docs/bells.md") throw new Error("gone");
      return await before.read(path);
    });
    await after.update(["docs/bells.md"]);
    const known = { notJudged, soundAnchors: new Set<string>() };
    const { findings } = await checkSite(after, { before: known, changedPaths: ["docs/bells.md"] });
    expect(findings.map(({ path, target }) => `${path} ${target}`)).toContain("NEWS.md docs/bells.md");
  });

  it("are judged by the host's rules, and those of the site by its generator's", async () => {
    const host = "[right](docs/cast.md#pour--cool) [joined](docs/cast.md#pour-cool) [folder](docs)";
    const readme = `# Read me\n\n${host} [gone](docs/gone.md) [bare](docs/cast) [own](#none) [terms](LICENSE) [it](#read-me)\n`;
    expect(
      await found({
        ...site,
        "README.md": readme,
        "CONTRIBUTING.md": "# C\n\n### Style\n\n![](docs/none.svg) [rules](rules.md)\n",
        "RULES.md":
          "# Rules\n\n## \u2764\ufe0f Be kind\n\n[one](#-be-kind) [two](#\ufe0f-be-kind) [three](#be-kind)\n",
        "tools/ring/README.md": "# Ring\n\n[up](../../README.md#gone)\n",
      }),
    ).toEqual([
      "image CONTRIBUTING.md docs/none.svg -",
      "internal-link CONTRIBUTING.md rules.md RULES.md",
      "internal-link README.md docs/gone.md -",
      "internal-link README.md docs/cast -",
      "anchor README.md #none -",
      "internal-link README.md LICENSE -",
      "anchor RULES.md #be-kind -",
      "anchor docs/index.md cast.md#pour--cool cast.md#pour-cool",
      "anchor tools/ring/README.md ../../README.md#gone -",
    ]);
  });

  it("are not judged if they are templates, texts for programs, or have other names in folders", async () => {
    const dead = "# T\n\n[dead](gone.md)\n";
    const paths = ["AGENTS.md", "PULL_REQUEST_TEMPLATE.md", "notes/plan.md", "templates/app/README.md"];
    const more = ["{{name}}/README.md", ".github/README.md", "vendor/x/README.md", "tests/README.md"];
    const files = [...paths, ...more].map((path) => [path, dead] as const);
    const fixed = { ...site, "docs/index.md": "# Bells\n", "vendor/modules.txt": "" };
    expect(await found({ ...fixed, ...Object.fromEntries(files) })).toEqual([]);
  });

  it("keep their links to a page that moves, and hold back its deletion", async () => {
    const readme = '# R\n\n[cast](docs/cast.md#pour--cool) <a href="docs/cast.md">x</a>\n';
    const { site: opened } = await openTexts({ ...site, "README.md": readme });
    const { edits, unclear } = await planMove(opened, "docs/cast.md", "docs/make/cast.md");
    expect(unclear).toEqual([]);
    expect(edits.find(({ path }) => path === "README.md")?.what).toBe("2 links");
    const { inbound } = await planDelete(opened, "docs/cast.md");
    expect(inbound.filter(({ path }) => path === "README.md").map(({ line }) => line)).toEqual([3, 3]);
  });

  it("keep their links if they are not judged themselves", async () => {
    const plan = "# P\n\n[cast](../docs/cast.md#pour--cool) [gone](gone.md) [no](../docs/cast.md#no) {x}\n";
    const { site: before } = await openTexts({
      ...site,
      "docs/index.md": "# B\n",
      "notes/plan.md": plan,
    });
    const { edits } = await planMove(before, "docs/cast.md", "docs/make/cast.md");
    expect(edits.find(({ path }) => path === "notes/plan.md")?.what).toBe("2 links");
    const base = await checkSite(before);
    expect(base.findings).toEqual([]);
    const known = { notJudged: base.notJudged, soundAnchors: findSoundAnchors(before, base.notJudged) };
    const changes = {
      heading: { "docs/cast.md": "# Cast\n\n## Pour\n" },
      page: { "docs/cast.md": null },
    };
    const seen = Object.entries(changes).map(async ([what, change]) => {
      const after = before.copy(async (path) => {
        const text = path in change ? change[path as keyof typeof change] : undefined;
        if (text === null) throw new Error("gone");
        return text === undefined ? await before.read(path) : Buffer.from(text);
      });
      await after.update(["docs/cast.md"]);
      const { findings } = await checkSite(after, { before: known, changedPaths: ["docs/cast.md"] });
      return findings.filter(({ path }) => path === "notes/plan.md").map((one) => `${what}: ${one.target}`);
    });
    expect((await Promise.all(seen)).flat()).toEqual([
      "heading: ../docs/cast.md#pour--cool",
      "page: ../docs/cast.md#pour--cool",
      "page: ../docs/cast.md#no",
    ]);
  });

  it("are not counted to the site", async () => {
    const { site: opened } = await openTexts({ ...site, "README.md": "# R\n" });
    expect(opened.shape.pageCount).toBe(2);
    expect([...opened.pages.keys()]).toContain("README.md");
  });

  it.each([
    ["Mintlify", "docs/docs.json", { name: "T", navigation: { pages: ["a"] } }, "docs/a.mdx"],
    ["VitePress", "docs/.vitepress/config.json", {}, "docs/a.md"],
    ["Sphinx", "docs/conf.py", 'extensions = ["myst_parser"]\n', "docs/a.md"],
    ["mdBook", "book.toml", '[book]\ntitle = "T"\n', "src/a.md"],
    ["Hugo", "hugo.toml", 'title = "T"\n', "content/a.md"],
  ])("are judged beside %s", async (_, path, text, page) => {
    const files = {
      [path]: typeof text === "string" ? text : JSON.stringify(text),
      [page]: "# A\n",
      [page.replace(/a\.mdx?$/, "index.md")]: "# I\n",
      "src/SUMMARY.md": "[A](a.md)\n",
      "README.md": `# R\n\n[a](${page}) [dead](${page}.gone)\n`,
    };
    const links = (await found(files)).filter((one) => one.includes("README.md"));
    expect(links).toEqual([`internal-link README.md ${page}.gone -`]);
  });
});
