import { describe, expect, it } from "vitest";
import { openFixture, openTexts } from "../../test/fixtures/sites/open-fixture.ts";
import { checkSite } from "./check-site.ts";
import { compareReports } from "./reports/compare-reports.ts";
import type { Finding } from "./types.ts";

function brief(findings: readonly Finding[]): string[] {
  return findings.map(
    (one) =>
      `${one.rule} ${one.path}:${one.line} ${one.target ?? ""} => ${one.suggestion?.new ?? one.candidates?.join("|") ?? ""}`,
  );
}

describe("checkSite finds nothing on a sound site", () => {
  it.each([
    ["mintlify", "docs.json", "", 8],
    ["mkdocs", "mkdocs.yml", "docs", 4],
    ["plain", null, "docs", 4],
  ] as const)("%s", async (name, navigationFile, docsRoot, pageCount) => {
    const { site } = await openFixture(name);
    const report = await checkSite(site);
    expect(brief(report.findings)).toEqual([]);
    expect(report.site).toEqual({ generator: name, navigationFile, docsRoot, pageCount });
  });
});

describe("checkSite finds what a change breaks, with the one certain repair", () => {
  it.each([
    [
      "wrong case",
      "mintlify",
      "guides/ships.mdx",
      "[a](/guides/Install)",
      "internal-link",
      "/guides/install",
    ],
    [
      "extra extension",
      "mintlify",
      "guides/ships.mdx",
      "[a](/guides/install.html?x=1)",
      "internal-link",
      "/guides/install?x=1",
    ],
    ["one letter", "mintlify", "index.mdx", "[a](/guides/cargos)", "internal-link", "/guides/cargo"],
    ["base path", "mintlify", "index.mdx", "[a](/docs/guides/ships)", "internal-link", "/guides/ships"],
    [
      "relative instead of absolute",
      "mintlify",
      "guides/ships.mdx",
      "[a](guides/cargo)",
      "internal-link",
      "/guides/cargo",
    ],
    [
      "chain of redirects",
      "mintlify",
      "index.mdx",
      "[a](/start#before-you-begin)",
      "redirect",
      "/guides/install#before-you-begin",
    ],
    ["wildcard redirect", "mintlify", "index.mdx", "[a](/old/cargo)", "redirect", "/guides/cargo"],
    [
      "anchor with a typing error",
      "mintlify",
      "index.mdx",
      "[a](/guides/cargo#weights-and-limit)",
      "anchor",
      "/guides/cargo#weights-and-limits",
    ],
    [
      "anchor with words in another order",
      "mintlify",
      "index.mdx",
      "[a](/guides/cargo#limits-and-weights)",
      "anchor",
      "/guides/cargo#weights-and-limits",
    ],
    [
      "href of a component",
      "mintlify",
      "index.mdx",
      '<Card href="/guides/SHIPS">x</Card>',
      "internal-link",
      "/guides/ships",
    ],
    ["missing extension", "mkdocs", "docs/guide/soil.md", "[a](trees)", "internal-link", "trees.md"],
    [
      "redirect of the plugin",
      "mkdocs",
      "docs/guide/soil.md",
      "[a](../old-trees.md#apple-trees)",
      "internal-link",
      "trees.md#apple-trees",
    ],
    ["image in another case", "mkdocs", "docs/index.md", "![a](img/Tree.svg)", "image", "img/tree.svg"],
    ["old extension", "plain", "docs/guide/bread.md", "[a](cake.mdx)", "internal-link", "cake.md"],
  ] as const)("%s (%s)", async (_, name, path, text, rule, repaired) => {
    const fixture = await openFixture(name);
    const before = await checkSite(fixture.site);
    const old = await fixture.text(path);
    await fixture.set({ [path]: `${old}\n${text}\n` });
    const after = await checkSite(fixture.site);
    const { new: added } = compareReports(before, after);
    expect(added.map((one) => [one.rule, one.suggestion?.new])).toEqual([[rule, repaired]]);
    const [finding] = added;
    expect(text).toContain(finding!.suggestion!.old);
    await fixture.set({ [path]: `${old}\n${text.replace(finding!.suggestion!.old, repaired)}\n` });
    expect(brief((await checkSite(fixture.site)).findings)).toEqual([]);
  });

  it.each([
    ["a prefix", "# Set up\n", "b.md#set", null],
    ["an ending", "# Set up\n", "b.md#set-up-now", ["b.md#set-up"]],
    ["another number", "# Since part 2\n", "b.md#since-part-3", ["b.md#since-part-2"]],
    ["a short word", "# One\n", "b.md#ona", ["b.md#one"]],
    ["no heading of the page that has moved", "# One\n", "gone/b.md#other", ["b.md#other"]],
  ])("does not repair an anchor by %s, nor drop it", async (_, page, target, candidates) => {
    const { site } = await openTexts({ "a.md": `[x](${target})`, "b.md": page });
    const { findings } = await checkSite(site);
    expect(findings).toHaveLength(1);
    expect(findings[0]?.suggestion).toBeUndefined();
    expect(findings[0]?.candidates ?? null).toEqual(candidates);
  });

  it("follows a redirect to its own anchor, and is not certain where the link has one as well", async () => {
    const { site } = await openTexts({
      "docs.json": JSON.stringify({
        navigation: { pages: ["a", "b"] },
        redirects: [{ source: "/old", destination: "/b#one" }],
      }),
      "a.mdx": "[x](/old) [y](/old#two)",
      "b.mdx": "# One\n\n# Two\n",
    });
    const { findings } = await checkSite(site);
    expect(findings.map(({ suggestion, candidates }) => suggestion?.new ?? candidates)).toEqual([
      "/b#one",
      ["/b#one"],
    ]);
  });

  it.each([
    ["a page", "mintlify", "index.mdx", "[a](/manual/cargo#heavy-goods)", "/guides/cargo#heavy-goods"],
    ["a page of its language", "mintlify", "es/index.mdx", "[a](/es/manual/install)", "/es/guides/install"],
    ["a page beside files", "plain", "README.md", "[a](docs/bread.md)", "docs/guide/bread.md"],
    ["an image", "mintlify", "index.mdx", "![a](/pictures/map.png)", "/images/map.png"],
    ["an entry", "mintlify", "docs.json", "manual/cargo", "guides/cargo"],
  ] as const)(
    "offers %s of the same name elsewhere, which is not certain",
    async (_, name, path, text, candidate) => {
      const fixture = await openFixture(name);
      const before = await checkSite(fixture.site);
      const old = await fixture.text(path);
      const isPage = path !== "docs.json";
      await fixture.set({
        [path]: isPage ? `${old}\n${text}\n` : old.replace('"guides/cargo"', `"${text}"`),
      });
      const { new: added } = compareReports(before, await checkSite(fixture.site));
      expect(added.map((one) => [one.suggestion, one.candidates])).toEqual([[undefined, [candidate]]]);
    },
  );

  it("offers no image that the site does not serve", async () => {
    const { site } = await openTexts({
      "docs/docs.json": JSON.stringify({ navigation: { pages: ["a"] } }),
      "docs/a.mdx": "![x](/icons/x.png)",
      "app/public/icons/x.png": "",
    });
    const { findings } = await checkSite(site);
    expect(findings.map(({ target, suggestion, candidates }) => [target, suggestion, candidates])).toEqual([
      ["/icons/x.png", undefined, undefined],
    ]);
  });

  it("gives candidates when several repairs are possible", async () => {
    const { site } = await openTexts({
      "a/one.md": "# One",
      "b/one.md": "# One",
      "c.md": "[x](gone/one.md)",
    });
    const { findings } = await checkSite(site);
    expect(findings[0]?.suggestion).toBeUndefined();
    expect(findings[0]?.candidates).toEqual(["a/one.md", "b/one.md"]);
  });

  it("leaves an absolute link alone if routes are unknown and no page is similar", async () => {
    const { site } = await openTexts({
      "docs/a.md": "[x](/playground) [y](/blog/some/thing) ![z](/img/a.png)",
    });
    expect((await checkSite(site)).findings).toEqual([]);
  });
});

