import { expect, it } from "vitest";
import { openTexts } from "../../../../test/fixtures/sites/open-fixture.ts";
import { testFindings } from "../../../../test/helpers/test-findings.ts";
import { planMove } from "../../changes/plan-move.ts";
import { resolutionsOf } from "../../links/resolve-link.ts";

it("a page of VitePress that moves keeps what it includes", async () => {
  const page =
    "# A\n\n<!--@include: ./part.md-->\n<!-- @include: parts/b.md#x{1,2} -->\n<!--@include: @/c.md-->\n\n- one\n\n  <<< ./part.ts#x{1} [part]\n\n```md\n<!--@include: ./part.md-->\n<<< ./part.ts\n```\n";
  const parts = { "g/part.md": "p\n", "g/part.ts": "", "g/parts/b.md": "b\n", "c.md": "c\n" };
  const { site: opened } = await openTexts({
    ...{ ".vitepress/config.ts": "export default {};\n", "g/a.md": page, ...parts },
  });
  const { edits } = await planMove(opened, "g/a.md", "g/sub/a.md");
  expect(edits.map(({ path, text }) => [path, text])).toEqual([
    [
      "g/sub/a.md",
      page
        .replaceAll("./part.md", "../part.md")
        .replace("parts/b", "../parts/b")
        .replace("./part.ts#", "../part.ts#"),
    ],
  ]);
});

it("what pages of VitePress include follows its move", async () => {
  const page =
    "<!--@include: ./part.md-->\n\n<!-- @include: @/g/part.md#x -->\n\n<<< @/../lib/a.ts{2}\n\n<<< ../../lib/a.ts#x\n";
  const { site: opened } = await openTexts({
    ...{ "docs/.vitepress/config.ts": "export default {};\n", "docs/g/a.md": page },
    ...{ "docs/g/part.md": "p\n", "lib/a.ts": "", "lib/b.ts": "" },
  });
  const [part] = (await planMove(opened, "docs/g/part.md", "docs/part.md")).edits;
  expect(part?.text).toBe(page.replace("./part", "../part").replace("@/g/part", "@/part"));
  const [code] = (await planMove(opened, "lib/a.ts", "src/a.ts")).edits;
  expect(code?.text).toBe(page.replaceAll("/lib/a", "/src/a"));
});

testFindings("VitePress, in links of a part,", [
  {
    name: "counts from the pages that include it",
    files: {
      ".vitepress/config.ts": 'export default { srcExclude: ["parts/**"] };\n',
      "parts/a.md": "[a](./one.md) [b](./none.md) [c](/guide/one)\n",
      "parts/unused.md": "[a](./a.md)\n",
      "guide/one.md": "# One\n\n<!--@include: ../parts/a.md-->\n",
    },
    found: ["internal-link parts/a.md ./none.md"],
    left: 0,
  },
]);

testFindings("VitePress, with a part of a file,", [
  {
    name: "has the ids of the headings in it",
    files: {
      ".vitepress/config.ts": 'export default { srcExclude: ["parts/**"] };\n',
      "parts/a.md":
        "## Before {#before}\n<!-- #region x -->\n## One {#one}\n\n## Two\n<!-- #endregion x -->\n## After {#after}\n",
      "index.md": "<!--@include: ./parts/a.md#x-->\n\n[a](#one) [b](#two) [c](#before) [d](#after)\n",
      "lines.md": "<!--@include: ./parts/a.md{1,3}-->\n\n[a](#before) [b](#one) [c](#two)\n",
      "both.md": "<!--@include: ./parts/a.md#x{2,}-->\n\n[a](#one) [b](#two) [c](#after)\n",
      "unknown.md": "<!--@include: ./parts/a.md#y-->\n\n[a](#one) [b](#after)\n",
    },
    found: [
      "anchor both.md #after",
      "anchor both.md #one",
      "anchor index.md #after",
      "anchor index.md #before",
      "anchor lines.md #two",
    ],
    left: 0,
  },
]);

const taken = {
  ".vitepress/config.ts": 'export default { srcExclude: ["parts/**"] };\n',
  "parts/a.md": "[a](./two.md) [b](/guide/two) [c](../index.md)\n",
  "guide/one.md": "# One\n\n<!--@include: ../parts/a.md-->\n",
  "guide/two.md": "# Two\n",
  "index.md": "# Home\n",
};

it.each([
  ["the part", "parts/a.md", "parts/below/a.md", { "guide/one.md": ["../parts/a", "../parts/below/a"] }],
  [
    "its page",
    "guide/one.md",
    "one.md",
    { "one.md": ["../parts", "./parts"], "parts/a.md": ["./two", "./guide/two"] },
  ],
  [
    "a page that it names",
    "guide/two.md",
    "guide/deep/two.md",
    { "parts/a.md": ["./two.md", "./deep/two.md"] },
  ],
] as const)("links of a part keep their meaning where %s moves", async (_, from, to, changed) => {
  const { site: opened } = await openTexts(taken);
  const { edits, unclear } = await planMove(opened, from, to);
  expect(unclear).toEqual([]);
  const texts = new Map(edits.map(({ path, text }) => [path, text]));
  for (const [path, [before, after]] of Object.entries(changed)) {
    const source = path === to ? from : path;
    expect(texts.get(path)).toContain(
      taken[source as keyof typeof taken].replace(before, after).split(" ")[0],
    );
  }
  expect([...texts.keys()].sort()).toEqual(Object.keys(changed).sort());
});

it("links of a part count from a page as soon as it includes the part", async () => {
  const { site: opened, set } = await openTexts({ ...taken, "guide/one.md": "# One\n" });
  const pagesOf = () =>
    resolutionsOf(opened, "parts/a.md").map((one) => (one.kind === "page" ? one.path : one.kind));
  expect(pagesOf()[0]).not.toBe("guide/two.md");
  await set({ "guide/one.md": taken["guide/one.md"] });
  expect(pagesOf()).toEqual(["guide/two.md", "guide/two.md", "index.md"]);
});

it("a part of pages in several folders holds back the move that would need two texts", async () => {
  const { site: opened } = await openTexts({
    ...taken,
    "guide/three.md": "<!--@include: ../parts/a.md-->\n",
  });
  const { unclear } = await planMove(opened, "guide/one.md", "one.md");
  expect(unclear.map(({ path, target }) => `${path} ${target}`)).toEqual([
    "parts/a.md ./two.md",
    "parts/a.md ../index.md",
  ]);
});

it.each([
  ["^1.6.4", ["./gone.md", "gone.ts"]],
  ["2.0.0-alpha.21", ["./gone.md", "gone.ts", "./gone.md"]],
])("VitePress %s: includes that name no file lead nowhere", async (version, broken) => {
  const { site: opened } = await openTexts({
    ".vitepress/config.ts": "export default {};\n",
    "package.json": JSON.stringify({ devDependencies: { vitepress: version } }),
    "a.md":
      "# A\n\n<!-- @include: ./gone.md#x -->\n\n<<< gone.ts{1}\n\n<!-- @include: written/later.md -->\n\n<!-- @include: virtual:table -->\n\n`<!--@include: ./gone.md-->`\n\n```\n<<< gone.ts\n```\n",
  });
  const links = opened.pages.get("a.md")!.links;
  const missing = resolutionsOf(opened, "a.md").flatMap(({ kind }, at) =>
    kind === "missing" ? [links[at]!.target] : [],
  );
  expect(missing).toEqual(broken);
});
