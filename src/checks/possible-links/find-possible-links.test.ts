import { describe, expect, it } from "vitest";
import { openTexts } from "../../../test/fixtures/sites/open-fixture.ts";
import { unclearAfter } from "../../../test/helpers/unclear-after.ts";
import { planDelete } from "../changes/plan-delete.ts";
import { planMove } from "../changes/plan-move.ts";

type Texts = Record<string, string>;

const steps = "content/en/learn/first-steps.md";
const moved = "content/en/start/first-steps.md";
const base: Texts = { [steps]: "# First steps\n", "content/en/learn/tools.md": "# Tools\n" };

describe("what may lead to a page of a site whose links are not judged", () => {
  it.each<[what: string, path: string, text: string, target: string]>([
    ["an address", "content/en/a.md", "[x](/learn/first-steps/)", "/learn/first-steps/"],
    ["a prefix that the host adds", "content/en/a.md", "[x](/v2/docs/first-steps)", "/v2/docs/first-steps"],
    ["other case and words", "content/en/a.md", "[x](/learn/First_Steps/#a)", "/learn/First_Steps/#a"],
    ["a name alone", "content/en/a.md", "[x](first-steps)", "first-steps"],
    ["a name behind dots", "content/en/a/b.md", "[x](../../learn/first-steps)", "../../learn/first-steps"],
    ["a base that is put in", "content/en/a.md", '<a href="{base}/learn/first-steps">x</a>', ""],
    ["an alias of a folder", "content/en/a.md", "[x](@/learn/first-steps)", "@/learn/first-steps"],
    ["a component", "content/en/a.mdx", '<Card to="/learn/first-steps" />', "/learn/first-steps"],
    ["a shortcode", "content/en/a.md", '[x]({{< ref "first-steps" >}})', "first-steps"],
    ["a role", "content/en/a.md", "See {doc}`learn/first-steps`.", "learn/first-steps"],
    ["a table of contents", "content/en/learn/index.md", "```{toctree}\nfirst-steps\n```", "first-steps"],
    ["the front matter", "content/en/a.md", "---\nnext: /learn/first-steps\n---\n", "/learn/first-steps"],
    [
      "an import by an alias",
      "content/en/a.mdx",
      'import A from "@/learn/first-steps.md";',
      "@/learn/first-steps.md",
    ],
    ["a redirect", "static/_redirects", "/old /learn/first-steps 301", "/learn/first-steps"],
    ["a sidebar", "sidebars.json", '{"docs": ["learn/first-steps"]}', "learn/first-steps"],
    ["one by name alone", "sidebars.js", 'export default ["first-steps"]', "first-steps"],
    ["a list beside it", "content/en/learn/_meta.ts", "export default {\n  first-steps: 1 }", "first-steps"],
    ["a key of a list", "content/en/learn/_meta.ts", "export default { first-steps : 1 }", "first-steps"],
    ["a configuration", "hugo.toml", 'pageRef = "/learn/first-steps"', "/learn/first-steps"],
    ["the file on a code host", "content/en/a.md", `[x](https://h.example/r/blob/main/${steps})`, ""],
  ])("%s", async (_, path, text, target) => {
    const found = await unclearAfter({ ...base, [path]: `${text}\n` }, steps, moved);
    expect(found).toEqual([expect.stringContaining(`${path}:`)]);
    expect(found[0]).toContain(target);
  });

  it.each<[what: string, path: string, text: string]>([
    ["a file, which is rewritten", "content/en/a.md", "[x](learn/first-steps.md)"],
    ["another page of that name, nearer", "content/en/b/first-steps.md", "[x](/b/first-steps)"],
    ["code", "content/en/a.md", "`/learn/first-steps`\n\n```\n/learn/first-steps\n```"],
    ["prose", "content/en/a.md", "The first-steps are hard."],
    ["the source of a redirect", "static/_redirects", "/learn/first-steps /learn/tools 301"],
    ["the source of a redirect of docfx", ".redirection.json", `{"source_path": "${steps}"}`],
    ["an option", "docusaurus.config.js", "export default {\n  first-steps: [1] }"],
    ["the text of a menu item", "sidebars.js", 'export default [{ text: "On first-steps" }]'],
    ["a comment of a configuration", "hugo.toml", "paginate = 5 # first-steps\n  # /learn/first-steps"],
    ["another site", "content/en/a.md", "[x](https://h.example/learn/first-steps)"],
    ["a dependency", "package-lock.json", '{"learn/first-steps": 1}'],
    ["a word of a program", "src/a.ts", 'const name = "first-steps";'],
    [
      "a word of a title in a menu",
      "_meta.js",
      'export default { "a": "First-steps by hand", b: "Your first-steps" };',
    ],
    [
      "a word of the code of a menu, or of its comments",
      "sidebar.js",
      'import first-steps from "x";\n// Lists first-steps\n/** Shows first-steps too. */\nexport default [];',
    ],
    [
      "a closing tag",
      "layouts/a.html",
      "<p><first-steps>a <b>b</b></first-steps></p>\n</first-steps>\n<i>a</i></first-steps>",
    ],
    ["a test of a program", "tests/config.spec.ts", "mount({ slots: { 'first-steps': 1 } });"],
    ["a path of an interface", "api.yml", "openapi: 3.1.0\npaths:\n  '/first-steps':\n    get: {}"],
    ["the same in JSON", "api.json", '{ "openapi": "3.1.0", "paths": { "/first-steps": {} } }'],
  ])("not %s", async (_, path, text) => {
    expect(await unclearAfter({ ...base, [path]: `${text}\n` }, steps, moved)).toEqual([]);
  });

  it("addresses of its own host, which the site's other links show, with the page's own version put in", async () => {
    const of = (name: string) => `[x](https://docs.example/p/<VERSION>/${name})\n`;
    const texts: Texts = {
      "docs/next/use/checks.md": "# Checks\n",
      "docs/next/use/tags.md": of("use/checks") + of("use/tags"),
      "docs/v1/use/checks.md": "# Checks\n",
      "docs/v1/use/tags.md": of("use/checks") + of("use/tags"),
      "docs/next/more.md": "[x](https://other.example/use/checks)",
    };
    const from = "docs/next/use/checks.md";
    const found = await unclearAfter(texts, from, "docs/next/use/later/checks.md");
    expect(found).toEqual(["docs/next/use/tags.md:1 https://docs.example/p/<VERSION>/use/checks"]);
  });

  it.each([
    ["slug: /begin/here", "/begin/here", false],
    ["slug: begin", "/learn/begin/", true],
    ["url: /begin/", "/begin", false],
    ["aliases: [/old/start]", "/old/start", false],
    ["aliases:\n  - /old/start", "/old/start", false],
  ])(
    "addresses of its front matter, %s; of those that move with it only when it is deleted",
    async (line, target, isLost) => {
      const texts = { ...base, [steps]: `---\n${line}\n---\n`, "content/en/a.md": `[x](${target})` };
      expect(await unclearAfter(texts, steps, moved)).toHaveLength(isLost ? 1 : 0);
      const { site } = await openTexts(texts);
      expect((await planDelete(site, steps)).inbound).toHaveLength(1);
    },
  );

  it("no slug of another page, such as that of an earlier version", async () => {
    const texts = { ...base, "versions/1/learn/first-steps.md": "---\nslug: /learn/first-steps\n---\n" };
    expect(await unclearAfter(texts, steps, moved)).toEqual([]);
  });

  it("the id of its front matter in a sidebar", async () => {
    const texts = { ...base, [steps]: "---\nid: begin-here\n---\n", "sidebars.json": '["begin-here"]' };
    expect(await unclearAfter(texts, steps, moved)).toEqual(["sidebars.json:1 begin-here"]);
  });

  it("the start of the site, where the page that stands for it moves", async () => {
    const texts = {
      "README.md": "# R",
      "content/_index.md": "# Home",
      "content/a/_index.md": "[x](/) [y](/b/)",
      "content/b/_index.md": "# B",
    };
    expect(await unclearAfter(texts, "content/_index.md", "content/start.md")).toHaveLength(1);
    expect(await unclearAfter(texts, "content/b/_index.md", "content/c/_index.md")).toEqual([
      "content/a/_index.md:1 /b/",
    ]);
    expect(await unclearAfter(texts, "content/a/_index.md", "content/d/_index.md")).toEqual([]);
  });

  it("addresses in the page itself that mean something else in its new place, and files published with it", async () => {
    const texts: Texts = {
      "content/a/index.md": "[1](../c) [2](d.png) [3](/e) [4](../c.md) [5](https://x.example/)\n",
      "content/a/d.png": "",
      "content/c.md": "# C",
    };
    const found = await unclearAfter(texts, "content/a/index.md", "content/b/deep/index.md");
    expect(found).toEqual(["content/a/index.md:1 ../c", "content/a/index.md:1 d.png"]);
  });

  it("and for a picture: the places that name it", async () => {
    const texts: Texts = {
      "assets/pan.png": "",
      "docs/a.md": "![1](/img/pan.png) ![2](../assets/pan.png) ![3](/img/pot.png)",
    };
    const found = await unclearAfter(texts, "assets/pan.png", "assets/kitchen/pan.png");
    expect(found).toEqual(["docs/a.md:1 /img/pan.png"]);
  });
});

