import { expect, test } from "vitest";
import { openTexts } from "../../../test/fixtures/sites/open-fixture.ts";
import { planMove } from "./plan-move.ts";

async function textsAfterMove(files: Record<string, string>, from: string, to: string) {
  const { site } = await openTexts(files);
  const { edits, unclear } = await planMove(site, from, to);
  return { texts: Object.fromEntries(edits.map(({ path, text }) => [path, text])), unclear };
}

test("a page that moves to another folder goes on to import the same files", async () => {
  const page = (up: string, beside: string) =>
    `---\ntitle: A\n---\n\nimport { Tabs } from "${up}src/tabs"\nimport Note from '${beside}_note.mdx'\nimport code from "${beside}a.ts?raw"\nimport { Card } from "cards"\nimport Logo from "@site/static/logo.svg"\n\n<Tabs><Note /><Card /><Logo />{code}</Tabs>\n`;
  const { texts, unclear } = await textsAfterMove(
    {
      "docusaurus.config.js": "export default { presets: ['classic'] };\n",
      "docs/a.mdx": page("../", "./"),
      "docs/_note.mdx": "Note\n",
      "docs/a.ts": "export {};\n",
      "src/tabs.js": "export {};\n",
      "static/logo.svg": "<svg />\n",
    },
    "docs/a.mdx",
    "docs/deep/er/a.mdx",
  );
  expect(texts).toEqual({ "docs/deep/er/a.mdx": page("../../../", "../../") });
  expect(unclear).toEqual([]);
});

test("pages go on to import a part that moves", async () => {
  const page = (relative: string, rooted: string) =>
    `import Part from "${relative}"\nimport Same from '${rooted}'\nimport Other from "./other.mdx"\n\n<Part /><Same /><Other />\n`;
  const { texts, unclear } = await textsAfterMove(
    {
      "docusaurus.config.js": "export default { presets: ['classic'] };\n",
      "docs/a.mdx": page("./_part.mdx", "@site/docs/_part.mdx"),
      "docs/other.mdx": "Other\n",
      "docs/_part.mdx": "Part\n",
    },
    "docs/_part.mdx",
    "docs/parts/_part.mdx",
  );
  expect(texts).toEqual({ "docs/a.mdx": page("./parts/_part.mdx", "@site/docs/parts/_part.mdx") });
  expect(unclear).toEqual([]);
});

test("pages in Markdown that Docusaurus reads as MDX go on to import the same files, also where they move", async () => {
  const page = (folder: string) =>
    `# A\n\nimport Part from '${folder}\\_part.md';\nimport Tabs from '@theme/Tabs';\n\n\`\`\`js\nimport x from "./x"\n\`\`\`\n\n<Part />\n`;
  const files = {
    "docusaurus.config.js": "export default { presets: ['classic'] };\n",
    "docs/a.md": page("./"),
    "docs/_part.md": "Part\n",
  };
  const page1 = await textsAfterMove(files, "docs/a.md", "docs/deep/a.md");
  expect(page1).toEqual({ texts: { "docs/deep/a.md": page("../") }, unclear: [] });
  const part = await textsAfterMove(files, "docs/_part.md", "docs/parts/_part.md");
  expect(part.texts).toEqual({ "docs/a.md": page("./").replace("./\\_part", "./parts/_part") });
  const common = { ...files, "docusaurus.config.js": "export default { markdown: { format: 'detect' } };\n" };
  expect((await textsAfterMove(common, "docs/a.md", "docs/deep/a.md")).texts).toEqual({});
});

test("Mintlify counts an import from the folder of docs.json", async () => {
  const { texts, unclear } = await textsAfterMove(
    {
      "docs.json": '{ "navigation": ["index"] }\n',
      "index.mdx": 'import Tip from "/snippets/tip.mdx"\n\n<Tip />\n',
      "snippets/tip.mdx": "Tip\n",
    },
    "snippets/tip.mdx",
    "snippets/hints/tip.mdx",
  );
  expect(texts).toEqual({ "index.mdx": 'import Tip from "/snippets/hints/tip.mdx"\n\n<Tip />\n' });
  expect(unclear).toEqual([]);
});

test("scripts in pages of VitePress go on to import the same files, also where what they import moves", async () => {
  const page = (beside: string, code: string, other: string) =>
    `# A\n\n<script setup lang="ts">\nimport Box from '${beside}Box.vue'\nimport {\n  data,\n} from "${code}values.js"\nimport Part from '${other}'\nimport { ref } from "vue"\n/*\nimport Old from "./Old.vue"\n*/\nconst Late = defineAsyncComponent(() => import("${beside}Late.vue"))\n</script>\n\n\`\`\`vue\n<script setup>\nimport Box from './Box.vue'\n</script>\n\`\`\`\n`;
  const files = {
    "docs/.vitepress/config.ts": "export default { title: 'T' };\n",
    "docs/guide/a.md": page("./", "../code/", "./b.md"),
    "docs/guide/b.md": "# B\n",
    "docs/guide/Box.vue": "<template />\n",
    "docs/guide/Late.vue": "<template />\n",
    "docs/code/values.js": "export const data = 1;\n",
  };
  const moved = await textsAfterMove(files, "docs/guide/a.md", "docs/deep/er/a.md");
  expect(moved).toEqual({
    texts: { "docs/deep/er/a.md": page("../../guide/", "../../code/", "../../guide/b.md") },
    unclear: [],
  });
  const named = await textsAfterMove(files, "docs/guide/b.md", "docs/b.md");
  expect(named.texts).toEqual({ "docs/guide/a.md": page("./", "../code/", "../b.md") });
});

test("pictures of a set and of a video stay with the page that moves", async () => {
  const page = (folder: string) =>
    `# A\n\n<picture><source srcset="${folder}a.png 1x, ${folder}w,1.png, ${folder}b.png 2x"><img src="${folder}a.png"></picture>\n\n<video src="${folder}c.mp4" poster="${folder}b.png"></video>\n`;
  const { texts, unclear } = await textsAfterMove(
    {
      "docs/.vitepress/config.ts": "export default { title: 'T' };\n",
      "docs/a.md": page("./img/"),
      ...{ "docs/img/a.png": "", "docs/img/b.png": "", "docs/img/w,1.png": "", "docs/img/c.mp4": "" },
    },
    "docs/a.md",
    "docs/deep/a.md",
  );
  expect({ texts, unclear }).toEqual({ texts: { "docs/deep/a.md": page("../img/") }, unclear: [] });
});

test.each([
  ["1.9.10", "./Box.vue", "../../guide/Box.vue"],
  ["2.0.0-rc.30", "../../../../guide/Box.vue", "../../../../../guide/Box.vue"],
])("scripts in pages of VuePress %s import from where they are compiled", async (version, before, after) => {
  const page = (box: string) =>
    `# A\n\n<script setup>\nimport Box from "${box}";\nimport Other from "@source/guide/Box.vue";\n</script>\n\n<Box />\n`;
  const files = {
    "package.json": JSON.stringify({ devDependencies: { vuepress: version } }),
    "docs/.vuepress/config.js": "export default {};\n",
    "docs/guide/a.md": page(before),
    "docs/guide/Box.vue": "<template />\n",
  };
  const { texts } = await textsAfterMove(files, "docs/guide/a.md", "docs/deep/er/a.md");
  expect(texts).toEqual({ "docs/deep/er/a.md": page(after) });
});
