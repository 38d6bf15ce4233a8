import { expect, it } from "vitest";
import { openTexts } from "../../../../test/fixtures/sites/open-fixture.ts";
import { testFindings } from "../../../../test/helpers/test-findings.ts";
import { planDelete } from "../../changes/plan-delete.ts";
import { planMove } from "../../changes/plan-move.ts";
import { checkSite } from "../../check-site.ts";

const site = {
  "source.config.ts":
    'import { defineConfig, defineDocs } from "fumadocs-mdx/config";\nexport const docs = defineDocs({ dir: "content/docs" });\nexport default defineConfig();\n',
  "lib/source.ts":
    'import { docs } from "@/.source/server";\nimport { loader } from "fumadocs-core/source";\nexport const source = loader({ baseUrl: "/docs", source: docs.toFumadocsSource() });\n',
  "next.config.mjs":
    'import { createMDX } from "fumadocs-mdx/next";\nconst withMDX = createMDX();\nconst config = { reactStrictMode: true };\nexport default withMDX(config);\n',
  "app/docs/[[...slug]]/page.tsx":
    "const a = <MDX components={getMDXComponents({ a: createRelativeLink(source, page) })} />;\n",
};
const page = (text: string) => `---\ntitle: T\n---\n\n${text}\n`;

const { "next.config.mjs": _config, "app/docs/[[...slug]]/page.tsx": code, ...core } = site;
const bare = code.replace("{ a: createRelativeLink(source, page) }", "");
const linked = page(
  "[a](/docs/a) [b](/docs/none) [c](/docs/a#none) [d](./a) [e](/about) [f](/news/x) [g](/lost)",
);