describe("a site whose generator is known", () => {
  it("knows which addresses of its own host lead to a page", async () => {
    const address = (name: string) => `[x](https://docs.example/${name}/)\n`;
    const { site } = await openTexts({
      "mkdocs.yml": "site_name: x\n",
      "docs/use/a.md": "# A",
      "docs/schema.json": '{"$comment": "/use/a", "see": "https://docs.example/use/a/#b"}',
      "docs/use/b.md": address("use/a") + address("zh/use/a") + address("use/b") + address("use/b"),
    });
    const { unclear } = await planMove(site, "docs/use/a.md", "docs/use/c.md");
    expect(unclear.map(({ line, target }) => `${line} ${target}`)).toEqual([
      "1 https://docs.example/use/a/",
      "1 https://docs.example/use/a/#b",
    ]);
  });
});

it.each<[generator: string, texts: Texts, page: string, found: string[]]>([
  [
    "MkDocs",
    {
      "mkdocs.yml": "theme:\n  name: material\n  custom_dir: docs/overrides\nexclude_docs: overrides/\n",
      "docs/overrides/home.html":
        '<a href="{{ \'start/loom\' | url }}">a</a> <a href="{{ \'loom\' | url }}">b</a>\n<i class="loom">loom</i> <a href="start/warp/">c</a> <a href="../loom/">d</a>\n',
      "other/home.html": '<a href="start/loom/">a</a>\n',
    },
    "docs/start/loom.md",
    [
      "docs/overrides/home.html:1 start/loom",
      "docs/overrides/home.html:1 loom",
      "docs/overrides/home.html:2 ../loom/",
    ],
  ],
  [
    "Sphinx",
    {
      "doc/conf.py": 'extensions = ["myst_parser"]\ntemplates_path = ["_parts"]\n',
      "doc/_parts/side.html": '<a href="{{ pathto(\'loom\') }}">a</a>\n<b class="loom">b</b>\n',
    },
    "doc/loom.md",
    ["doc/_parts/side.html:1 loom"],
  ],
  [
    "mdBook",
    {
      "book.toml": "[book]\n",
      "src/SUMMARY.md": "- [A](loom.md)\n",
      "theme/index.hbs": '<a href="{{ path_to_root }}loom.html">a</a> <a href="loom.html">b</a>\n',
    },
    "src/loom.md",
    ["theme/index.hbs:1 loom.html"],
  ],
])("templates of %s may lead to a page", async (_, texts, page, found) => {
  const all = { [page]: "# Loom\n", ...texts };
  expect(await unclearAfter(all, page, page.replace("loom", "weft"))).toEqual(found);
});