describe("navigation", () => {
  it("reports an entry without a page at its own place, also in a referenced file", async () => {
    const fixture = await openFixture("mintlify");
    await fixture.set({ "es/guides/install.mdx": null, "guides/cargo.mdx": null });
    const { findings } = await checkSite(fixture.site);
    const entries = findings.filter((one) => one.rule === "navigation");
    expect(entries.map((one) => [one.path, one.target])).toEqual([
      ["docs.json", "guides/cargo"],
      ["nav/es.json", "es/guides/install"],
    ]);
    for (const entry of entries) {
      const line = (await fixture.text(entry.path)).split("\n")[entry.line - 1]!;
      expect(line.slice(entry.column - 1)).toMatch(new RegExp(`^${entry.target}"`));
    }
  });

  it.each([
    ["mintlify", "guides/new.mdx", "---\ntitle: x\n---\n", 1],
    ["mintlify", "guides/new.mdx", "---\ntitle: x\nhidden: true\n---\n", 0],
    ["mintlify", "snippets/new.mdx", "x", 0],
    ["mkdocs", "docs/new.md", "# x", 1],
    ["mkdocs", "docs/drafts/new.md", "# x", 0],
    ["plain", "docs/new.md", "# x", 0],
  ] as const)("asks that a new page is reachable or hidden: %s %s %#", async (name, path, text, count) => {
    const fixture = await openFixture(name);
    await fixture.set({ [path]: text });
    const { findings } = await checkSite(fixture.site, { newPaths: [path] });
    expect(findings.filter((one) => one.rule === "navigation")).toHaveLength(count);
  });

  it("says where docs.json is not JSON and goes on", async () => {
    const { site } = await openTexts({ "docs.json": '{\n  "navigation": [,]\n}', "a.mdx": "x" });
    const { findings } = await checkSite(site);
    expect(brief(findings)).toEqual(["navigation docs.json:2  => "]);
  });
});

