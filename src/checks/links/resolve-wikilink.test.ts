import { describe, expect, it } from "vitest";
import { openTexts } from "../../../test/fixtures/sites/open-fixture.ts";
import { planDelete } from "../changes/plan-delete.ts";
import { planMove } from "../changes/plan-move.ts";
import { checkSite } from "../check-site.ts";

const vault = {
  "notes/Ships.md":
    '---\nup: "[[Sails#Trim them|trim]]"\n---\n# Ships\n\n[[Sails]] [[sails|their sails]] [[rig/Sails#Trim them]] ![[Sails]] [[Masts]]\n\n| a | b |\n|---|---|\n| [[Sails\\|x]] | y |\n',
  "notes/rig/Sails.md": "# Sails\n\n## Trim them\n\n[[Ships]] [[../Ships]] [[#Trim them]]\n",
  "notes/Ropes.md":
    "`[[Sails]]` [[Sails]](https://example.com) \\[[Sails]] x[[Sails]] [[1]] [[Sails] [[Ships]]\n\n```\n[[Sails]]\n```\n\n[Ships]: https://example.com/ships\n",
};

describe("a wikilink", () => {
  it("is judged by no rule, whether a file has the name or not", async () => {
    const { site } = await openTexts(vault);
    const { findings, notJudged } = await checkSite(site);
    expect([findings.filter(({ rule }) => rule !== "image-alt"), notJudged]).toEqual([[], []]);
  });

  it("follows a page with another name, in the form in which it was written", async () => {
    const { site } = await openTexts(vault);
    const { edits, unclear } = await planMove(site, "notes/rig/Sails.md", "notes/deck/Canvas.md");
    expect(unclear).toEqual([]);
    expect(Object.fromEntries(edits.map(({ path, text }) => [path, text]))).toEqual({
      "notes/Ships.md": vault["notes/Ships.md"]
        .replace('"[[Sails#', '"[[Canvas#')
        .replace("[[Sails]] [[sails|", "[[Canvas]] [[Canvas|")
        .replace("[[rig/Sails#", "[[deck/Canvas#")
        .replace("![[Sails]]", "![[Canvas]]")
        .replace("[[Sails\\|x]]", "[[Canvas\\|x]]"),
    });
  });

  it("stays where only the folder of the page changes", async () => {
    const { site } = await openTexts(vault);
    const { edits, unclear } = await planMove(site, "notes/Ships.md", "notes/fleet/Ships.md");
    expect(unclear).toEqual([]);
    expect(edits.map(({ path, text }) => [path, text])).toEqual([
      ["notes/rig/Sails.md", vault["notes/rig/Sails.md"].replace("[[../Ships]]", "[[../fleet/Ships]]")],
    ]);
  });

  it("is unclear if the new name is another page's as well", async () => {
    const { site } = await openTexts({ ...vault, "notes/sea/Canvas.md": "# C\n" });
    const { unclear } = await planMove(site, "notes/rig/Sails.md", "notes/rig/Canvas.md");
    expect(unclear.map(({ target }) => target)).toEqual(["Sails#Trim them", "Sails", "sails", "Sails"]);
  });

  it("leads to the page of its own language", async () => {
    const { site } = await openTexts({
      "en/Home.md": "[[Knots]]\n",
      "en/Knots.md": "# K\n",
      "de/Start.md": "[[Knots]]\n",
      "de/Knots.md": "# K\n",
    });
    const { edits } = await planMove(site, "de/Knots.md", "de/Knoten.md");
    expect(edits.map(({ path, text }) => [path, text])).toEqual([["de/Start.md", "[[Knoten]]\n"]]);
    const inPlace = await planMove(site, "de/Knots.md", "de/rig/Knots.md");
    expect(inPlace).toMatchObject({ edits: [], unclear: [] });
  });

  it("may lead to each of several pages of its name", async () => {
    const { site } = await openTexts({
      "a/Home.md": "[[Knots]]\n",
      "b/Knots.md": "# K\n",
      "c/Knots.md": "# K\n",
    });
    const { inbound } = await planDelete(site, "b/Knots.md");
    expect(inbound).toEqual([{ path: "a/Home.md", line: 1, target: "Knots", isGuess: true }]);
  });

  it.each([
    [
      "what MkDocs reads with a plugin",
      { "mkdocs.yml": "site_name: A\nplugins: [roamlinks]\n" },
      ["docs/a.md"],
    ],
    ["text in MkDocs alone", { "mkdocs.yml": "site_name: A\n" }, []],
    ["text to other generators", { "docs/.vitepress/config.ts": "export default {};" }, []],
  ])("is %s", async (_, files, changed) => {
    const { site } = await openTexts({ ...files, "docs/a.md": "# A\n\n[[b]]\n", "docs/b.md": "# B\n" });
    const { edits } = await planMove(site, "docs/b.md", "docs/c.md");
    expect(edits.map(({ path }) => path)).toEqual(changed);
  });

  it("is broken once its page is gone", async () => {
    const { site, set } = await openTexts(vault);
    const { inbound } = await planDelete(site, "notes/rig/Sails.md");
    expect(inbound.map(({ target, stays }) => [target, stays])).toContainEqual(["Sails", true]);
    await set({ "notes/rig/Sails.md": null });
    const { findings } = await checkSite(site);
    expect(findings.map(({ rule, path, line, target }) => `${rule} ${path}:${line} ${target}`)).toEqual([
      "internal-link notes/Ships.md:2 Sails#Trim them",
      "internal-link notes/Ships.md:6 Sails",
      "internal-link notes/Ships.md:6 sails",
      "internal-link notes/Ships.md:6 rig/Sails#Trim them",
      "internal-link notes/Ships.md:6 Sails",
      "internal-link notes/Ships.md:10 Sails",
    ]);
  });
});
