import { expect, it } from "vitest";
import { openTexts } from "../../../test/fixtures/sites/open-fixture.ts";
import { checkSite } from "../check-site.ts";

async function repairsOf(files: Record<string, string>): Promise<string[]> {
  const { site } = await openTexts(files);
  const { findings } = await checkSite(site);
  return findings.flatMap(({ target, suggestion, candidates = [] }) =>
    target === undefined ? [] : `${target} ${suggestion?.new ?? `? ${candidates.join(" ")}`}`,
  );
}

it("one ../ more or less is certain where no other page has the name, and the generator is known", async () => {
  const files = (target: string, more: Record<string, string> = {}) => ({
    ...{ "docs/index.md": "# A\n", "docs/rig/sails.md": `# S\n\n[m](${target})\n` },
    ...{ "docs/rig/mast.md": "# M\n", "docs/oars.md": "# O\n", ...more },
  });
  const known = { "mkdocs.yml": "site_name: T\n" };
  expect(await repairsOf(files("../mast.md", known))).toEqual(["../mast.md mast.md"]);
  expect(await repairsOf(files("oars.md", known))).toEqual(["oars.md ../oars.md"]);
  const twice = files("../mast.md", { ...known, "docs/crew/mast.md": "# N\n" });
  expect(await repairsOf(twice)).toEqual([expect.stringMatching(/^\.\.\/mast\.md \? /)]);
  expect(await repairsOf(files("../crew/mast.md", known))).toEqual(["../crew/mast.md ? mast.md"]);
  // Others count it from the page's address.
  expect(await repairsOf(files("../mast.md"))).toEqual(["../mast.md ? mast.md"]);
});

it("one ../ or one letter is certain for a picture that is the only one like it", async () => {
  const files = (text: string, more: Record<string, string> = {}) => ({
    ...{ "mkdocs.yml": "site_name: T\n", "docs/index.md": "# A\n", "docs/rig/sails.md": `# S\n\n${text}\n` },
    ...{ "docs/img/furled.png": "a", "docs/img/step-a.png": "b", ...more },
  });
  const a = "![a](../img/frled.png)";
  expect(await repairsOf(files(a))).toEqual(["../img/frled.png ../img/furled.png"]);
  expect(await repairsOf(files("![a](img/furled.png)"))).toEqual(["img/furled.png ../img/furled.png"]);
  expect(await repairsOf(files(`${a} ![b](../img/furled.png)`))).toEqual([
    "../img/frled.png ? ../img/furled.png",
  ]);
  expect(await repairsOf(files(a, { "docs/img/frlled.png": "c" }))).toEqual([
    "../img/frled.png ? ../img/furled.png ../img/frlled.png",
  ]);
  expect(await repairsOf(files("![a](../img/step-b.png)"))).toEqual(["../img/step-b.png ? "]);
});

it.each([
  ["VuePress", { "docs/.vuepress/config.js": "export default {};\n" }, "md"],
  ["VitePress", { "docs/.vitepress/config.js": "export default {};\n" }, "md"],
  ["Rspress", { "rspress.config.ts": "export default {};\n" }, "mdx"],
  ["Docusaurus", { "docusaurus.config.js": "export default { presets: ['classic'] };\n" }, "mdx"],
])(
  "a link of %s that names a file goes on to name one, with the file's extension",
  async (_, config, extension) => {
    const files = {
      ...config,
      [`docs/rig/sails.${extension}`]: "# S\n\n[m](./mast.markdown) [o](./mast.htm)\n",
      [`docs/rig/mast.${extension}`]: "# M\n",
    };
    expect(await repairsOf(files as Record<string, string>)).toEqual([
      `./mast.markdown ./mast.${extension}`,
      "./mast.htm ./mast",
    ]);
  },
);

it("one letter is no typing error where another folder has the very name", async () => {
  const files = {
    ...{ "mkdocs.yml": "site_name: T\n", "docs/index.md": "# A\n\n[b](sailing.md) ![c](img/furled.png)\n" },
    ...{ "docs/sailings.md": "# S\n", "docs/rig/sailing.md": "# S\n" },
    ...{ "docs/img/furledd.png": "a", "docs/rig/furled.png": "a" },
  };
  expect(await repairsOf(files)).toEqual([
    "sailing.md ? sailings.md rig/sailing.md",
    "img/furled.png ? img/furledd.png rig/furled.png",
  ]);
});

it("a name of one letter is another one, not a typing error", async () => {
  const files = {
    ...{ "mkdocs.yml": "site_name: T\n", "docs/index.md": "# A\n\n[b](plan-b.md) [s](sailss.md)\n" },
    ...{ "docs/plan-a.md": "# P\n", "docs/sails.md": "# S\n" },
  };
  expect(await repairsOf(files)).toEqual(["plan-b.md ? ", "sailss.md sails.md"]);
});

it("one letter is a typing error where the other page has the heading, though it is linked as well", async () => {
  const files = (anchor: string) => ({
    "mkdocs.yml": "site_name: T\n",
    "docs/index.md": `# A\n\n[m](mast.md) [n](masst.md#${anchor})\n`,
    "docs/mast.md": "# M\n\n## Wood\n",
  });
  expect(await repairsOf(files("wood"))).toEqual(["masst.md#wood mast.md#wood"]);
  expect(await repairsOf(files("iron"))).toEqual(["masst.md#iron ? mast.md#iron"]);
});

it("a page keeps its name when its markup has changed", async () => {
  const files = {
    ...{
      "mkdocs.yml": "site_name: T\n",
      "docs/index.md": "# A\n\n[m](rig/mast.rst#wood) [n](rig/none.rst)\n",
    },
    "docs/rig/mast.md": "# M\n\n## Wood\n",
  };
  expect(await repairsOf(files)).toEqual(["rig/mast.rst#wood rig/mast.md#wood", "rig/none.rst ? "]);
});

it("a heading that gets no id is never the repair of an anchor", async () => {
  const files = {
    "docs.json": '{ "navigation": { "pages": ["index"] } }',
    "index.mdx":
      "# A\n\n[a](#furl-sail) [b](#mend-sail)\n\n## Mend sails\n\n### B\n\n#### C\n\n##### Furl sails\n",
  };
  expect(await repairsOf(files)).toEqual(["#furl-sail ? ", "#mend-sail #mend-sails"]);
});

it("takes a path from the root for one from the page only if no other page ends with it", async () => {
  const files = {
    "docs.json": '{ "navigation": { "pages": ["sail/start", "sail/rig"] } }\n',
    "sail/rig.mdx": "# R\n\n[a](/start)\n",
    "sail/start.mdx": "# S\n",
  };
  expect(await repairsOf(files)).toEqual(["/start /sail/start"]);
  const two = { ...files, "row/start.mdx": "---\nhidden: true\n---\n\n# O\n" };
  expect(await repairsOf(two)).toEqual(["/start ? /sail/start /row/start"]);
});
