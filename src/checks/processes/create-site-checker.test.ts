import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { createRepository, type FixtureRepository } from "../../../test/helpers/git-fixture.ts";
import { createSiteChecker } from "./create-site-checker.ts";

const checker = createSiteChecker({ processesMax: 2 });
const repositories: FixtureRepository[] = [];

afterAll(() => checker.close());
afterEach(async () => {
  for (const repository of repositories.splice(0)) await repository.remove();
});

async function openTexts(texts: Record<string, string>, from = checker) {
  const repository = await createRepository(texts);
  repositories.push(repository);
  return await openJob(repository, texts, from);
}

async function openJob(repository: FixtureRepository, texts: Record<string, string>, from = checker) {
  const { path, commit } = repository;
  const changes = new Map<string, string | null>();
  const read = (path: string) => (changes.has(path) ? changes.get(path)! : (texts[path] ?? null));
  const site = await from.open({
    gitDirectory: join(path, ".git"),
    commit,
    files: Object.keys(texts).length,
    readChanged: async (path) => (read(path) === null ? null : Buffer.from(read(path)!)),
  });
  return {
    site,
    set(changed: Record<string, string | null>) {
      for (const [path, text] of Object.entries(changed)) changes.set(path, text);
      site.noteChanges(Object.keys(changed));
    },
    async check() {
      const changedPaths = [...changes.keys()];
      const report = await site.check({
        changedPaths,
        newPaths: changedPaths.filter((path) => !(path in texts)),
        renames: new Map(),
        baseCommit: commit,
        readBase: async (path) => (path in texts ? Buffer.from(texts[path]!) : null),
      });
      const name = ({ rule, path, line }: { rule: string; path: string; line: number }) =>
        `${rule} ${path}:${line}`;
      return {
        new: report.new.map(name),
        fixed: report.fixed.map(name),
        ...(report.warnings.length > 0 && { warnings: report.warnings.map(name) }),
        ...(report.removed.length > 0 && { removed: report.removed.map(name) }),
        preexisting: report.preexisting.map(name),
      };
    },
  };
}

const linked = { "docs/a.md": "[b](b.md)\n", "docs/b.md": "# B\n\n[gone](gone.md)\n", "README.md": "# R\n" };
/** Takes minutes to parse, and is not plain enough to be proved valid without a parser. */
const bomb = `${"> ".repeat(20_000)}{a => a} `;

describe("a site in another process", () => {
  it("is compared with what it was, with each change told", async () => {
    const { site, set, check } = await openTexts(linked);
    expect(site.baseline).toMatchObject({ findings: 1, shape: { generator: "plain", pageCount: 3 } });
    expect(await check()).toEqual({ new: [], fixed: [], preexisting: ["internal-link docs/b.md:3"] });
    set({ "docs/b.md": null, "docs/c.md": "fine\n" });
    expect(await check()).toEqual({
      new: ["internal-link docs/a.md:1"],
      fixed: [],
      removed: ["internal-link docs/b.md:3"],
      preexisting: [],
    });
    site.close();
  });

  it("gets warnings for new words", async () => {
    const { set, check } = await openTexts({ ...linked, ".copydesk.yml": "words: [flarb]\n" });
    set({ "README.md": "# Read\n\nWe recieve what the flarb sends.\n" });
    const { warnings } = await check();
    expect(warnings).toEqual(["spelling-new README.md:3"]);
  });

  it("plans moves and deletions whose edits arrive whole", async () => {
    const pages = Object.fromEntries(
      Array.from({ length: 60 }, (_, n) => [`docs/p${n}.md`, `[b](b.md)\n${"x ".repeat(5_000)}\n`]),
    );
    const { site } = await openTexts({ ...linked, ...pages });
    const plan = await site.planMove("docs/b.md", "docs/c.md");
    expect(plan.edits).toHaveLength(61);
    expect(plan.edits.every(({ text }) => text.startsWith("[b](c.md)\n"))).toBe(true);
    expect((await site.planDelete("docs/b.md")).inbound).toHaveLength(61);
    site.close();
  });

  it("is opened again with its changes when its process is gone", async () => {
    const own = createSiteChecker({ processesMax: 1 });
    const first = await openTexts(linked, own);
    first.set({ "docs/a.md": "[c](c.md)\n[x](x.md)\n", "docs/c.md": "# C\n" });
    const second = await openTexts({ "a.md": "# A\n" }, own);
    own.close();
    expect(await first.check()).toEqual({
      new: ["internal-link docs/a.md:2"],
      fixed: [],
      preexisting: ["internal-link docs/b.md:3"],
    });
    expect(await second.check()).toEqual({ new: [], fixed: [], preexisting: [] });
    own.close();
  });

  it("stops with the signal's reason, and answers the next call", async () => {
    const { site, check } = await openTexts(linked);
    const signal = AbortSignal.abort(new Error("enough"));
    await expect(site.planMove("docs/a.md", "docs/z.md", signal)).rejects.toThrow("enough");
    expect((await check()).preexisting).toHaveLength(1);
    site.close();
  });
});

