import { describe, expect, it } from "vitest";
import { openTexts } from "../../../test/fixtures/sites/open-fixture.ts";
import { createWriteRules } from "../../writes/write-rules.ts";
import { findNavigationFiles, isNavigationData, judgeNavigation } from "./navigation-files.ts";
import { planMove } from "./plan-move.ts";

const vitepress = (more = "") => ({
  ".vitepress/config.ts": `export default { title: "B"${more} };\n`,
  ...{ "index.md": "# B\n", "sails.md": "# S\n", "hull.md": "# H\n" },
});

async function move(
  files: Record<string, string>,
  path: string,
  [from, to]: readonly string[] = ["sails.md", "rig/sails.md"],
) {
  const { site } = await openTexts(files);
  const { edits, notes } = await planMove(site, from!, to!);
  const text = edits.find((one) => one.path === path)?.text;
  const navigation = await findNavigationFiles(site);
  const refuse = createWriteRules({
    ...{ paths: [], protectedPaths: [], jobPaths: [] },
    navigation: {
      isData: (one) => isNavigationData(navigation.data, one),
      judge: (one) =>
        navigation.judged.some((file) => file.path === one)
          ? (now) => judgeNavigation(navigation, { path: one, text: now })
          : null,
    },
  });
  if (text !== undefined) expect(await refuse(path, text)).toBeNull();
  return { text, notes, refuse };
}

const clean = vitepress(", cleanUrls: true");
const block = (from: string, to: string) =>
  `[[redirects]]\n  from = "${from}"\n  to = "${to}"\n  status = 301`;
const item = (from: string, to: string) =>
  `{\n      "source": "${from}",\n      "destination": "${to}",\n      "permanent": true\n    }`;
const list = (...items: string[]) =>
  `{\n  "cleanUrls": true,\n  "redirects": [\n    ${items.join(",\n    ")}\n  ]\n}\n`;

