import { describe, expect, it } from "vitest";
import { openTexts } from "../../../test/fixtures/sites/open-fixture.ts";
import { judgeTexts } from "../../../test/helpers/judge-texts.ts";
import { planDelete } from "../changes/plan-delete.ts";
import { planMove } from "../changes/plan-move.ts";
import { checkSite } from "../check-site.ts";

type Texts = Record<string, string>;

const index = "# H\n\n```{toctree}\nrig/a\ncrew/b\n```\n";

/** Returns what a change adds on a site with labels that are not known. */
async function newAfter(texts: Texts, files: Texts): Promise<string[]> {
  const { new: added } = await judgeTexts(texts, { files });
  return added.map(({ rule, path, target, guess }) =>
    `${rule} ${path} ${target} ${guess?.pages.join() ?? ""}`.trim(),
  );
}

describe("a label that a change takes away, where others may be made", () => {
  const texts: Texts = {
    "conf.py": 'extensions = ["myst_parser", "own"]\n',
    "index.md": index,
    "rig/a.md": "# A\n\n(mast)=\n## M\n\n[m](#mast) [n](#elsewhere)\n",
    "crew/b.md": "# B\n\n{ref}`mast` {ref}`elsewhere` [m](mast)\n",
  };

  it("is missed by links to it", async () => {
    expect(await newAfter(texts, { "rig/a.md": texts["rig/a.md"]!.replace("(mast)=\n", "") })).toEqual([
      "internal-link crew/b.md mast",
      "anchor crew/b.md mast",
      "anchor rig/a.md #mast",
    ]);
  });

  it("is not missed where another page has it by then", async () => {
    const moved = { "rig/a.md": "# A\n", "crew/b.md": `${texts["crew/b.md"]}\n(Mast)=\n## M\n` };
    expect(await newAfter(texts, moved)).toEqual([]);
  });
});

describe("a label that reStructuredText names", () => {
  const rst = "C\n=\n\nSee :ref:`the *mast* <mast>`,\n:numref:`Mast` and :ref:`own`.\n\n.. _own:\n";
  const texts: Texts = {
    "conf.py": 'extensions = ["myst_parser"]\n',
    "index.md": index.replace("crew/b", "crew/b\nc"),
    "rig/a.md": "# A\n\n(mast)=\n## M\n",
    "crew/b.md": "# B\n",
    "c.rst": rst,
  };

  it("is missed there", async () => {
    expect(await newAfter(texts, { "rig/a.md": "# A\n\n## M\n" })).toEqual([
      "internal-link c.rst mast",
      "internal-link c.rst Mast",
    ]);
    const moved = { "rig/a.md": "# A\n", "crew/b.md": "(mast)=\n# B\n" };
    expect(await newAfter(texts, moved)).toEqual([]);
    const told = { "rig/a.md": "# A\n", "c.rst": rst.replace("<mast>", "<own>").replace("Mast", "own") };
    expect(await newAfter(texts, told)).toEqual([]);
  });

  it("holds back the page that has it", async () => {
    const { site } = await openTexts(texts);
    const { inbound } = await planDelete(site, "rig/a.md");
    expect(inbound.map(({ path, line, target, isGuess }) => [path, line, target, isGuess])).toEqual([
      ["index.md", 4, "rig/a", undefined],
      ["c.rst", 4, "mast", true],
      ["c.rst", 5, "Mast", true],
    ]);
  });
});

describe("labels that autosectionlabel makes of headings", () => {
  const textsWith = (isPrefixed: boolean, text: string): Texts => ({
    "conf.py": `extensions = ["myst_parser", "sphinx.ext.autosectionlabel"]\nautosectionlabel_prefix_document = ${isPrefixed ? "True" : "False"}\n`,
    "index.md": index,
    "rig/a.md": `# A\n\n${text}\n`,
    "crew/b.md": "# B\n\n## Big *B*\n",
  });

  it.each([
    [
      true,
      "{ref}`crew/b:big *B*` [x](<crew/b:Big *B*>) {ref}`big *b*`",
      ["crew/b:big *B*", "crew/b:Big *B*"],
    ],
    [true, "[](<#crew/b:Big *B*>)", ["#crew/b:Big *B*"]],
    [false, "{ref}`Big  *B*` {ref}`crew/b:big *B*`", ["Big  *B*"]],
  ])("are missed with them (name of the page in front: %s): %s", async (isPrefixed, text, found) => {
    const texts = textsWith(isPrefixed, text);
    expect(await newAfter(texts, { "crew/b.md": "# B\n\n## Large B\n" })).toEqual(
      found.map((target) => `anchor rig/a.md ${target} crew/b.md`),
    );
    expect((await checkSite((await openTexts(texts)).site)).findings).toEqual([]);
  });

  it("get the new name of a page that moves", async () => {
    const { site } = await openTexts(textsWith(true, "{ref}`crew/b:big *B*` {ref}`t <crew/b:B>`"));
    const { edits } = await planMove(site, "crew/b.md", "rig/c.md");
    expect(edits.find(({ path }) => path === "rig/a.md")?.text).toBe(
      "# A\n\n{ref}`rig/c:big *B*` {ref}`t <rig/c:B>`\n",
    );
  });
});