describe("a site that takes too long", () => {
  it("ends only the call about it; the other sites of its process go on", async () => {
    const isSlow = (files: number) => (files > 100 ? 1 : 60_000);
    const own = createSiteChecker({ processesMax: 1, limitMs: isSlow });
    const good = await openTexts(linked, own);
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`p${n}.md`, `# ${n}\n`]));
    await expect(openTexts(many, own)).rejects.toMatchObject({ code: "check_timeout" });
    expect((await good.check()).preexisting).toEqual(["internal-link docs/b.md:3"]);
    own.close();
  });

  it("ends as check_timeout when it needs too much memory, and costs other sites nothing", async () => {
    const own = createSiteChecker({ processesMax: 2, heapLimitMb: 48 });
    const good = await openTexts(linked, own);
    const page = Array.from({ length: 40_000 }, (_, n) => `[x](y${n}.md)`).join("\n");
    const many = Object.fromEntries(Array.from({ length: 8 }, (_, n) => [`p${n}.md`, `${page}\n${n}`]));
    await expect(openTexts(many, own)).rejects.toMatchObject({ code: "check_timeout" });
    expect((await good.check()).preexisting).toEqual(["internal-link docs/b.md:3"]);
    own.close();
  });
});

describe("jobs that begin at the same commit", () => {
  it("share what was read of it, and see their own changes only", async () => {
    const frame = (host: string) => `<iframe src="https://${host}/x"></iframe>\n`;
    const texts = { ...linked, "docs/x.md": frame("used.example") };
    const repository = await createRepository(texts);
    repositories.push(repository);
    const first = await openJob(repository, texts);
    const [second, third] = [await openJob(repository, texts), await openJob(repository, texts)];
    expect(second.site.baseline).toBe(first.site.baseline);
    first.set({ "docs/b.md": null, "docs/c.md": frame("used.example") });
    second.set({ "docs/a.md": `[b](b.md)\n[c](c.md)\n${frame("new.example")}`, "docs/b.md": "# B\n" });
    expect(await first.check()).toEqual({
      new: ["internal-link docs/a.md:1"],
      fixed: [],
      removed: ["internal-link docs/b.md:3"],
      preexisting: [],
    });
    expect(await second.check()).toEqual({
      new: ["internal-link docs/a.md:2", "active-content docs/a.md:3"],
      fixed: [],
      removed: ["internal-link docs/b.md:3"],
      preexisting: [],
    });
    expect(await third.check()).toEqual({ new: [], fixed: [], preexisting: ["internal-link docs/b.md:3"] });
    first.set({ "docs/b.md": linked["docs/b.md"], "docs/c.md": null });
    expect(await first.check()).toEqual({ new: [], fixed: [], preexisting: ["internal-link docs/b.md:3"] });
    for (const { site } of [first, second, third]) site.close();
  });
});

