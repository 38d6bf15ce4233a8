import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openTexts } from "../../../test/fixtures/sites/open-fixture.ts";
import { type Rule, ruleIds, ruleList } from "../../schemas/check-rules.ts";
import { type CheckOptions, checkSite } from "../check-site.ts";

const mintlify = {
  "docs.json":
    '{"$schema": "https://mintlify.com/docs.json", "navigation": {"pages": ["index"]}, "redirects": [{"source": "/a", "destination": "/b"}, {"source": "/b", "destination": "/a"}, {"source": "/old", "destination": "/index"}]}',
  "index.mdx": "---\ntitle: Home\n---\n\nWords.\n",
  "snippets/note.mdx": "Version {word}.\n",
  "snippets/chart.jsx": "export const Chart = () => null;\n",
  "snippets/list.ts": "export const a = [];\n",
};

async function find(texts: Record<string, string>, options: CheckOptions = {}): Promise<string[]> {
  const { site } = await openTexts(texts);
  const { findings } = await checkSite(site, options);
  return findings.map(({ rule, path, line, target }) => `${rule} ${path}:${line} ${target ?? ""}`.trim());
}

const ofPage = async (text: string) =>
  (await find({ ...mintlify, "index.mdx": text })).filter((one) => !one.startsWith("redirect-target"));

const docs = join(import.meta.dirname, "../../../docs/rules");

describe("every rule", () => {
  it.each(ruleIds)("%s has a page that says its severity and whether it is on", async (rule) => {
    expect(existsSync(join(docs, `${rule}.md`))).toBe(true);
    const page = await readFile(join(docs, `${rule}.md`), "utf8");
    expect(page).toContain(`| Severity | ${ruleList[rule].severity}`);
    expect(page).toContain(`| By default | ${ruleList[rule].isOn ? "on" : "off"} |`);
    const index = await readFile(join(docs, "README.md"), "utf8");
    expect(index).toContain(`| [${rule}](${rule}.md) |`);
  });
});

