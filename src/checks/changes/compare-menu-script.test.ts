import { describe, expect, it } from "vitest";
import { openTexts } from "../../../test/fixtures/sites/open-fixture.ts";
import { findNavigationFiles, judgeNavigation } from "./navigation-files.ts";

const path = "docs/.vitepress/config.ts";
const config = `import { defineConfig } from "vitepress";
import { plugin } from "./plugin.js";

// Whoever changes this asks the docs team.
const guides = () => [
  { text: "Start", link: "/start" },
  { text: "Sails", link: "/sails" },
];

export default defineConfig({
  srcDir: ".",
  head: [["script", { src: "/start" }], "/start"],
  themeConfig: {
    nav: [{ text: "Sails", link: "/sails", activeMatch: "/sails" }],
    sidebar: { "/": [{ text: "All", items: guides() }] },
  },
  vite: { plugins: [plugin("/start")] },
});
`;
const pages = {
  [path]: config,
  "docs/start.md": "# Start\n",
  "docs/sails.md": "# Sails\n",
  "docs/index.md": "# Home\n",
};

async function judge(text: string, before?: string): Promise<string | null> {
  const { site } = await openTexts(pages);
  return judgeNavigation(await findNavigationFiles(site), { path, text, ...(before && { before }) });
}

const more = "this changes more than where its entries lead";

describe("a script with a menu", () => {
  it.each([
    ["an entry with another address", '"Start", link: "/start"', '"Start", link: "/begin"'],
    ["an entry in a list and in a call", 'link: "/sails"', "link: '/rig/sails.html#all'"],
    ["an item that is gone", '  { text: "Sails", link: "/sails" },\n', ""],
    ["the last item", '[{ text: "Sails", link: "/sails", activeMatch: "/sails" }]', "[]"],
    ["spaces", "  srcDir", "      srcDir"],
  ])("may get %s", async (_title, old, now) => {
    expect(await judge(config.replace(old, now))).toBeNull();
  });

  it.each([
    ["a value that is no entry", 'srcDir: "."', 'srcDir: "/start"'],
    ["an address elsewhere in the script", 'src: "/start"', 'src: "/begin"'],
    ["what is given to a plugin", 'plugin("/start")', 'plugin("/begin")'],
    ["an import", './plugin.js"', './other.js"'],
    ["an entry that runs code", 'link: "/start"', 'link: "javascript:alert(1)"'],
    ["an entry on another host", 'link: "/start"', 'link: "//example.com/start"'],
    ["an entry that is computed", 'link: "/start"', "link: plugin()"],
    ["an item that is new", "const guides = () => [", 'const guides = () => [{ text: "N", link: "/n" },'],
    ["a label", 'text: "Start"', 'text: "Begin"'],
    ["code behind a quote", 'link: "/start" }', 'link: "/begin", x: plugin("") }'],
    ["an element of a list without entries", ', "/start"],', "],"],
    ["a list of menus that is gone", '[{ text: "All", items: guides() }]', "[]"],
    ["a comment that is new", "// Whoever", "/* @vite-ignore */ // Whoever"],
    ["a statement", "export default", "plugin();\nexport default"],
    ["another order", '"/": [{', '"/x": [{'],
  ])("may not get %s", async (_title, old, now) => {
    const text = config.replace(old, now);
    expect(text).not.toBe(config);
    expect(await judge(text)).toBe(more);
  });

  it("may not become something else", async () => {
    expect(await judge("export default {")).toBe("this cannot be read");
    expect(await judge(`${config}}`)).toBe("this cannot be read");
  });

  it("is compared with an older text too, when entries have changed meanwhile", async () => {
    const before = config.replace('link: "/start"', 'link: "/from"');
    expect(await judge(config, before)).toBeNull();
    expect(await judge(config, before.replace('srcDir: "."', 'srcDir: "x"'))).toBe(more);
  });

  it("is judged only where entries of it were read", async () => {
    const { site } = await openTexts({ ...pages, "docs/other.ts": 'export default "/start";\n' });
    const files = await findNavigationFiles(site);
    expect(judgeNavigation(files, { path: "docs/other.ts", text: "" })).toBe(
      "it is not a file of the navigation",
    );
  });
});

describe("a script whose entries are the names of members", () => {
  const meta = 'const x = "guide";\nexport default {\n  index: "Home",\n  guide: "Guide",\n  [x]: "X",\n};\n';
  async function judgeMeta(old: string, now: string): Promise<string | null> {
    const { site } = await openTexts({
      "next.config.mjs": 'import nextra from "nextra";\nexport default nextra({})({});\n',
      ...{ "pages/_meta.js": meta, "pages/index.mdx": "# Home\n", "pages/guide.mdx": "# Guide\n" },
    });
    const text = meta.replace(old, now);
    return judgeNavigation(await findNavigationFiles(site), { path: "pages/_meta.js", text });
  }

  it.each([
    ["another name", "guide:", "guides:"],
    ["a name that needs quotes", "guide:", '"guide-2":'],
    ["no line for a page", '  guide: "Guide",\n', ""],
  ])("may get %s", async (_, old, now) => expect(await judgeMeta(old, now)).toBeNull());

  it.each([
    ["another label", '"Guide"', '"guide"'],
    ["what it inherits", "guide:", "__proto__:"],
    ["what it inherits, in quotes", "guide:", '"__proto__":'],
    ["a value that is a variable", '"Guide"', "guide"],
    ["another computed name", "[x]", "[process]"],
    ["a name that is computed", "guide:", '["guide"]:'],
    ["no computed name", '  [x]: "X",\n', ""],
    ["a method", 'guide: "Guide"', 'guide() { return "Guide"; }'],
  ])("may not get %s", async (_, old, now) => expect(await judgeMeta(old, now)).toBe(more));
});

describe("a menu of pages with their titles", () => {
  const script = "docs/.vuepress/config.js";
  const menu =
    'module.exports = { themeConfig: { sidebar: { "/": ["", ["start", "Start"], ["sails", run("x")]] } } };\n';
  const judgePairs = async (text: string) => {
    const { site } = await openTexts({
      [script]: menu,
      "docs/README.md": "# Home\n",
      "docs/start.md": "# Start\n",
      "docs/sails.md": "# Sails\n",
    });
    return judgeNavigation(await findNavigationFiles(site), { path: script, text });
  };

  it.each([
    ["lose a page with its title", '["start", "Start"], ', ""],
    ["lose the folder's own page", '"", ', ""],
    ["lead elsewhere", '"start"', '"/rig/start"'],
    ["name the folder's own page", '""', '"home"'],
  ])("may %s", async (_title, old, now) => {
    expect(await judgePairs(menu.replace(old, now))).toBeNull();
  });

  it.each([
    ["lose what is computed", ', ["sails", run("x")]', ""],
    ["get a page", '["start"', '["a", "A"], ["start"'],
  ])("may not %s", async (_title, old, now) => {
    expect(await judgePairs(menu.replace(old, now))).toBe(more);
  });
});
