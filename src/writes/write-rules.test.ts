import { describe, expect, it } from "vitest";
import { plainRules } from "../../test/helpers/write-rules.ts";
import {
  findNavigationFiles,
  isNavigationData,
  judgeNavigation,
} from "../checks/changes/navigation-files.ts";
import { openSite } from "../checks/model/open-site.ts";
import { createScanCache } from "../checks/model/scan-cache.ts";
import { createWriteRules, type NavigationFiles } from "./write-rules.ts";

const fumadocs = {
  "source.config.ts":
    'import { defineDocs } from "fumadocs-mdx/config";\nexport const docs = defineDocs({ dir: "content/docs" });\n',
  "content/docs/index.mdx": "# A\n",
};

describe("by default a job", () => {
  it.each([
    "README.md",
    "README",
    "docs/agents.md",
    "docs/claude.mdx",
    "docs/git.md",
    "docs/netlify.md",
    "docs/azure-pipelines.md",
    "docs/dockerfile.md",
    "github/workflows.md",
    "docs/[slug]/a.mdx",
    "images/a b.PNG",
    "docs/guide.rst",
    "llms.txt",
    "static/video.mp4",
    ".gitbook/assets/a.png",
    "SUMMARY.md",
    "docs/terms.pdf",
  ])("writes %s", (path) => {
    expect(plainRules()(path)).toBeNull();
  });

  it.each([
    "src/index.ts",
    "docs/index.html",
    "docs/style.css",
    "docs/component.jsx",
    "snippets/card.tsx",
    "docs/notebook.ipynb",
    "requirements.txt",
    "docs/requirements-dev.txt",
    "requirements/docs.txt",
    "CMakeLists.txt",
    "data.json",
    "docs.json",
    "mkdocs.yml",
    "docs/.hidden/a.md",
    ".vitepress/config.ts",
    "node_modules/a/README.md",
    "docs/a.md\u200b.sh",
    "evil.sh:a.md",
    "archive.zip",
    "noextension",
  ])("does not write %s, and hears how to allow it", (path) => {
    expect(plainRules()(path)).toMatch(/documentation only.*to the project's setting paths/);
  });
});

describe("a project", () => {
  it.each([
    ["src/a.ts", ["src/**"], true],
    ["src/a.ts", ["lib/**"], false],
    ["docs/.hidden/a.md", ["docs/**"], true],
    ["docs/[slug]/a.ts", ["docs/[slug]/**"], true],
    ["docs/s/a.ts", ["docs/[slug]/**"], false],
    ["docs/b/a.ts", ["docs/{a,b/{c,d},b}/*"], true],
    ["b/a.ts", [`${"{*,*}".repeat(40)}Z`, `${"{a,b}".repeat(80)}*`], false],
    ["package.json", ["**"], false],
    ["package.json", ["*.json"], false],
    ["package.json", ["package.json"], true],
    ["site/package.json", ["**/package.json"], true],
    ["site/package.json", ["site/"], false],
    ["docs/Makefile", ["docs/**"], false],
    ["mkdocs.yml", ["mkdocs.yml"], true],
  ] as [string, string[], boolean][])("%s under the paths %j may be written: %s", (path, paths, allowed) => {
    expect(plainRules({ paths })(path) === null).toBe(allowed);
  });

  it.each([
    ["docs/legal/a.md", true],
    ["Docs/Legal/A.md", true],
    ["docs/legal./a.md", true],
    ["docs/legal2/a.md", false],
  ])("takes %s away from its jobs with protectedPaths: %s", async (path, isProtected) => {
    const reason = await plainRules({ protectedPaths: ["docs/legal/**"], paths: ["**"] })(path);
    expect(reason?.includes("protectedPaths") ?? false).toBe(isProtected);
  });
});

describe("a job", () => {
  it("is only narrowed by paths of its own", () => {
    const narrow = plainRules({ jobPaths: ["docs/**", "src/**"], paths: ["src/*.ts"] });
    expect(narrow("docs/a.md")).toBeNull();
    expect(narrow("src/a.ts")).toBeNull();
    expect(narrow("src/a.js")).toMatch(/documentation only/);
    expect(narrow("guide.md")).toMatch(/outside the job's paths/);
    expect(plainRules({ jobPaths: ["**"] })("src/a.ts")).toMatch(/documentation only/);
  });
});

async function rulesOf(files: Record<string, string>) {
  const site = await openSite({
    files: Object.keys(files),
    read: async (path) => Buffer.from(files[path]!),
    cache: createScanCache(),
  });
  const found = await findNavigationFiles(site);
  const isJudged = (path: string) => found.judged.some((file) => file.path === path);
  const navigation: NavigationFiles = {
    isData: (path) => isNavigationData(found.data, path),
    judge: (path) => (isJudged(path) ? (text) => judgeNavigation(found, { path, text }) : null),
  };
  return createWriteRules({ paths: [], protectedPaths: [], jobPaths: [], navigation });
}

describe("of configuration a job writes the navigation only", () => {
  const docs = {
    $schema: "https://mintlify.com/docs.json",
    theme: "mint",
    navigation: { groups: [{ group: "Start", pages: ["index"] }], tabs: { $ref: "./tabs.json" } },
  };
  const mintlify = {
    "docs.json": JSON.stringify(docs),
    "tabs.json": "[]",
    "index.mdx": "# Hi\n",
    "api/spec.yaml": "openapi: 3.1.0\n",
  };

  it("in docs.json and what it refers to", async () => {
    const refuse = await rulesOf(mintlify);
    const changed = (change: object) => refuse("docs.json", JSON.stringify({ ...docs, ...change }, null, 2));
    expect(refuse("docs.json")).toBeNull();
    expect(changed({ navigation: { groups: [{ group: "Start", pages: ["index", "b"] }] } })).toBeNull();
    expect(changed({ redirects: [{ source: "/a", destination: "/b" }] })).toBeNull();
    expect(changed({ integrations: { ga4: { measurementId: "G-1" } } })).toMatch(/this changes integrations/);
    expect(changed({ theme: "maple" })).toMatch(
      /this changes theme.*add "docs.json" to the project's setting paths/,
    );
    expect(changed({ navigation: { openapi: "https://evil.example/a.json" } })).toMatch(/loads openapi from/);
    expect(changed({ navigation: { anchors: [{ href: "java\nscript:alert(1)" }] } })).toMatch(
      /adds the address/,
    );
    expect(refuse("docs.json", null)).toMatch(/takes the file away/);
    expect(refuse("docs.json", "{")).toMatch(/no valid JSON/);
    expect(refuse("tabs.json", '[{"tab": "A", "pages": ["index"]}]')).toBeNull();
    expect(refuse("other.json", "[]")).toMatch(/documentation only/);
    expect(refuse("api/my-openapi.json", "{}")).toBeNull();
    expect(refuse(".api/openapi.json", "{}")).not.toBeNull();
  });

  const yaml = `site_name: x
theme: &t
  name: material
markdown_extensions:
  - pymdownx.emoji:
      emoji_index: !!python/name:material.extensions.emoji.twemoji
plugins:
  - search
  - redirects:
      redirect_maps:
        old.md: new.md
  - i18n:
      languages:
        - locale: fr
          nav:
            - Accueil: index.md
nav:
  - Home: index.md
  - B: b.md # last
extra: *t
`;
  it.each<[string, string, string, RegExp | null]>([
    ["an entry", "- B: b.md", "- B: b.md\n  - C: c.md", null],
    ["a redirect", "old.md: new.md", "old.md: new.md\n        a.md: b.md", null],
    ["an entry of a language", "Accueil: index.md", "Accueil: start.md", null],
    [
      "an object in a language's entry",
      "Accueil: index.md",
      "A: !!python/object/apply:os.system [id]",
      /tags/,
    ],
    ["another language", "locale: fr", "locale: de", /this changes plugins/],
    ["a comment", "\nnav:", "\n# navigation\nnav:", null],
    ["a hook", "\nnav:", "\nhooks: [evil.py]\nnav:", /this changes hooks/],
    ["a second nav and a hook", "extra:", "nav: []\nhooks: [a.py]\nextra:", /this changes hooks/],
    ["a plugin", "- search", "- search\n  - exec", /this changes plugins/],
    ["an option of the plugin", "redirect_maps:", "x: 1\n      redirect_maps:", /this changes plugins/],
    ["another object", "twemoji", "evil", /this changes markdown_extensions/],
    ["no tag", "!!python/name:material", "material", /this changes markdown_extensions/],
    ["a tag in nav", "Home: index.md", "Home: !!python/object/apply:os.system [id]", /tags/],
    ["a variable in nav", "Home: index.md", "Home: !ENV SECRET", /tags/],
    ["an alias in nav", "Home: index.md", "Home: *t", /aliases/],
    ["a merge in nav", "Home: index.md", "<<: {a: b}", /tags/],
    ["a block text in nav", "Home: index.md", "Home: |\n      a", /block texts/],
    ["what the theme aliases", "name: material", "name: evil", /this changes theme, extra/],
    ["a line break of YAML 1.1", "# last", "# last\u2028hooks: [evil.py]", /line breaks/],
    ["another line break", "# last", "# last\rhooks: [evil.py]", /line breaks/],
    ["a directive", "site_name", "%TAG ! tag:yaml.org,2002:python/\n---\nsite_name", /directives/],
    ["an address that runs", "b.md # last", "javascript:alert(1)", /adds the address/],
  ])("in mkdocs.yml: %s", async (_what, old, now, refused) => {
    const refuse = await rulesOf({ "mkdocs.yml": yaml, "docs/index.md": "# Hi\n" });
    const reason = refuse("mkdocs.yml", yaml.replace(old, now));
    if (refused === null) expect(reason).toBeNull();
    else expect(reason).toMatch(refused);
  });

  const special = `nav:
  - Home: index.md
  - Version: !ENV [VERSION, latest]
  - B: &b b.md
  - Again: *b
not_in_nav: |
  /drafts/**
  /old.md
`;
  it.each<[string, string, string, RegExp | null]>([
    ["an entry", "index.md", "home.md", null],
    ["a place among them", "Home: index.md", "C: c.md\n  - Home: index.md", null],
    ["one less", "  - Again: *b\n", "", null],
    ["a page that is not in the navigation", "/old.md", "/older.md", /block texts/],
    ["another variable", "VERSION, latest", "SECRET, latest", /tags/],
    ["the same variable twice", "Home: index.md", "Home: !ENV [VERSION, latest]", /tags/],
    ["what the anchor names", "&b b.md", "&b c.md", /anchors/],
  ])("in mkdocs.yml with tags, anchors and block texts of its own: %s", async (_what, old, now, refused) => {
    const refuse = await rulesOf({ "mkdocs.yml": special, "docs/index.md": "# Hi\n" });
    const reason = refuse("mkdocs.yml", special.replace(old, now));
    if (refused === null) expect(reason).toBeNull();
    else expect(reason).toMatch(refused);
  });

  it("survives aliases that stand for one another, and many of them", async () => {
    const bomb = `a0: &a0 [x, x]\n${Array.from({ length: 40 }, (_, n) => `a${n + 1}: &a${n + 1} [*a${n}, *a${n}]`).join("\n")}\n`;
    const refuse = await rulesOf({ "mkdocs.yml": bomb, "docs/index.md": "# Hi\n" });
    expect(refuse("mkdocs.yml", `${bomb}nav: []\n`)).not.toBeNull();
    expect(refuse("mkdocs.yml", "a: &a [*a]\n")).not.toBeNull();
  });

  it.each([
    [{ "docusaurus.config.js": "" }, "docs/_category_.json", true],
    [{ "docusaurus.config.js": "" }, "sidebars.json", true],
    [{ "docusaurus.config.js": "" }, "sidebars.js", false],
    [{ "pages/_meta.json": "{}" }, "pages/new/_meta.json", true],
    [{ "pages/_meta.json": "{}" }, "pages/_meta.js", false],
    [fumadocs, "content/docs/new/meta.fr.json", true],
    [fumadocs, "source.config.ts", false],
    [{}, "meta.json", false],
    [{ "hugo.toml": "" }, "data/menu/main.yaml", true],
    [{ "hugo.toml": "" }, "config/_default/menus.en.toml", true],
    [{ "hugo.toml": "" }, "config/_default/hugo.toml", false],
    [{ "_config.yml": "" }, "_data/navigation.yml", true],
    [{ "_config.yml": "" }, "_config.yml", false],
    [{ "static/_redirects": "" }, "static/_redirects", true],
    [{ "static/_redirects": "" }, "_redirects", false],
    [{ ".gitbook.yaml": "" }, ".gitbook.yaml", true],
    [{}, "docs/_category_.json", false],
    [{}, "_meta.json", false],
  ] as [Record<string, string>, string, boolean][])(
    "of a site with %j: %s %s",
    async (files, path, allowed) => {
      const refuse = await rulesOf({ "index.md": "# Hi\n", ...files });
      expect(refuse(path, "x") === null).toBe(allowed);
    },
  );
});

describe("settings of a host", () => {
  const judge = (path: string) =>
    path === "netlify.toml" ? (text: string) => (text === "ok" ? null : "this changes more") : null;
  const navigation = { isData: () => false, judge };
  const open = { jobPaths: [], paths: ["**", "**/netlify.toml"], protectedPaths: [], navigation };

  it("may change in their redirects only, whatever the project allows", async () => {
    const refuse = createWriteRules(open);
    expect(await refuse("netlify.toml", "ok")).toBeNull();
    expect(await refuse("netlify.toml", "more")).toMatch(/this changes more; .*no setting/);
    expect(await refuse("netlify.toml", null)).toContain("this takes the file away");
    for (const path of [
      "Netlify.toml",
      "app/netlify.toml",
      "vercel.json",
      "netlify.toml.bak",
      "wrangler.toml",
    ])
      expect(await refuse(path, "ok"), path).toContain("no setting allows it");
  });

  it("stay closed where the project protects them, and outside of the job's paths", async () => {
    const protectedPaths = ["netlify.toml"];
    expect(await createWriteRules({ ...open, protectedPaths })("netlify.toml", "ok")).toContain("protected");
    expect(await createWriteRules({ ...open, jobPaths: ["docs/**"] })("netlify.toml", "ok")).toContain(
      "outside",
    );
  });
});