describe("names in MDX", () => {
  it.each([
    ["<Nonexistent />", "undefined-component index.mdx:1 Nonexistent"],
    ["{true && <Gone />}", "undefined-component index.mdx:1 Gone"],
    ["<ui.Box>x</ui.Box>", "undefined-component index.mdx:1 ui"],
    ["Words {foo.bar}", "undefined-identifier index.mdx:1 foo"],
    ["<div data-x={nothing}>x</div>", "undefined-identifier index.mdx:1 nothing"],
    ["{[1].map((one) => two(one))}", "undefined-identifier index.mdx:1 two"],
    [
      "<a onClick={() => document.dispatchEvent(new KeyboardEvent(other))}>x</a>",
      "undefined-identifier index.mdx:1 other",
    ],
    ["<div {...rest} />", "undefined-identifier index.mdx:1 rest"],
    ['import N from "/snippets/gone.mdx"\n\n<N />', "missing-import index.mdx:1 /snippets/gone.mdx"],
    ['import N from "./gone.jsx"\n\n<N />', "missing-import index.mdx:1 ./gone.jsx"],
  ])("%s is found", async (text, finding) => {
    expect(await ofPage(text)).toEqual([finding]);
  });

  it.each([
    "<Card title={`a b`}>x</Card>",
    'import { Chart } from "/snippets/chart.jsx"\n\n<Chart />',
    'import N from "./snippets/note.mdx"\n\n<N />',
    "export const Box = ({ a, ...rest }) => <div {...rest}>{a}</div>\n\n<Box a={1} />",
    "export const rows = [1]\n\n{rows.map(({ id, of: { it: name } }, index) => <li key={index}>{id}{name}</li>)}",
    "{useState(1)} {Math.max(1, 2)} {user.firstName} {props.x} {window.location}",
    'import { a } from "./snippets/list.js?raw"\n\n{a}',
    "export const code = {\n  a: `import x from './gone'\n`,\n}\n\n// import y from './gone'\n\n{code.a}",
    "{/* c */}\nexport const word = 1\n\n{word}",
    "{/* <Gone /> {gone} */}",
    "`<Gone />` and `{gone}`",
    "```jsx\n<Gone a={gone} />\n```",
    "```mdx-code-block\nimport Tabs from '@theme/Tabs';\n```\n\n<Tabs>words</Tabs>",
    "<>words</>",
    "{{version}}",
    "| $\\lceil \\frac{D}{8} \\rceil$ |",
    "Costs $5.\n\nUses $\\texttt{N} (x\n{T1} + y)$ bytes.",
    "$$\n\\texttt{shift} + x_{i}\n$$",
    '<div style={{ color: "red", margin: 1 }}>x</div>',
    "{(() => { let a = 1; try { a += 1 } catch (error) { return error } return a })()}",
    "{{ a: 1, b() { return this.a } }.b()}",
  ])("%s is not", async (text) => {
    expect(await ofPage(text)).toEqual([]);
  });

  it("are not judged where it is not known what the site provides, which is said", async () => {
    const { site } = await openTexts({ "docs/a.mdx": "<Gone /> {gone}\n" });
    const { findings, unjudged } = await checkSite(site);
    expect(findings).toEqual([]);
    expect(unjudged.map(({ rule }) => rule)).toEqual(
      expect.arrayContaining(["undefined-component", "undefined-identifier"]),
    );
  });

  it("count as provided when three other pages use them, unless the change brings these", async () => {
    const pages = Object.fromEntries([1, 2, 3, 4].map((n) => [`p${n}.mdx`, "<Ours />\n"]));
    expect((await find({ ...mintlify, ...pages })).join()).not.toContain("undefined-component");
    const { site } = await openTexts(mintlify);
    const grown = await openTexts({ ...mintlify, ...pages });
    const after = { ...grown.site, filesBefore: site.filesBefore };
    const { findings } = await checkSite(after);
    expect(findings.filter(({ rule }) => rule === "undefined-component")).toHaveLength(4);
  });

  it("are provided by mdx-components of the site", async () => {
    const site = {
      "mdx-components.tsx": "export const useMDXComponents = (components) => ({ ...components, Ours })\n",
      "docs/a.mdx": "<Ours />\n\n<Gone />\n",
    };
    expect(await find(site)).toEqual(["undefined-component docs/a.mdx:3 Gone"]);
  });

  /** Returns the pages on which an undefined component is found after an edit. */
  async function edit(texts: Record<string, string>, path: string, text: string): Promise<string[]> {
    const { site } = await openTexts(texts);
    const report = await checkSite(site);
    const edited = site.copy(async (one) => (one === path ? Buffer.from(text) : await site.read(one)));
    await edited.update([path]);
    const judged = { site, report, ties: null };
    const before = { notJudged: [], soundAnchors: new Set<string>(), judged };
    const { findings } = await checkSite(edited, { changedPaths: [path], before });
    return findings.flatMap((one) => (one.rule === "undefined-component" ? [one.path] : []));
  }

  it("on other pages are judged as before the change, whichever page no longer uses them", async () => {
    const pages = Object.fromEntries([1, 2, 3, 4].map((n) => [`p${n}.mdx`, "<Ours />\n"]));
    expect(await edit({ ...mintlify, ...pages }, "p1.mdx", "Words.\n")).toEqual([]);
    expect(await edit({ ...mintlify, ...pages }, "p1.mdx", "<Ours /> <Gone />\n")).toEqual(["p1.mdx"]);
  });

  it("are judged on every page again when code that provides them changes", async () => {
    const code = (name: string) => `export const useMDXComponents = (all) => ({ ...components, ${name} })\n`;
    const site = { "mdx-components.tsx": code("Ours"), "docs/a.mdx": "<Ours />\n", "docs/b.mdx": "Words.\n" };
    expect(await edit(site, "docs/b.mdx", "Others.\n")).toEqual([]);
    expect(await edit(site, "mdx-components.tsx", code("Other"))).toEqual(["docs/a.mdx"]);
  });
});

