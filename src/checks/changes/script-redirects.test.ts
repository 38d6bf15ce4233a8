import { describe, expect, it } from "vitest";
import { openTexts } from "../../../test/fixtures/sites/open-fixture.ts";
import { findNavigationFiles, judgeNavigation } from "./navigation-files.ts";
import { planMove } from "./plan-move.ts";

const next = (list: string) =>
  `import nextra from "nextra";\n\nconst older = [{ source: "/older", destination: "/away", permanent: true }];\nexport default nextra({})({\n  async redirects() {\n    return ${list};\n  },\n});\n`;
const docusaurus = (options: string) =>
  `module.exports = {\n  presets: [["classic", { docs: {}, blog: false }]],\n  plugins: [["@docusaurus/plugin-client-redirects", ${options}]],\n};\n`;
const astro = (members: string) =>
  `import starlight from '@astrojs/starlight';\nexport default defineConfig({\n  ${members},\n  integrations: [starlight({ title: 'B' })],\n});\n`;

const sites = {
  next: { path: "next.config.mjs", root: "pages/" },
  docusaurus: { path: "docusaurus.config.js", root: "docs/" },
  astro: { path: "astro.config.mjs", root: "src/content/docs/" },
};

async function move(kind: keyof typeof sites, config: string, from = "sails.md", to = "rig/sails.md") {
  const { path, root } = sites[kind];
  const page = "---\ntitle: S\n---\n\n# S\n";
  const files = { [path]: config, [`${root}index.md`]: page, [`${root}${from}`]: page };
  const { site } = await openTexts(files);
  const { edits, notes } = await planMove(site, `${root}${from}`, `${root}${to}`);
  const text = edits.find((one) => one.path === path)?.text ?? config;
  const navigation = await findNavigationFiles(site);
  return { text, notes, judge: (other: string) => judgeNavigation(navigation, { path, text: other }) };
}

const lasting = '{ source: "/a", destination: "/b", permanent: true }';
const short = '{ source: "/a", destination: "/b", permanent: false }';