describe("a site whose links look broken too often to be judged", () => {
  it("is taken as one whose links may lead anywhere", async () => {
    const texts = { "mkdocs.yml": "site_name: x\n", "docs/a.md": "# A", "docs/b.md": "[x](../x/a.md)" };
    const { site } = await openTexts(texts);
    expect((await planMove(site, "docs/a.md", "docs/c.md")).unclear).toEqual([]);
    const { unclear } = await planMove(site, "docs/a.md", "docs/c.md", { isWhole: true });
    expect(unclear).toEqual([{ path: "docs/b.md", line: 1, target: "../x/a.md" }]);
  });
});

it("the address of a page in JavaScript names no page of Docusaurus with the same name", async () => {
  const texts = {
    "docusaurus.config.js": 'module.exports = { baseUrl: "/", presets: [["classic", {}]] };\n',
    "src/pages/downloads/server.tsx": "export default Page;\n",
    "src/components/Call.tsx": '<Link to="/downloads/server" />\n<Link to="/testing/server" />\n',
    "docs/testing/server.md": "# S\n",
  };
  const unclear = await unclearAfter(texts, "docs/testing/server.md", "docs/testing/host.md");
  expect(unclear).toEqual(["src/components/Call.tsx:2 /testing/server"]);
});

it("an import from the root of a Starlight project names no page with the name of its part", async () => {
  const texts = {
    "astro.config.mjs":
      'import starlight from "@astrojs/starlight";\nexport default defineConfig({ integrations: [starlight({ title: "T" })] });\n',
    "src/content/docs/guides/csp.mdx": "---\ntitle: C\n---\n",
    "src/content/docs/parts/_csp.mdx": "Part\n",
    "src/content/docs/tools/a.mdx":
      "---\ntitle: A\n---\n\nimport Csp from '/src/content/docs/parts/_csp.mdx'\n\n<Csp />\n",
  };
  const [from, to] = ["src/content/docs/guides/csp.mdx", "src/content/docs/guides/safe.mdx"];
  expect(await unclearAfter(texts, from, to)).toEqual([]);
});