describe("a page's text", () => {
  it.each<[Rule, string, string]>([
    [
      "undefined-reference",
      "See [the guide][guide words].",
      "[a][b] and [x](/index) [the guide][it]\n\n[it]: /index",
    ],
    ["undefined-reference", "See [the guide][].", "`[the guide][words]` and a[index][other]"],
    ["undefined-reference", "[a][long]", `[a][long]\n\n[long]:\n  https://h.example/?${"x".repeat(5_000)}`],
    ["undefined-reference", "See [the rig][rig=one].", "[rig=15,16]a[/rig][rig=17]b[/rig]"],
    [
      "undefined-reference",
      "> [a][the\n> none]",
      "> > [a][the\n> > two words][] [b][the two\n> > words]\n\n[the two words]: b.md",
    ],
    ["undefined-reference", "[Ann][the notes]", "[Ann][[the slides](https://example.org)] [[a](/index)][]"],
    ["code-fence", "```js\nlet a = 1;\n", "````md\n```js\nlet a\n```\n````"],
    [
      "code-fence",
      "A\n\n:   ```js\n    let a\n\n# Next\n",
      "A\n\n:   ```js\n    let a\n    ```\n\n    ```\n    let b\n    ```",
    ],
    ["code-fence", "```js\nlet a = 1;\n\n# Next\n\n```sh\nls\n```\n", "~~~\n```js\n~~~"],
    ["code-fence", "```js\nlet a = 1;\n\n# Next\n\n``` { .sh }\nls\n```\n", "~~~\n``` yaml\n~~~"],
    ["image-alt", "![](https://a.example/x.png)", '<img src="https://a.example/x.png" alt="" />'],
    ["image-alt", "![](https://a.example/y.png)", "![](#part)"],
    ["image-alt", '<img src="https://a.example/x.png" />', "![Plan](https://a.example/x.png)"],
    ["heading-order", "## One\n\n#### Two", "### One\n\n## Two\n\n### Three"],
    ["duplicate-anchor", '<a id="x"></a> <a id="x"></a>', "# Same\n\n# Same"],
    ["hidden-unicode", "Words \u202ewords.", "שלום \u202aabc\u202c and \u{1f3f4}\u{e0067}\u{e0062}\u{e007f}"],
  ])("%s", async (rule, bad, good) => {
    const named = (list: string[]) => list.filter((one) => one.startsWith(`${rule} `));
    expect(named(await ofPage(bad))).toHaveLength(1);
    expect(named(await ofPage(good))).toEqual([]);
  });
});

it("references are not judged where many of them are defined elsewhere", async () => {
  const undefinedOnes = Array.from({ length: 12 }, (_, n) => `See [rope ${n}][rope-${n}].`).join("\n");
  const definedOnes = "See [rope][line]. ".repeat(300);
  const open = (text: string) =>
    openTexts({ ...mintlify, "a.mdx": `${undefinedOnes}\n\n${text}\n\n[line]: /\n` });
  const judged = await checkSite((await open(definedOnes)).site);
  expect(judged.findings.filter(({ rule }) => rule === "undefined-reference")).toHaveLength(12);
  const left = await checkSite((await open("")).site);
  expect(left.unjudged.map(({ rule }) => rule)).toContain("undefined-reference");
});

it("references of a part are up to the page that shows it", async () => {
  const { site } = await openTexts({
    "book.toml": '[book]\ntitle = "B"\n',
    "src/SUMMARY.md": "- [A](a.md)\n",
    "src/a.md": "# A\n\n{{#include parts/p.md}}\n\n[rope]: https://h.example/\n",
    "src/parts/p.md": "[Ropes][rope]\n",
  });
  const { findings } = await checkSite(site);
  expect(findings.filter(({ rule }) => rule === "undefined-reference")).toEqual([]);
});