describe("a redirect to a page that moves, in a file of the site's host", () => {
  it.each([
    [
      "behind others, in their form",
      ...[
        "public/_redirects",
        "# Old names.\n/a\t/b\t301\n",
        "# Old names.\n/a\t/b\t301\n/sails\t/rig/sails\t301\n",
      ],
    ],
    [
      "in front of a pattern that takes the address",
      ...[
        "public/_redirects",
        "/a /b 302\n\n# Apps.\n/* /index.html 200",
        "/a /b 302\n/sails /rig/sails 301\n\n# Apps.\n/* /index.html 200",
      ],
    ],
    ["into an empty file", "public/_redirects", "", "/sails /rig/sails 301\n"],
    [
      "turned around where it leads away from the new address",
      ...["public/_redirects", "/rig/sails /sails  # Spring\n", "/sails /rig/sails  # Spring\n"],
    ],
    [
      "instead of one that the page hid, and with others led to it",
      ...[
        "public/_redirects",
        "/sails /a\n/canvas/ /sails#sew 301!\n",
        "/sails /rig/sails\n/canvas/ /rig/sails#sew 301!\n",
      ],
    ],
    [
      "as a block behind others",
      "netlify.toml",
      `[build]\n  command = "x"\n\n${block("/a", "/b")} # Spring\n\n[[headers]]\n  for = "/*"\n`,
      `[build]\n  command = "x"\n\n${block("/a", "/b")} # Spring\n\n${block("/sails", "/rig/sails")}\n\n[[headers]]\n  for = "/*"\n`,
    ],
    [
      "as a first block, of a language only being in the way",
      "netlify.toml",
      `[[redirects]]\n  from = "/sails"\n  to = "/fr"\n  [redirects.conditions]\n  Language = ["fr"]\n`,
      `[[redirects]]\n  from = "/sails"\n  to = "/fr"\n  [redirects.conditions]\n  Language = ["fr"]\n\n${block("/sails", "/rig/sails")}\n`,
    ],
    [
      "as the only block",
      "netlify.toml",
      "[build]\r\n",
      `[build]\r\n\r\n${block("/sails", "/rig/sails").replaceAll("\n", "\r\n")}\r\n`,
    ],
    [
      "as a last item",
      ...["vercel.json", list(item("/a", "/b")), list(item("/a", "/b"), item("/sails", "/rig/sails"))],
    ],
    [
      "as a first item, in front of a pattern",
      "vercel.json",
      '{"redirects":[{"source":"/:path*","has":[],"destination":"/x"}]}',
      '{"redirects":[{ "source": "/sails", "destination": "/rig/sails", "permanent": true },{"source":"/:path*","has":[],"destination":"/x"}]}',
    ],
    [
      "as a list of its own",
      "vercel.json",
      '{\n  "cleanUrls": true\n}\n',
      '{\n  "redirects": [\n    { "source": "/sails", "destination": "/rig/sails", "permanent": true }\n  ],\n  "cleanUrls": true\n}\n',
    ],
    [
      "below hosting",
      "firebase.json",
      '{\n  "hosting": {\n    "public": "dist",\n    "redirects": []\n  }\n}\n',
      '{\n  "hosting": {\n    "public": "dist",\n    "redirects": [\n      { "source": "/sails", "destination": "/rig/sails", "type": 301 }\n    ]\n  }\n}\n',
    ],
  ])("is written %s", async (_, path, before, after) => {
    const { text, notes } = await move({ ...clean, [path]: before }, path);
    expect(text).toBe(after);
    expect(notes).toEqual([]);
  });

  it.each([
    [
      "VitePress without clean addresses",
      vitepress(),
      "public/_redirects",
      "/sails.html /rig/sails.html 301\n",
    ],
    [
      "MkDocs",
      { "mkdocs.yml": "site_name: B\n", "docs/sails.md": "# S\n" },
      ...["docs/_redirects", "/sails/ /rig/sails/ 301\n"],
    ],
    [
      "Hugo with front matter that is not read",
      {
        "hugo.toml": 'baseURL = "https://b.invalid/"\ndisableAliases = true\n',
        "content/sails.md": "---\ntitle: S\n---\n",
      },
      ...["static/_redirects", "/sails/ /rig/sails/ 301\n"],
    ],
    [
      "Docusaurus",
      {
        "site/docusaurus.config.js":
          'module.exports = { baseUrl: "/", presets: [["classic", { docs: { routeBasePath: "/" } }]] };\n',
        "site/docs/sails.md": "# S\n",
      },
      ...["site/static/_redirects", "/sails /rig/sails 301\n"],
    ],
  ] as [string, Record<string, string>, string, string][])(
    "has the address that the host sees: %s",
    async (_, files, path, after) => {
      const from = Object.keys(files).find((one) => one.endsWith("sails.md"))!;
      const { text } = await move({ ...files, [path]: "" }, path, [from, from.replace("sails", "rig/sails")]);
      expect(text).toBe(after);
    },
  );

  it.each([
    ["a base that no redirect shows", vitepress(', base: "/book/"'), "public/_redirects", ""],
    ["a base that is computed", vitepress(", base: process.env.BASE"), "public/_redirects", ""],
    ["a file that is not published", clean, "_redirects", "/a /b\n"],
    ["rules of another form", clean, "vercel.json", '{"routes": [], "redirects": []}'],
    ["several sites of a host", clean, "firebase.json", '{"hosting": [{"redirects": []}]}'],
    ["a list in a line", clean, "netlify.toml", "redirects = []\n"],
    ["what cannot be read", clean, "vercel.json", '{"redirects": ['],
    [
      "a file of another site of the repository",
      Object.fromEntries(Object.entries(clean).map(([path, text]) => [`docs/${path}`, text])),
      ...["netlify.toml", '[build]\npublish = "app"\n'],
    ],
  ] as [string, Record<string, string>, string, string][])(
    "is none for %s",
    async (_, files, path, before) => {
      const folder = "docs/sails.md" in files ? "docs/" : "";
      const paths = [`${folder}sails.md`, `${folder}rig/sails.md`];
      const { text, notes } = await move({ ...files, [path]: before }, path, paths);
      expect(text).toBeUndefined();
      expect(notes).toEqual([expect.stringContaining("no redirect was added from /sails")]);
    },
  );

  it("is below the base where others are, and in the file of a folder above that names the site", async () => {
    const files = Object.fromEntries(
      Object.entries(vitepress(', base: "/book/", cleanUrls: true')).map(([path, text]) => [
        `docs/${path}`,
        text,
      ]),
    );
    const before = `[build]\npublish = "docs/.vitepress/dist"\n\n${block("/a", "/book/b")}\n`;
    const { text } = await move({ ...files, "netlify.toml": before }, "netlify.toml", [
      "docs/sails.md",
      "docs/s.md",
    ]);
    expect(text).toBe(`${before}\n${block("/book/sails", "/book/s")}\n`);
  });
});

describe("a job may write in a file of the host", () => {
  const toml = `[build]\ncommand = "x"\n\n${block("/a", "/b")}\n`;
  const hosting = '{"hosting": {"public": "dist", "redirects": []}}';
  it.each([
    ["another command", "netlify.toml", toml, toml.replace('"x"', '"y"'), "more than the redirects"],
    [
      "another host",
      "netlify.toml",
      toml,
      `${toml}\n${block("/c", "https://b.invalid")}\n`,
      "from /c to https",
    ],
    ["a proxy", "netlify.toml", toml, `${toml}\n${block("/c", "/d")}\nsigned = "KEY"\n`, "another form"],
    ["a rewrite", "vercel.json", "{}", '{"rewrites": []}', "more than the redirects"],
    ["another folder", "firebase.json", hosting, hosting.replace("dist", "."), "more than the redirects"],
    [
      "a pattern",
      "firebase.json",
      hosting,
      hosting.replace("[]", '[{"regex": ".*", "destination": "/"}]'),
      "form",
    ],
    ["no file that can be read", "vercel.json", "{}", "{", "cannot be read"],
  ])("only redirects between its own addresses, not %s", async (_, path, before, after, said) => {
    const { refuse } = await move({ ...clean, [path]: before }, path);
    expect(await refuse(path, after)).toContain(said);
  });
});