describe("MDX", () => {
  it("is checked in changed pages only; an error from before is preexisting", async () => {
    const { set, check } = await openTexts({ "a.mdx": "old {", "b.mdx": "fine", "c.mdx": "{" });
    set({ "a.mdx": "new <A>", "b.mdx": "---\nt: 1\n---\n\n<A>\n\nx" });
    expect(await check()).toEqual({
      new: ["mdx-syntax b.mdx:5"],
      fixed: [],
      preexisting: ["mdx-syntax a.mdx:1"],
    });
  });

  it("gives a finding to a page that cannot be parsed in time, and goes on with the next", async () => {
    const own = createSiteChecker({ pageLimitMs: 1_000 });
    const [slow, next] = await Promise.all([own.parsePage("a.mdx", bomb), own.parsePage("b.mdx", "# fine")]);
    expect(slow).toMatch(/^1:1 check_timeout/);
    expect(next).toBeNull();
    own.close();
  });

  it("counts a page that could not be parsed before either as preexisting", async () => {
    const own = createSiteChecker({ pageLimitMs: 1_000 });
    const { set, check } = await openTexts({ "a.mdx": bomb, "b.mdx": "fine" }, own);
    set({ "a.mdx": `${bomb}one word more`, "b.mdx": bomb });
    expect(await check()).toEqual({
      new: ["mdx-syntax b.mdx:1"],
      fixed: [],
      preexisting: ["mdx-syntax a.mdx:1"],
    });
    own.close();
  });

  it("knows heading ids, which site generators know, and front matter", async () => {
    expect(await checker.parsePage("a.mdx", "## A {#own}\n\n## B { #other }\n")).toBeNull();
    expect(await checker.parsePage("a.md", "---\n- a\n---\n{")).toMatch(/^2:1 front matter/);
    expect(await checker.parsePage("a.txt", "---\n- a\n---\n{")).toBeNull();
  });

  it("reads braces in formulas of TeX as TeX, and those beside them as JavaScript", async () => {
    const formula = "One $\\frac{1 a}{\\text{b c}}$ two.\n";
    expect(await checker.parsePage("a.mdx", formula)).toBeNull();
    expect(await checker.parsePage("a.mdx", `${formula}\n{1 a}\n`)).toMatch(/^3:\d/);
    expect(await checker.parsePage("a.mdx", "From $5 {1 a} to $6\n")).toMatch(/^1:\d/);
    const told = "Write `$$` or `$`, or \\$.\n\n$$\n\\frac{1 a}\n$$\n";
    expect(await checker.parsePage("a.mdx", told)).toBeNull();
  });

  it("takes comments of HTML in MDX as the site's generator does", async () => {
    const page = "# A\n\n<!-- one {\ntwo -->\n\nthree <!-- four --> five\n";
    const docusaurus = {
      "docusaurus.config.js": "export default { title: 'A' }",
      "package.json": '{"dependencies": {"@docusaurus/core": "^3.6.0"}}',
      "docs/a.mdx": "# A\n",
    };
    const { set, check } = await openTexts(docusaurus);
    set({ "docs/a.mdx": page, "docs/b.mdx": `${page}\n{` });
    expect((await check()).new).toEqual(["mdx-syntax docs/b.mdx:8"]);
    const other = await openTexts({ "docs.json": "{}", "a.mdx": "# A\n" });
    other.set({ "a.mdx": page });
    expect((await other.check()).new).toEqual(["mdx-syntax a.mdx:3"]);
  });
});