describe("front matter", () => {
  it.each([
    ["---\ntitle: a: b\n---\n", 2],
    ["---\ntitle: x\ntitle: y\n---\n", 3],
    ["---\n- a\n- b\n---\n", 2],
    ["---js\nprocess.exit(1)\n---\n", 1],
    ["---\ntitle: 'x\n---\n", 3],
  ])("reports %j", async (text, line) => {
    const { site } = await openTexts({ "a.md": text });
    const { findings } = await checkSite(site);
    expect(findings.map((one) => [one.rule, one.line])).toEqual([["front-matter", line]]);
  });

  it.each(
    [
      '---\ntitle: "A: b"\ndescription: It\'s fine # yes\ntags: [a, b]\nnested:\n  deep: 1\n---\n',
      "\ufeff---\r\ntitle: x\r\n---\r\n",
      "---\n---\n",
      `---\na: &a [1,1]\n${Array.from({ length: 30 }, (_, i) => `${String.fromCharCode(98 + (i % 20))}${i}: &x${i} [*a,*a]`).join("\n")}\n---\n`,
    ].slice(1),
  )("accepts %j", async (text) => {
    const { site } = await openTexts({ "a.md": text });
    expect((await checkSite(site)).findings).toEqual([]);
  });
});

describe("limits", () => {
  it("does not read a page above 1 MiB and says so", async () => {
    const { site } = await openTexts({ "a.md": `[x](gone.md)${" ".repeat(1024 * 1024)}` });
    expect(brief((await checkSite(site)).findings)).toEqual(["front-matter a.md:1  => "]);
  });

  it("stops with the signal's reason", async () => {
    const { site } = await openFixture("plain");
    await expect(checkSite(site, { signal: AbortSignal.abort(new Error("enough")) })).rejects.toThrow(
      "enough",
    );
  });
});