describe("a redirect to a page that moves", () => {
  it.each([
    [
      "like those that there are, in a line of its own",
      ...["next", next(`[\n      // Old names.\n      ${short},\n      ${lasting},\n    ]`)],
      next(
        `[\n      { source: "/sails", destination: "/rig/sails", permanent: true },\n      // Old names.\n      ${short},\n      ${lasting},\n    ]`,
      ),
    ],
    [
      "in front of a list that is spread",
      ...["next", next("[...older]")],
      next('[{ source: "/sails", destination: "/rig/sails", permanent: true }, ...older]'),
    ],
    [
      "into a list that is empty",
      ...["docusaurus", docusaurus("{ redirects: [] }")],
      docusaurus('{ redirects: [{ from: "/docs/sails", to: "/docs/rig/sails" }] }'),
    ],
    [
      "into a list that holds a comment only",
      ...["docusaurus", docusaurus("{\n    redirects: [\n      // None yet.\n    ],\n  }")],
      docusaurus(
        '{\n    redirects: [\n      { from: "/docs/sails", to: "/docs/rig/sails" },\n      // None yet.\n    ],\n  }',
      ),
    ],
    [
      "in quotes like others",
      ...["docusaurus", docusaurus("{ redirects: [{ to: '/docs', from: '/x' }] }")],
      docusaurus(
        "{ redirects: [{ to: '/docs/rig/sails', from: '/docs/sails' }, { to: '/docs', from: '/x' }] }",
      ),
    ],
    [
      "as a member of an object",
      ...["astro", astro("redirects: {\n    '/a/': '/b/',\n  }")],
      astro("redirects: {\n    '/sails/': '/rig/sails/',\n    '/a/': '/b/',\n  }"),
    ],
    [
      "as a member that says nothing else",
      ...["astro", astro("redirects: { '/a': { status: 302, destination: '/b' }, }")],
      astro("redirects: { '/sails': '/rig/sails', '/a': { status: 302, destination: '/b' }, }"),
    ],
    [
      "with the site's base in front of the target",
      ...["astro", astro("base: '/boats', redirects: { '/a': '/boats/b' }")],
      astro("base: '/boats', redirects: { '/sails': '/boats/rig/sails', '/a': '/boats/b' }"),
    ],
  ] as [string, keyof typeof sites, string, string][])("is added %s", async (_, kind, before, after) => {
    const { text, notes, judge } = await move(kind, before);
    expect(text).toBe(after);
    expect(notes).toEqual([]);
    expect(judge(text)).toBeNull();
    const target = /(["'])[^"']*\/rig\/sails\/?\1/;
    for (const other of ['"https://example.com/"', '"//example.com/"', '"/sails/:path*"', "plugin()"])
      expect(judge(text.replace(target, other)), other).not.toBeNull();
  });

  it.each([
    ["next", next("readOld()"), "the configuration writes out no list of redirects"],
    [
      "next",
      next("[]").replace("({\n", '({\n  output: "export",\n'),
      "the configuration writes out no list of redirects",
    ],
    [
      "docusaurus",
      docusaurus("{ fromExtensions: [] }"),
      "writes out no redirects of plugin-client-redirects",
    ],
    ["docusaurus", docusaurus("{ redirects: names.map(make) }"), "writes out no redirects"],
    ["astro", astro("redirects: old"), "the configuration writes out no redirects"],
    ["astro", astro("base: '/boats', redirects: { '/a': '/b' }"), "how astro.config.mjs would write it"],
    ["next", next("[]"), "how next.config.mjs would write it", "boats: sails.md", "boats.md"],
  ] as [keyof typeof sites, string, string, string?, string?][])(
    "is not added where it is not known how: %s %#",
    async (kind, config, why, ...paths) => {
      const { text, notes } = await move(kind, config, ...paths);
      expect(text).toBe(config);
      expect(notes).toEqual([expect.stringContaining(why)]);
    },
  );

  it.each([
    [
      "next",
      next('[{ source: "/rig/sails", destination: "/sails", permanent: true }]'),
      next('[{ source: "/sails", destination: "/rig/sails", permanent: true }]'),
    ],
    [
      "docusaurus",
      docusaurus(
        "{ redirects: [{ from: '/docs/rig/sails', to: '/docs/sails' }, { from: '/a', to: '/docs' }] }",
      ),
      docusaurus(
        "{ redirects: [{ from: '/docs/sails', to: '/docs/rig/sails' }, { from: '/a', to: '/docs' }] }",
      ),
    ],
    [
      "astro",
      astro("redirects: {\n    '/rig/sails': '/sails',\n    '/a': '/b',\n  }"),
      astro("redirects: {\n    '/sails': '/rig/sails',\n    '/a': '/b',\n  }"),
    ],
    [
      "astro",
      astro("redirects: {\n    '/rig/sails': { status: 302, destination: '/sails' },\n    '/a': '/b',\n  }"),
      astro("redirects: {\n    '/sails': { status: 302, destination: '/rig/sails' },\n    '/a': '/b',\n  }"),
    ],
  ] as [keyof typeof sites, string, string][])(
    "takes the place of the one back where the page moves back: %s",
    async (kind, before, after) => {
      const { text, notes, judge } = await move(kind, before);
      expect(text.replace(/\s+/g, " ")).toBe(after.replace(/\s+/g, " "));
      expect(notes).toEqual([]);
      expect(judge(text)).toBeNull();
      if (kind === "astro") expect(judge(before.replace("'/a': '/b',", ""))).not.toBeNull();
    },
  );
});

it.each([
  [
    "docs.json",
    '{"navigation": ["a"], "redirects": [{"source": "/b/a", "destination": "/a"}]}\n',
    "a.mdx",
    "b/a.mdx",
  ],
  [
    "mkdocs.yml",
    "site_name: S\nplugins:\n  - redirects:\n      redirect_maps:\n        b/a.md: a.md\n        c.md: a.md\n",
    "docs/a.md",
    "docs/b/a.md",
  ],
])(
  "a page that moves back to an address that leads to it is not hidden by it: %s",
  async (path, text, from, to) => {
    const { site } = await openTexts({ [path]: text, [from]: "# A\n", "docs/index.md": "# I\n" });
    const { edits } = await planMove(site, from, to);
    const after = edits.find((one) => one.path === path)!.text;
    expect(after).not.toMatch(/"source": "\/b\/a"|b\/a\.md: /);
    expect(after).toMatch(/"source": "\/a",\s*"destination": "\/b\/a"|\n {8}a\.md: b\/a\.md\n/);
  },
);

it.each([
  ["next", next(`[${lasting}]`), "/sails", 0],
  ["astro", astro("redirects: { '/a': '/b' }"), "/sails/", 0],
  ["next", next("readOld()"), "/sails", 1],
  ["next", next(`[${lasting}]`), "/boats/sails", 1],
  ["docusaurus", docusaurus("{ redirects: [] }"), "/docs/sails", 1],
] as [keyof typeof sites, string, string, number][])(
  "links in code stay right where the redirect is for them, too: %s %#",
  async (kind, config, href, count) => {
    const { path, root } = sites[kind];
    const page = "---\ntitle: S\n---\n\n# S\n";
    const code = { "src/components/Card.jsx": `export const Card = () => <Link to="${href}">S</Link>;\n` };
    const files = { [path]: config, [`${root}index.md`]: page, [`${root}sails.md`]: page, ...code };
    const { site } = await openTexts(files);
    expect((await planMove(site, `${root}sails.md`, `${root}rig/sails.md`)).unclear).toHaveLength(count);
  },
);

describe("addresses that a function of Docusaurus makes", () => {
  const made = (body: string) => docusaurus(`{ redirects: [], createRedirects(path) { ${body} } }`);
  const own = '{ from: "/docs/sails", to: "/docs/rig/sails" }';
  it.each([
    ['if (path.startsWith("/docs/")) return [path.replace("/docs/", "/")]; return undefined;', "/sails"],
    ['if (path.includes("/rig")) return; return path.replace(/^\\/docs/, "/manual");', "/manual/sails"],
    ['return path.startsWith("/docs/sa") ? ["/a", path, "/b"] : null;', "/a", "/b"],
    [`return ["/docs", \`\${path}/old\`];`, "/docs/sails/old"],
    ['return ["/any"];'],
  ])("lead to the page when it has moved: %s", async (body, ...kept) => {
    const { text, notes, judge } = await move("docusaurus", made(body));
    const further = kept.map((one) => `{ from: "${one}", to: "/docs/rig/sails" }`);
    expect(text).toContain(`redirects: [${[own, ...further].join(", ")}]`);
    expect(notes).toEqual([]);
    expect(judge(text)).toBeNull();
  });

  it("are told of where the function is not read", async () => {
    const { text, notes } = await move("docusaurus", made("return old.get(path);"));
    expect(text).toContain(`redirects: [${own}]`);
    expect(notes).toEqual([expect.stringContaining("a function of the configuration makes redirects")]);
  });
});

it("no redirect is added where only a slash at the end of the address changes", async () => {
  const config = docusaurus("{ redirects: [] }");
  expect((await move("docusaurus", config, "sails.md", "sails/index.md")).text).toBe(config);
});

it("redirects are added for each language in which the page stands in for its translation", async () => {
  const config = astro("redirects: {}").replace(
    "title: 'B'",
    "title: 'B', locales: { root: {}, fr: {}, zh: {} }",
  );
  const page = "---\ntitle: S\n---\n";
  const root = "src/content/docs/";
  const { site } = await openTexts({
    ...{ "astro.config.mjs": config, [`${root}sails.md`]: page, [`${root}fr/sails.md`]: page },
  });
  const { edits } = await planMove(site, `${root}sails.md`, `${root}rig/sails.md`);
  const added = "redirects: {'/sails': '/rig/sails/', '/zh/sails': '/zh/rig/sails/'}";
  expect(edits.map(({ text }) => text)).toEqual([config.replace("redirects: {}", added)]);
});
