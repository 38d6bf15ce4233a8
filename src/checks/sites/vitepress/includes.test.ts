import { expect, it } from "vitest";
import { openTexts } from "../../../../test/fixtures/sites/open-fixture.ts";
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