testFindings("Fumadocs", [
  {
    name: "files of TanStack Router show the pages, and their relative links are not judged",
    files: {
      ...core,
      "vite.config.ts":
        'export default defineConfig({ plugins: [nitro({ routeRules: { "/lost": { redirect: "/" } } })] });\n',
      "src/routes/__root.tsx": "",
      "src/routes/docs/$.tsx": bare,
      "src/routes/_main.about.tsx": "",
      "src/routes/(more)/news.$name.tsx": "",
      "content/docs/index.mdx": linked,
      "content/docs/a.mdx": page("A"),
    },
    found: ["anchor content/docs/index.mdx /docs/a#none", "internal-link content/docs/index.mdx /docs/none"],
    left: 3,
  },
  {
    name: "a module that settings of Markdown name beside a quiet plugin leaves ids as they are",
    files: {
      ...site,
      "source.config.ts": site["source.config.ts"].replace(
        "export default defineConfig();",
        'const names = () => (tree) => visit(tree, "code", (node) => { node.lang = node.lang ?? "sh"; });\nexport default defineConfig({ mdxOptions: { providerImportSource: "@/components/mdx", remarkPlugins: [names] } });',
      ),
      "content/docs/index.mdx": page("[a](#none)"),
    },
    found: ["anchor content/docs/index.mdx #none"],
    left: 0,
  },
  {
    name: "a plugin of somebody else that draws diagrams leaves ids as they are, and layouts have ids of their own",
    files: {
      ...site,
      "source.config.ts": site["source.config.ts"]
        .replace(/^/, 'import { remarkMermaid } from "@theguild/remark-mermaid";\n')
        .replace("defineConfig()", "defineConfig({ mdxOptions: { remarkPlugins: [remarkMermaid] } })"),
      "content/docs/index.mdx": page("[a](#none) [b](#toc-title)"),
    },
    found: ["anchor content/docs/index.mdx #none"],
    left: 0,
  },
  {
    name: "the code that loads the pages may hold JSX",
    files: {
      ...site,
      "lib/source.ts": "",
      "lib/source.tsx": site["lib/source.ts"].replace(
        "source: docs",
        "icon: (name) => <Icon name={name} />, source: docs",
      ),
      "content/docs/index.mdx": page("[a](/docs/none)"),
    },
    found: ["internal-link content/docs/index.mdx /docs/none"],
    left: 0,
  },
  {
    name: "the list of React Router shows the pages",
    files: {
      ...core,
      "vite.config.ts": "export default {};\n",
      "app/routes.ts":
        'export default [index("home.tsx"), layout("main.tsx", [route("about", "about.tsx")]), ...prefix("news", [route(":name", "news.tsx")]), route("docs/*", "docs/page.tsx")] satisfies RouteConfig;\n',
      "app/docs/page.tsx": bare,
      "content/docs/index.mdx": linked,
      "content/docs/a.mdx": page("A"),
    },
    found: [
      "anchor content/docs/index.mdx /docs/a#none",
      "internal-link content/docs/index.mdx /docs/none",
      "internal-link content/docs/index.mdx /lost",
    ],
    left: 2,
  },
  {
    name: "code of the server that leads elsewhere leaves addresses open",
    files: {
      ...core,
      "vite.config.ts": "export default {};\n",
      "src/routes/__root.tsx": "",
      "src/routes/docs/$.tsx": bare,
      "src/server.ts": 'if (moved.has(path)) return Response.redirect("/");\n',
      "content/docs/index.mdx": page("[a](/docs/none) [b](/lost)"),
    },
    found: [],
    left: 2,
  },
  {
    name: "without code for it, a link to a file is an address",
    files: {
      ...site,
      "app/docs/[[...slug]]/page.tsx": "const a = <MDX components={getMDXComponents()} />;\n",
      "content/docs/index.mdx": page("[a](./a.mdx) [b](docs/a) [c](/docs/a)"),
      "content/docs/a.mdx": page("A"),
    },
    found: ["internal-link content/docs/index.mdx ./a.mdx"],
    left: 0,
  },
  {
    name: "what the site's own code makes of a link that names nothing is not known",
    files: {
      ...site,
      "app/docs/[[...slug]]/page.tsx": "const a = <MDX components={{ ...own, a: OwnLink }} />;\n",
      "content/docs/index.mdx": page("[a](./a.mdx) [b](/docs/none) [c](/docs/a#none)"),
      "content/docs/a.mdx": page("A"),
    },
    found: ["anchor content/docs/index.mdx /docs/a#none"],
    left: 1,
  },
  {
    name: "a function that makes the slugs leaves addresses unknown",
    files: {
      ...site,
      "lib/source.ts": site["lib/source.ts"].replace(
        "baseUrl:",
        "slugs: (file) => [file.data.name], baseUrl:",
      ),
      "content/docs/index.mdx": page("[a](/docs/none) [b](/docs/a)"),
      "content/docs/a.mdx": page("A"),
    },
    found: [],
    left: 2,
  },
  {
    name: "rewrites to the text of pages serve no other addresses",
    files: {
      ...site,
      "next.config.mjs": site["next.config.mjs"].replace(
        "reactStrictMode: true",
        'async rewrites() { return [{ source: "/docs/:path*.mdx", destination: "/llms.mdx/:path*" }]; }',
      ),
      "proxy.ts":
        'import { NextResponse } from "next/server";\nimport { isMarkdownPreferred, rewritePath } from "fumadocs-core/negotiation";\nexport default () => NextResponse.next();\n',
      "content/docs/index.mdx": page("[a](/docs/a.mdx) [b](/docs/none)"),
      "content/docs/a.mdx": page("A"),
    },
    found: ["internal-link content/docs/index.mdx /docs/none"],
    left: 1,
  },
  {
    name: "several sources have addresses of their own, and one that is computed is not judged",
    files: {
      ...site,
      "source.config.ts":
        'import { defineCollections, defineDocs } from "fumadocs-mdx/config";\nexport const { docs, meta } = defineDocs({ dir: "content/docs" });\nexport const posts = defineCollections({ type: "doc", dir: "content/posts" });\nexport const notes = defineCollections({ type: "doc", dir: "content/notes" });\n',
      "lib/source.ts":
        'import { docs, meta, notes, posts } from "@/.source";\nimport { loader } from "fumadocs-core/source";\nimport { createMDXSource } from "fumadocs-mdx";\nexport const source = loader({ baseUrl: "/docs", source: createMDXSource(docs, meta) });\nexport const blog = loader({ baseUrl: "/blog", source: createMDXSource(posts, []) });\nexport const other = loader({ baseUrl: "/notes", source: createMDXSource(notes.map(own), []) });\n',
      "app/blog/[slug]/page.tsx": "export default function Page() {}\n",
      "app/notes/[slug]/page.tsx": "export default function Page() {}\n",
      "content/docs/index.mdx": page(
        "[a](/blog/a) [b](/blog/none) [c](/notes/a) [d](/notes/none) [e](/docs/none)",
      ),
      "content/posts/a.mdx": page("A"),
      "content/notes/a.mdx": page("A"),
    },
    found: [
      "internal-link content/docs/index.mdx /blog/none",
      "internal-link content/docs/index.mdx /docs/none",
    ],
    left: 2,
  },
  {
    name: "entries of menus that lead nowhere",
    files: {
      ...site,
      "content/docs/meta.json":
        '{ "pages": ["---A---", "index", "guide", "none", "...gone", "!nothing", "[Guide](/docs/guide/a)", "[None](/docs/none)", "[Out](https://example.com)", "a/../guide/a", "..."] }',
      "content/docs/index.mdx": page("A"),
      "content/docs/guide/a.mdx": page("A"),
    },
    found: [
      "navigation content/docs/meta.json [None](/docs/none)",
      "navigation content/docs/meta.json content/docs/...gone",
      "navigation content/docs/meta.json content/docs/none",
    ],
    left: 0,
  },
]);

const menus = {
  ...site,
  "content/docs/meta.json":
    '{\n  "pages": [\n    "index",\n    "guide",\n    "[Start](/docs/guide/start#a)",\n    "..."\n  ]\n}\n',
  "content/docs/guide/meta.json": '{ "pages": ["start", "wick"] }\n',
  "content/docs/index.mdx": page("[start](./guide/start.mdx#light)"),
  "content/docs/guide/index.mdx": page("[start](/docs/guide/start)"),
  "content/docs/guide/start.mdx": page("## Light\n\n[wick](./wick.mdx) [index](../index.mdx)"),
  "content/docs/guide/wick.mdx": page("[start](start)"),
  "content/docs/tools/snuffer.mdx": page("A"),
};

