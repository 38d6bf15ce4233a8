import { describe, expect, it } from "vitest";
import { openTexts } from "../../../../test/fixtures/sites/open-fixture.ts";
import { planMove } from "../../changes/plan-move.ts";
import { checkSite } from "../../check-site.ts";

const files = {
  "book.toml": '[book]\ntitle = "B"\n',
  "src/SUMMARY.md": "- [H](README.md)\n- [M](rig/mast.md)\n- [S](rig/sails.md)\n- [L](crew/list.md)\n",
  "src/README.md": "# H\n",
  "src/rig/mast.md": "# M\n\n## Wood\n\n{{#include ../_includes/care.md}}\n",
  "src/rig/sails.md": "# S\n\n{{#include ../_includes/care.md:1:3}}\n",
  "src/crew/list.md": "# L\n",
  "src/_includes/care.md":
    "[c](../crew/list.md) [n](../crew/none.md) [w](mast.md#wood)\n\n{{#include more.md}}\n",
  "src/_includes/more.md": "[s](sails.md) [t](../rig/sails.md)\n",
};

async function findBroken(changed: Record<string, string> = {}): Promise<string[]> {
  const { site } = await openTexts({ ...files, ...changed });
  const { findings } = await checkSite(site);
  return findings
    .filter(({ rule }) => rule === "internal-link" || rule === "anchor")
    .map(({ path, target }) => `${path} ${target}`);
}

describe("what pages of mdBook include", () => {
  it("has links that count from the page, whichever file they stand in", async () => {
    expect(await findBroken()).toEqual(["src/_includes/care.md ../crew/none.md"]);
  });

  it("has no link that is judged where pages of several folders show it differently", async () => {
    const { "src/crew/list.md": text } = files;
    expect(await findBroken({ "src/crew/list.md": `${text}\n{{#include ../_includes/more.md}}\n` })).toEqual([
      "src/_includes/care.md ../crew/none.md",
    ]);
  });

  it("follows a page that moves", async () => {
    const { site } = await openTexts(files);
    const { edits, unclear } = await planMove(site, "src/crew/list.md", "src/list.md");
    expect(unclear).toEqual([]);
    expect(edits.find(({ path }) => path === "src/_includes/care.md")?.text).toContain("[c](../list.md)");
  });

  it("holds back a page from which its links would lead elsewhere", async () => {
    const { site } = await openTexts(files);
    const { unclear } = await planMove(site, "src/rig/mast.md", "src/mast.md");
    expect(unclear.map(({ path, target }) => `${path} ${target}`)).toEqual([
      "src/_includes/care.md mast.md#wood",
      "src/_includes/care.md ../crew/list.md",
      "src/_includes/more.md sails.md",
      "src/_includes/more.md ../rig/sails.md",
    ]);
  });
});