describe("the sites of one repository", () => {
  const astro =
    'import starlight from "@astrojs/starlight";\nexport default { integrations: [starlight({ title: "T" })] };\n';
  const two = {
    "README.md": "# R\n\n[manual](apps/b/docs/x.md)\n",
    "apps/a/astro.config.mjs": astro,
    "apps/a/src/content/docs/index.md": "---\ntitle: A\n---\n\n[guide](/guide/) [gone](/gone/)\n",
    "apps/a/src/content/docs/guide.md": "---\ntitle: Guide\n---\n",
    "apps/b/mkdocs.yml": "site_name: B\nnav:\n  - index.md\n  - x.md\n",
    "apps/b/docs/index.md": "# B\n\n[x](x.md)\n",
    "apps/b/docs/x.md": "# X\n\n[none](none.md)\n",
    "apps/b/docs/tests/t.md": "# T\n\n[x](../x.md)\n",
  };

  it("name none of each other's pages by the way", async () => {
    const { site } = await openTexts({
      ...two,
      "apps/a/src/content/docs/x.md": "---\ntitle: X\n---\n",
      "apps/b/docs/index.md": '# B\n\n<x-card to="/x/"></x-card> and /x/ with [x](x.md)\n',
    });
    const plan = await site.planDelete("apps/a/src/content/docs/x.md");
    expect(plan).toMatchObject({ inbound: [], notes: [] });
    site.close();
  });

  it("are judged by the rules of each", async () => {
    const { site, set, check } = await openTexts(two);
    const { shape, otherSites, findings } = site.baseline;
    expect(shape.generator).toBe("starlight");
    expect(otherSites).toMatchObject([{ shape: { generator: "mkdocs", docsRoot: "apps/b/docs" } }]);
    expect(findings).toBe(2);
    set({
      "apps/a/src/content/docs/guide.md": "---\ntitle: Guide\n---\n\n[a](/other/)\n",
      "apps/b/docs/y.md": "# Y\n\n[y](z.md)\n",
    });
    expect(await check()).toEqual({
      new: [
        "internal-link apps/a/src/content/docs/guide.md:5",
        "navigation apps/b/docs/y.md:1",
        "internal-link apps/b/docs/y.md:3",
      ],
      fixed: [],
      preexisting: ["internal-link apps/a/src/content/docs/index.md:5", "internal-link apps/b/docs/x.md:3"],
    });
    set({ "apps/b/docs/x.md": null, "apps/b/docs/y.md": null });
    expect((await check()).new).toEqual([
      "internal-link README.md:3",
      "internal-link apps/a/src/content/docs/guide.md:5",
      "internal-link apps/b/docs/index.md:3",
      "internal-link apps/b/docs/tests/t.md:3",
      "navigation apps/b/mkdocs.yml:4",
    ]);
    site.close();
  });

  it("stay what they are where the configuration of the first one changes", async () => {
    const nav = "site_name: A\nnav:\n  - index.md\n  - x.md\n";
    const { site, set, check } = await openTexts({
      "mkdocs.yml": nav,
      "docs/index.md": "# A\n\n[x](x.md)\n",
      "docs/x.md": "# X\n",
      "docs/y.md": "# Y\n",
      "packages/b/mkdocs.yml": "site_name: B\nnav:\n  - index.md\n",
      "packages/b/docs/index.md": "# B\n\n[own](#b)\n",
    });
    expect(site.baseline.otherSites).toHaveLength(1);
    set({ "mkdocs.yml": `${nav}  - y.md\n`, "packages/b/docs/z.md": "# Z\n" });
    expect((await check()).new).toEqual(["navigation packages/b/docs/z.md:1"]);
    site.close();
  });

  it("take part in moves and deletions of each other's pages", async () => {
    const { site } = await openTexts(two);
    const plan = await site.planMove("apps/b/docs/x.md", "apps/b/docs/z.md");
    const edited = Object.fromEntries(plan.edits.map(({ path, text }) => [path, text]));
    expect(edited).toEqual({
      "README.md": "# R\n\n[manual](apps/b/docs/z.md)\n",
      "apps/b/mkdocs.yml": "site_name: B\nnav:\n  - index.md\n  - z.md\n",
      "apps/b/docs/index.md": "# B\n\n[x](z.md)\n",
      "apps/b/docs/tests/t.md": "# T\n\n[x](../z.md)\n",
    });
    const { inbound } = await site.planDelete("apps/b/docs/x.md");
    expect(inbound.map(({ path, line }) => `${path}:${line}`)).toEqual([
      "apps/b/docs/index.md:3",
      "apps/b/docs/tests/t.md:3",
      "apps/b/mkdocs.yml:4",
      "README.md:3",
    ]);
    const across = await site.planMove("apps/b/docs/x.md", "apps/a/src/content/docs/x.md");
    expect(across).toMatchObject({ edits: [], refusal: expect.stringMatching(/lies in another site/) });
    expect(await site.judgeNavigation("apps/b/mkdocs.yml", { text: "site_name: C\n" })).toMatch(/site_name/);
    site.close();
  });
});
