import { describe, expect, it } from "vitest";
import { openTexts } from "../../../../test/fixtures/sites/open-fixture.ts";
import { judgeTexts } from "../../../../test/helpers/judge-texts.ts";
import { findNavigationFiles, judgeNavigation } from "../../changes/navigation-files.ts";
import { planDelete } from "../../changes/plan-delete.ts";
import { planMove } from "../../changes/plan-move.ts";
import { checkSite } from "../../check-site.ts";

const toc = `version: 1
project:
  title: Clay
  toc:
    - file: index.md
    - title: Pots
      children:
        - file: "pots/glaze.md"
        - file: pots/kiln
        - file: nb/firing.ipynb
site:
  template: book-theme
`;
const base = {
  "docs/myst.yml": toc,
  "docs/index.md": "# Clay\n\n[glaze](pots/glaze.md#first-coat) [kiln](/pots/kiln) [own](#clay)\n",
  "docs/pots/glaze.md": "(the-coat)=\n# Glaze\n\n## First Coat\n\n[nb](../nb/firing) [kiln](#heat-up)\n",
  "docs/pots/kiln.md": "# Kiln\n\n## Heat up!\n\n[](the-coat) {ref}`first-coat`\n",
  "docs/nb/firing.ipynb": '{"cells": []}',
};

async function found(texts: Record<string, string>): Promise<string[]> {
  const { site } = await openTexts({ ...base, ...texts });
  expect(site.configuration.generator).toBe("mystmd");
  const { findings } = await checkSite(site);
  return findings.map(({ rule, path, line, target }) => `${rule} ${path}:${line} ${target}`);
}

describe("mystmd", () => {
  it("finds files by their paths, with and without endings, and names on any page", async () => {
    expect(await found({})).toEqual([]);
    const more = "# More\n\n## Two\n\n";
    const sound = "[a](#two) [b](#TWO) [c](kiln) [d](#eq:heat) [e](#fig-one) [f](/pots) [g](xref:guide#a)\n";
    const bad = "[a](gone.md) [b](/gone.md) [c](kiln.md#none) ![d](none.png)\n";
    const card = ":::{card} Kiln\n:link: kiln.md\n:::\n\n:::{card} None\n:link: none.md\n:::\n";
    expect(await found({ "docs/pots/glaze.md": `${more}${sound}${bad}${card}` })).toEqual([
      "anchor docs/index.md:3 pots/glaze.md#first-coat",
      "internal-link docs/pots/glaze.md:6 gone.md",
      "internal-link docs/pots/glaze.md:6 /gone.md",
      "anchor docs/pots/glaze.md:6 kiln.md#none",
      "image docs/pots/glaze.md:6 none.png",
      "internal-link docs/pots/glaze.md:12 none.md",
    ]);
    expect(await found({ "docs/pots/kiln.md": "# Kiln\n\n```{figure} a.png\n:label: x\n```\n" })).toEqual([
      "image docs/pots/kiln.md:3 a.png",
    ]);
    expect(await found({ "docs/myst.yml": toc.replace("kiln", "oven") })).toEqual([
      "navigation docs/myst.yml:9 pots/oven",
    ]);
  });

  it("lets links and the table of contents follow a page", async () => {
    const { site } = await openTexts({
      ...base,
      "docs/card.md": ":::{card} K\n:link: ./pots/kiln.md\n:::\n",
    });
    const { edits, unclear } = await planMove(site, "docs/pots/kiln.md", "docs/deep/fire/oven.md");
    expect(unclear).toEqual([]);
    const texts = Object.fromEntries(edits.map(({ path, text }) => [path, text]));
    expect(texts["docs/myst.yml"]).toBe(toc.replace("pots/kiln", "deep/fire/oven"));
    expect(texts["docs/index.md"]).toContain("[kiln](/deep/fire/oven)");
    expect(texts["docs/card.md"]).toContain(":link: ./deep/fire/oven.md");
    const files = await findNavigationFiles(site);
    const judge = (text: string) => judgeNavigation(files, { path: "docs/myst.yml", text });
    expect(judge(texts["docs/myst.yml"]!)).toBeNull();
    expect(judge(toc.replace("book-theme", "other"))).toMatch(/more than the table of contents/);
    expect(judge(toc.replace('"pots/glaze.md"', '"pots/glaze.md"\n          exports: a'))).toMatch(
      /settings/,
    );
    const glaze = await planMove(site, "docs/pots/glaze.md", "docs/glaze.md");
    expect(glaze.edits.find(({ path }) => path === "docs/glaze.md")?.text).toContain("[nb](nb/firing)");
    const { inbound } = await planDelete(site, "docs/pots/glaze.md");
    expect(inbound.map(({ path, target }) => `${path} ${target}`)).toEqual([
      "docs/index.md pots/glaze.md#first-coat",
      "docs/pots/kiln.md the-coat",
      "docs/pots/kiln.md first-coat",
      "docs/myst.yml pots/glaze.md",
    ]);
  });

  it("keeps a heading to which another page leads by its name alone", async () => {
    const { new: found } = await judgeTexts(base, {
      files: { "docs/pots/kiln.md": "# Kiln\n\n## Cool down\n" },
    });
    expect(found.map(({ rule, path, target }) => `${rule} ${path} ${target}`)).toEqual([
      "anchor docs/pots/glaze.md #heat-up",
    ]);
  });
});
