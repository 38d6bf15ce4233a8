import { expect, it } from "vitest";
import { openTexts } from "../../../test/fixtures/sites/open-fixture.ts";
import { findLeftAlone } from "./find-left-alone.ts";

type Texts = Record<string, string | null>;

const toctree = (...lines: string[]) => `# A\n\n\`\`\`{toctree}\n${lines.join("\n")}\n\`\`\`\n`;
const sphinx = {
  ...{ "conf.py": 'extensions = ["myst_parser", "own"]\n', "index.md": toctree("a/index", "b") },
  ...{
    "a/index.md": toctree("c", "d"),
    "a/c.md": "# C\n",
    "a/d.md": "# D\n",
    "b.md": "# B\n\n[d](a/d.md)\n",
  },
};
const docsify = {
  ...{ "index.html": "<script>window.$docsify = { loadSidebar: true }</script>", "README.md": "# H\n" },
  ...{ "_sidebar.md": "- [A](a.md)\n- [B](b.md)\n", "a.md": "# A\n", "b.md": "# B\n" },
};

it.each<[string, Record<string, string>, Texts, string[]]>([
  ["the page that lists it goes", sphinx, { "a/index.md": null, "index.md": toctree("b") }, ["a/c.md"]],
  ["its entry goes", sphinx, { "index.md": toctree("a/index") }, ["b.md"]],
  ["another page lists it by then", sphinx, { "a/index.md": null, "index.md": toctree("b", "a/c") }, []],
  ["a pattern does", sphinx, { "a/index.md": null, "index.md": toctree(":glob:", "", "a/*") }, ["b.md"]],
  ["it goes as well", sphinx, { "index.md": toctree("a/index"), "b.md": null }, []],
  ["other markup may list it", { ...sphinx, "x.rst": "X\n=\n" }, { "index.md": toctree("a/index") }, []],
  ["its item of a sidebar goes", docsify, { "_sidebar.md": "- [A](a.md)\n" }, ["b.md"]],
])("a page is left alone or not where %s", async (_, texts, files, found) => {
  const { site: before } = await openTexts(texts);
  const { site, set } = await openTexts(texts);
  await set(files);
  expect(findLeftAlone(before, site, new Map()).map(({ path }) => path)).toEqual(found);
});

it("a page that moves away from the pattern that listed it is left alone", async () => {
  const texts = { ...sphinx, "index.md": toctree(":glob:", "", "*", "a/*") };
  const { site: before } = await openTexts(texts);
  const { site, set } = await openTexts(texts);
  await set({ "b.md": null, "x/b.md": sphinx["b.md"] });
  expect(findLeftAlone(before, site, new Map([["b.md", "x/b.md"]]))).toMatchObject([{ path: "x/b.md" }]);
});

it("a page that moves with its entry is not left alone", async () => {
  const { site: before } = await openTexts(sphinx);
  const { site, set } = await openTexts(sphinx);
  await set({ "b.md": null, "e.md": sphinx["b.md"], "index.md": toctree("a/index", "e") });
  expect(findLeftAlone(before, site, new Map([["b.md", "e.md"]]))).toEqual([]);
});