const { "app/docs/[[...slug]]/page.tsx": shownBy, ...withoutPage } = site;
const languages = {
  ...withoutPage,
  "lib/source.ts": site["lib/source.ts"].replace(
    "source: docs",
    'i18n: { languages: ["en", "fr"], defaultLanguage: "en", parser: "dir" }, source: docs',
  ),
  "app/[lang]/docs/[[...slug]]/page.tsx": shownBy,
  "content/docs/en/index.mdx": page(
    '<Card href="/[lang]/docs/a" /> <Card href="/[lang]/docs/none" /> [a](/fr/docs/a)',
  ),
  "content/docs/en/a.mdx": page("A"),
  "content/docs/fr/index.mdx": page('<Card href="/[lang]/docs/a" />'),
  "content/docs/fr/a.mdx": page("A"),
};

it("reads the parameter for the language in links of components, and moves translations along", async () => {
  const { site } = await openTexts(languages);
  const { findings } = await checkSite(site);
  const links = findings.filter(({ rule }) => rule === "internal-link");
  expect(links.map(({ path, target }) => `${path} ${target}`)).toEqual([
    "content/docs/en/index.mdx /[lang]/docs/none",
  ]);
  const plan = await planMove(site, "content/docs/en/a.mdx", "content/docs/en/b/c.mdx");
  expect(plan.firstMoves?.map(({ from, to }) => `${from} ${to}`)).toEqual([
    "content/docs/fr/a.mdx content/docs/fr/b/c.mdx",
  ]);
  expect(plan.edits.map(({ path, text }) => `${path} ${text.split("\n")[4]}`)).toEqual([
    'content/docs/en/index.mdx <Card href="/[lang]/docs/b/c" /> <Card href="/[lang]/docs/none" /> [a](/fr/docs/a)',
  ]);
});

it("judges by files alone where addresses are computed, but knows the pages", async () => {
  const { site } = await openTexts({ ...menus, "lib/source.ts": "export const source = make();\n" });
  expect(site.configuration.generator).toBe("fumadocs");
  expect(site.configuration.unknown.routing).toBe("no source of pages is found");
  expect(site.configuration.hasRoute("content/docs/guide/wick.mdx")).toBe(true);
  expect(site.configuration.hasRoute("app/a.mdx")).toBe(false);
});

it("takes the entries of a page along when it moves", async () => {
  const { site } = await openTexts(menus);
  const texts = async (to: string) => {
    const plan = await planMove(site, "content/docs/guide/start.mdx", to);
    return Object.fromEntries(plan.edits.map(({ path, text }) => [path, text]));
  };
  const renamed = await texts("content/docs/guide/begin.mdx");
  expect(renamed["content/docs/guide/meta.json"]).toBe('{ "pages": ["begin", "wick"] }\n');
  expect(renamed["content/docs/meta.json"]).toContain('"[Start](/docs/guide/begin#a)"');
  expect(renamed["content/docs/index.mdx"]).toBe(page("[start](./guide/begin.mdx#light)"));
  const below = await texts("content/docs/guide/more/start.mdx");
  expect(below["content/docs/guide/meta.json"]).toBe('{ "pages": ["more/start", "wick"] }\n');
  const elsewhere = await texts("content/docs/tools/start.mdx");
  expect(elsewhere["content/docs/guide/meta.json"]).toBe('{ "pages": ["wick"] }\n');
  expect(elsewhere["content/docs/tools/start.mdx"]).toBe(
    page("## Light\n\n[wick](../guide/wick.mdx) [index](../index.mdx)"),
  );
});

it("removes the entries of a page that is deleted", async () => {
  const { site } = await openTexts(menus);
  const { edits } = await planDelete(site, "content/docs/guide/start.mdx");
  expect(edits.map(({ path }) => path)).toEqual(["content/docs/guide/meta.json", "content/docs/meta.json"]);
  expect(edits[0]!.text).toBe('{ "pages": ["wick"] }\n');
  expect(edits[1]!.text).not.toContain("Start");
});

it("adds an entry where the menu of the new folder lists its pages", async () => {
  const { site, set } = await openTexts(menus);
  await set({ "content/docs/tools/meta.json": '{\n  "pages": [\n    "snuffer"\n  ]\n}\n' });
  const { edits } = await planMove(site, "content/docs/guide/start.mdx", "content/docs/tools/start.mdx");
  expect(edits.find(({ path }) => path === "content/docs/tools/meta.json")?.text).toBe(
    '{\n  "pages": [\n    "snuffer",\n    "start"\n  ]\n}\n',
  );
  await set({ "content/docs/guide/new.mdx": page("A"), "content/docs/tools/new.mdx": page("A") });
  const { findings } = await checkSite(site, { newPaths: ["content/docs/guide/new.mdx"] });
  expect(findings.filter(({ rule }) => rule === "navigation").map(({ message }) => message)).toEqual([
    "this new page is in no menu; add it to content/docs/guide/meta.json",
  ]);
});