describe("addresses", () => {
  it("two pages with the same one are found, and not where routing is unknown", async () => {
    const pages = { "setup.mdx": "x\n", "setup/index.mdx": "y\n" };
    expect(
      (await find({ ...mintlify, ...pages })).filter((one) => one.startsWith("duplicate-route")),
    ).toEqual(["duplicate-route setup/index.mdx:1 /setup"]);
    expect((await find({ "docs/a.md": "x\n", "docs/a/index.md": "y\n" })).join()).not.toContain(
      "duplicate-route",
    );
  });

  const docusaurus = { "docusaurus.config.js": "module.exports = { presets: [['classic', {}]] };\n" };
  const jekyll = { "_config.yml": "theme: minima\n" };
  it.each<[string, Record<string, string>, string[]]>([
    [
      "slugs of Docusaurus",
      { ...docusaurus, "docs/a.md": "---\nslug: /same\n---\n", "docs/b.md": "---\nslug: /same\n---\n" },
      ["duplicate-route docs/b.md:1 /docs/same"],
    ],
    [
      "an index and a page of Docusaurus that differ in a slash",
      { ...docusaurus, "docs/a.md": "x\n", "docs/a/index.md": "y\n" },
      [],
    ],
    [
      "a section and a page of Hugo",
      {
        "hugo.toml": "baseURL = 'https://a.example/'\n",
        "content/a.md": "x\n",
        "content/a/_index.md": "y\n",
      },
      ["duplicate-route content/a/_index.md:1 /a/"],
    ],
    [
      "permalinks of Jekyll",
      { ...jekyll, "a.md": "---\npermalink: /same/\n---\n", "b.md": "---\npermalink: /same/\n---\n" },
      ["duplicate-route b.md:1 /same/"],
    ],
    [
      "pages of VitePress",
      { ".vitepress/config.mts": "export default {}\n", "a.md": "x\n", "a/index.md": "y\n" },
      [],
    ],
  ])("of %s", async (_, texts, expected) => {
    expect((await find(texts)).filter((one) => one.startsWith("duplicate-route"))).toEqual(expected);
  });

  it("redirects that lead in circles or nowhere are found", async () => {
    const found = (await find(mintlify)).filter((one) => one.startsWith("redirect-target"));
    expect(found).toEqual(["redirect-target docs.json:1 /b", "redirect-target docs.json:1 /a"]);
  });

  it("of a page that goes without a redirect is a warning", async () => {
    const { site, set } = await openTexts({ ...mintlify, "gone.mdx": "x\n" });
    const { notJudged } = await checkSite(site);
    await set({ "gone.mdx": null });
    const before = { notJudged, soundAnchors: new Set<string>() };
    const { findings } = await checkSite(site, { before, changedPaths: ["gone.mdx"] });
    expect(findings.filter(({ rule }) => rule === "lost-address").map(({ target }) => target)).toEqual([
      "gone.mdx",
    ]);
    expect(ruleList["lost-address"].severity).toBe("warning");
  });
});

describe("a change of one page", () => {
  const site = {
    "docs/a.md": "x\n",
    "docs/fr/a.md": "x\n",
    "docs/de/a.md": "x\n",
    "website/versioned_docs/version-1.0/a.md": "x\n",
  };
  it("leaves its translations behind", async () => {
    const found = await find(site, { changedPaths: ["docs/a.md", "docs/de/a.md"] });
    expect(found).toEqual(["translation-stale docs/fr/a.md:1 docs/a.md"]);
  });
  it("of a published version is told", async () => {
    const path = "website/versioned_docs/version-1.0/a.md";
    expect(await find(site, { changedPaths: [path] })).toEqual([`frozen-version ${path}:1`]);
  });
});

it("the generator's front matter: Docusaurus refuses a text where it wants true or false", async () => {
  const site = {
    "docusaurus.config.js": "module.exports = {}",
    "docs/b.md":
      "---\ndraft: false # yes\nunlisted: 'true'\nsidebar_position: '3'\npagination_label: 2021\n---\n",
  };
  const bad = { ...site, "docs/a.md": "---\ndraft: maybe\nsidebar_position: first\n---\n" };
  expect((await find(bad)).filter((one) => one.startsWith("frontmatter-schema"))).toEqual([
    "frontmatter-schema docs/a.md:1 draft",
    "frontmatter-schema docs/a.md:1 sidebar_position",
  ]);
});