it("code beside a Jekyll site names none of its pages, unless by its file", async () => {
  const texts = {
    "docs/_config.yml": "title: T\n",
    "docs/_includes/menu.rb": 'MENU = "/learn/first-steps"\n',
    "docs/learn/first-steps.md": "# First steps\n",
    "lib/config.rb": 'STEPS = "first-steps"\nFOLDER = "/learn/first-steps"\n',
    "lib/read.rb": 'TEXT = "docs/learn/first-steps.md"\n',
  };
  expect(await unclearAfter(texts, "docs/learn/first-steps.md", "docs/start/first-steps.md")).toEqual([
    "docs/_includes/menu.rb:1 /learn/first-steps",
    "lib/read.rb:1 docs/learn/first-steps.md",
  ]);
});

describe("links of templates whose last part is put in", () => {
  const loop = (of: string, target: string) =>
    `{% for boat in ${of} %}\n<a href="${target}">{{ boat.name }}</a>\n{% endfor %}\n`;
  const texts = (template: string) => ({
    "docs/pages/boats/raft.md": "# Raft\n",
    "docs/pages/sails/jib.md": "# Jib\n",
    "docs/_includes/menu.njk": template,
  });
  const plans = async (template: string, page = "docs/pages/boats/raft.md") => {
    const { site } = await openTexts(texts(template));
    const moved = (await planMove(site, page, "docs/pages/old.md")).unclear;
    const { inbound } = await planDelete(site, page);
    return [moved, inbound].map((links) =>
      links.map(({ path, line, target }) => `${path}:${line} ${target}`),
    );
  };

  it("hold back each page of the folder", async () => {
    const target = "/boats/{{ boat.tag | slug }}";
    const menu = loop("meta.boats", target);
    const place = [`docs/_includes/menu.njk:2 ${target}`];
    expect(await plans(menu)).toEqual([place, place]);
    expect(await plans(menu, "docs/pages/sails/jib.md")).toEqual([[], []]);
  });

  it("hold back a page that moves only, where they are made for the pages", async () => {
    const target = "/boats/{{ boat.fileSlug }}/";
    expect(await plans(loop("collections.boats", target))).toEqual([
      [`docs/_includes/menu.njk:2 ${target}`],
      [],
    ]);
  });
});

it.each([
  ["const a = 1; // not /learn/first-steps", []],
  ["go('/shop'); // or '/learn/first-steps'", []],
  ["go('/learn/first-steps'); // here", ["menu.js:1 /learn/first-steps"]],
  ["go('a // /learn/first-steps')", ["menu.js:1 /learn/first-steps"]],
  ["go('a // b', '/learn/first-steps')", ["menu.js:1 /learn/first-steps"]],
])("a comment behind code names no page: %s", async (line, found) => {
  expect(await unclearAfter({ ...base, "menu.js": `${line}\n` }, steps, moved)).toEqual(found);
});
