import { expect, it } from "vitest";
import { openTexts } from "../../../../test/fixtures/sites/open-fixture.ts";
import { planMove } from "../../changes/plan-move.ts";

const page = (text: string) => `---\ntitle: T\n---\n\n${text}\n`;
const files = {
  "source.config.ts":
    'import { defineConfig, defineDocs } from "fumadocs-mdx/config";\nexport const docs = defineDocs({ dir: "content/docs" });\nexport default defineConfig();\n',
  "lib/source.ts":
    'import { docs } from "@/.source/server";\nimport { loader } from "fumadocs-core/source";\nexport const source = loader({ baseUrl: "/docs", source: docs.toFumadocsSource() });\n',
  "next.config.mjs":
    'import { createMDX } from "fumadocs-mdx/next";\nconst withMDX = createMDX();\nexport default withMDX({ reactStrictMode: true });\n',
  "app/docs/[[...slug]]/page.tsx": "const a = <MDX components={getMDXComponents({})} />;\n",
  "vercel.json": '{\n  "redirects": []\n}\n',
  "content/docs/meta.json": '{ "pages": ["index", "wick", "oil"] }\n',
  "content/docs/index.mdx": page("[wick](/docs/wick) [oil](./docs/oil)"),
  "content/docs/wick.mdx": page("[oil](./oil) [none](./none)"),
  "content/docs/oil.mdx": page("[wick](./wick#none)"),
};

it("keeps links, menus and redirects when a page becomes the page of a folder of its name", async () => {
  const { site } = await openTexts(files);
  const plan = await planMove(site, "content/docs/wick.mdx", "content/docs/wick/index.mdx");
  expect(plan.edits).toEqual([]);
  expect(plan.unclear).toEqual([]);
});

it("says where links lead once the page of a folder is one of its name beside it", async () => {
  const { "content/docs/wick.mdx": wick, ...others } = files;
  const { site } = await openTexts({ ...others, "content/docs/wick/index.mdx": wick });
  const plan = await planMove(site, "content/docs/wick/index.mdx", "content/docs/wick.mdx");
  expect(plan.edits).toEqual([]);
});

it("moves no page so that another one gets its address or another one", async () => {
  const { site } = await openTexts({ ...files, "content/docs/wick/index.mdx": page("A") });
  const refusal = async (from: string, to: string) =>
    (await planMove(site, `content/docs/${from}`, `content/docs/${to}`)).refusal;
  expect(await refusal("wick.mdx", "tallow.mdx")).toContain("the address of content/docs/wick/index.mdx");
  expect(await refusal("wick.mdx", "oil/index.mdx")).toContain("content/docs/wick/index.mdx");
  expect(await refusal("wick/index.mdx", "oil/index.mdx")).toContain("content/docs/oil.mdx");
  expect(await refusal("oil.mdx", "wick/more.mdx")).toBeUndefined();
  expect(await refusal("wick/index.mdx", "wick/more.mdx")).toBeUndefined();
});

it("takes no address away that code of the site leads to", async () => {
  const { site } = await openTexts({
    ...files,
    "app/page.tsx": 'const cards = [{ title: "Oil", link: "/docs/oil" }];\n',
    ".source/index.ts": 'import * as a from "../content/docs/oil.mdx?collection=docs";\n',
  });
  const { unclear } = await planMove(site, "content/docs/oil.mdx", "content/docs/tallow.mdx");
  expect(unclear.map(({ path, line, target }) => `${path}:${line} ${target}`)).toEqual([
    "app/page.tsx:1 /docs/oil",
  ]);
});
