import { mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { createTestCli } from "../../../test/helpers/cli-deps.ts";
import { commitAll, createRepository, git, writeFiles } from "../../../test/helpers/git-fixture.ts";
import { openFolderChecker } from "../../compose/open-folder-checker.ts";

const site = {
  "docs.json": JSON.stringify({
    $schema: "https://mintlify.com/docs.json",
    name: "Site",
    navigation: { pages: ["index", "guide/start"] },
  }),
  "index.mdx": "---\ntitle: Home\n---\n\nSee [the start](/guide/start).\n",
  "guide/start.mdx": "---\ntitle: Start\n---\n\n## First steps\n\nBack [home](/index).\n",
};

async function makeFolder(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "copydesk-check-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFiles(folder, files);
  return folder;
}

async function makeRepository(files: Record<string, string>): Promise<string> {
  const { path, remove } = await createRepository(files);
  onTestFinished(remove);
  return path;
}

// One for all tests: each starts processes of its own.
const checker = openFolderChecker();
afterAll(() => checker.close());

const cliIn = (cwd: string) =>
  createTestCli({ cwd, openFolderChecker: async () => ({ ...checker, close: async () => {} }) });

test("a folder outside of git is checked as it is, page by page with the line and a repair", async () => {
  const folder = await makeFolder({ ...site, "index.mdx": "# Home\n\nSee [it](/guide/strat).\n" });
  const { code, stdout } = await cliIn(folder).run("check");
  expect(stdout).toMatch(
    /^index\.mdx\n {2}3:10 {2}.*\/guide\/strat.*\(internal-link\)\n {6}\| See \[it\]\(\/guide\/strat\)\.\n/,
  );
  expect(stdout).toMatch(/\n1 problem on 1 page; 2 mintlify pages in \d+\.\d\d s\.\n$/);
  expect(code).toBe(1);
});

test("what looks broken under a rule that is not judged is listed when asked for", async () => {
  const dead = Array.from({ length: 12 }, (_, at) => `[${at}](/guide/start#gone-${at})`).join("\n\n");
  const folder = await makeFolder({ ...site, "index.mdx": `# Home\n\n${dead}\n` });
  const plain = await cliIn(folder).run("check");
  expect(plain.stdout).toContain("all 12 anchors, because 12 of 12 anchors look broken");
  expect(plain.stdout).toContain("\n--unjudged lists 12 findings of these rules\n");
  expect(plain.stdout).not.toContain("#gone-3");
  const { code, stdout } = await cliIn(folder).run("check", "--unjudged");
  expect(stdout).toMatch(/^Not judged\n\nindex\.mdx\n {2}3:5 {2}guide\/start\.mdx has no anchor #gone-0 /);
  expect(stdout).toContain("No problem found");
  expect(code).toBe(0);
  const { counts, unjudged } = JSON.parse((await cliIn(folder).run("check", "--json")).stdout);
  expect(counts).toMatchObject({ problems: 0, unjudged: 12 });
  expect(unjudged[0]).not.toHaveProperty("suggestion");
});

test("MDX of a kind that the site's generator may read, but nobody told, is not judged", async () => {
  const old = "# A\n\n<!-- a -->\n";
  const pages = (count: number) =>
    Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [`content/${at}.mdx`, at < count ? old : "# A\n"]),
    );
  const { stdout } = await cliIn(await makeFolder(pages(10))).run("check");
  expect(stdout).toContain("mdx-syntax: not judged here, because 10 of 40 pages of MDX look wrong");
  expect(stdout).toContain("No problem found");
  expect((await cliIn(await makeFolder(pages(9))).run("check")).stdout).toContain("9 problems on 9 pages");
});

test.each([
  { name: "SIGINT", exitCode: 130 },
  { name: "SIGTERM", exitCode: 143 },
] as const)("a check that $name stops says so, and ends with $exitCode", async ({ name, exitCode }) => {
  const cli = createTestCli({
    cwd: await makeRepository(site),
    openFolderChecker: async () => ({
      ...checker,
      check(input) {
        cli.signal(name);
        return checker.check(input);
      },
      close: async () => {},
    }),
  });
  const { code, stdout } = await cli.run("check", "--json");
  const message = `The command was stopped by ${name} before it was done.`;
  expect(JSON.parse(stdout)).toEqual({ error: { code: "stopped", message } });
  expect(code).toBe(exitCode);
});

test("a comparison with a base does not mind a large file that no check reads", async () => {
  const repository = await makeRepository(site);
  await writeFile(join(repository, "recording.bin"), "");
  await truncate(join(repository, "recording.bin"), 51 * 1024 * 1024);
  await commitAll(repository, "Add a recording");
  const { code, stdout } = await cliIn(repository).run("check", "--base", "HEAD");
  expect(stdout).toMatch(/^No new problem/);
  expect(code).toBe(0);
});

test("a site without a problem ends with 0", async () => {
  const { code, stdout } = await cliIn(await makeRepository(site)).run("check");
  expect(stdout).toMatch(/^No problem found; 2 mintlify pages/);
  expect(code).toBe(0);
});

test("with a base only what the branch brings counts, uncommitted and untracked files too", async () => {
  const folder = await makeRepository({ ...site, "old.mdx": "[gone](/nowhere)\n" });
  await git(folder, ["switch", "--quiet", "--create", "work"]);
  const cli = cliIn(folder);
  expect(await cli.run("check", "--base", "main")).toMatchObject({ code: 0 });
  await writeFiles(folder, { "added.mdx": "[also gone](/nowhere-else)\n\n<Unclosed\n" });
  const changed = await cli.run("check", "--base", "main", "--json");
  expect(changed.code).toBe(1);
  const document = JSON.parse(changed.stdout);
  expect(document).toMatchObject({ base: { revision: "main", isMergeBase: true } });
  const places = document.problems.map(({ rule, path }: { rule: string; path: string }) => `${rule} ${path}`);
  expect(places).toContain("internal-link added.mdx");
  expect(places).toContain("mdx-syntax added.mdx");
  expect(places.join()).not.toContain("old.mdx");
  expect(document.preexisting).toContainEqual(
    expect.objectContaining({ path: "old.mdx", target: "/nowhere" }),
  );
});

test("with a base, links of the change that cannot be judged are told of, as those of the whole site are", async () => {
  const plugin = "site_name: S\nplugins: [writes-pages]\n";
  const folder = await makeRepository({ "mkdocs.yml": plugin, "docs/index.md": "# Home\n" });
  await writeFiles(folder, { "docs/index.md": "# Home\n\n[a](made/a.md)\n" });
  const { stdout } = await cliIn(folder).run("check", "--base", "HEAD", "--json");
  const { problems, notJudged } = JSON.parse(stdout);
  expect(problems).toEqual([]);
  expect(notJudged.map(({ reason }: { reason: string }) => reason)).toEqual([
    "links not judged here: 1 of 1 links to pages and files on changed pages, because the files do not prove where they lead",
  ]);
});

test("what others did on the base meanwhile does not count", async () => {
  const folder = await makeRepository(site);
  await git(folder, ["switch", "--quiet", "--create", "work"]);
  await git(folder, ["switch", "--quiet", "main"]);
  await writeFiles(folder, { "index.mdx": "[now broken](/nowhere)\n" });
  await commitAll(folder, "Change");
  await git(folder, ["switch", "--quiet", "work"]);
  const { stdout } = await cliIn(folder).run("check", "--base", "main", "--json");
  expect(JSON.parse(stdout)).toMatchObject({ problems: [], fixed: [] });
});

test("a page that moved is the same page: its old problem stays old, links to its old place are new problems", async () => {
  const folder = await makeRepository({
    ...site,
    "guide/start.mdx": `${site["guide/start.mdx"]}\nAn [old fault](/nowhere).\n`,
  });
  await git(folder, ["mv", "guide/start.mdx", "guide/begin.mdx"]);
  const { stdout } = await cliIn(folder).run("check", "--base", "HEAD", "--json");
  const { problems, preexisting } = JSON.parse(stdout);
  expect(preexisting).toMatchObject([{ path: "guide/begin.mdx", target: "/nowhere" }]);
  expect(problems.map(({ path, rule }: { path: string; rule: string }) => `${path} ${rule}`)).toEqual(
    expect.arrayContaining(["index.mdx internal-link", "docs.json navigation"]),
  );
});

test("--fix makes the repairs that are certain, writes nothing else, and reports what is left", async () => {
  const text = "# Home\r\n\r\n[a](/Guide/Start) [a](/Guide/Start) [b](/quite-another-name)\r\n";
  const folder = await makeRepository({ ...site, "index.mdx": text });
  const { code, stdout } = await cliIn(folder).run("check", "--fix");
  expect(await readFile(join(folder, "index.mdx"), "utf8")).toBe(
    text.replaceAll("/Guide/Start", "/guide/start"),
  );
  expect(await git(folder, ["status", "--porcelain"])).toBe("M index.mdx");
  expect(stdout).toContain("Repaired index.mdx:3  /Guide/Start → /guide/start");
  expect(stdout).toContain("/quite-another-name");
  expect(code).toBe(1);
});

test("a folder or file as argument leaves out findings elsewhere", async () => {
  const folder = await makeRepository({
    ...site,
    "guide/start.mdx": "[x](/nowhere)\n",
    "index.mdx": "[y](/nowhere-else)\n",
  });
  const cli = cliIn(folder);
  expect((await cli.run("check", "guide")).stdout).not.toContain("index.mdx");
  expect((await cli.run("check", "index.mdx")).stdout).not.toContain("guide/start.mdx");
});

test("ignored files are no part of the site", async () => {
  const folder = await makeRepository({ ...site, ".gitignore": "generated/\n" });
  await writeFiles(folder, { "generated/page.mdx": "[x](/nowhere)\n" });
  expect(await cliIn(folder).run("check")).toMatchObject({ code: 0 });
});

test.each([
  [["check", "nowhere"], "file_not_found", 1],
  [["check", "--base", "no-such-branch"], "ref_not_found", 1],
  [["check", "--base", "--output=x"], "ref_not_found", 1],
  [["check", "--json", "--sarif"], "usage", 2],
])("%j is refused", async (words, code, exitCode) => {
  const folder = await makeRepository(site);
  const result = await cliIn(folder).run(...words);
  expect(result.code).toBe(exitCode);
  expect(result.stderr + result.stdout).toContain(code);
});

test("--base outside of git is refused", async () => {
  const { code, stderr } = await cliIn(await makeFolder(site)).run("check", "--base", "main");
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining("invalid_request") });
});

test("SARIF, annotations and JUnit name each problem's place, with hostile names escaped", async () => {
  const folder = await makeRepository({ ...site, "a%,b&<c>.mdx": "one\n\n[x](/nowhere)\n" });
  const cli = cliIn(folder);
  const sarif = JSON.parse((await cli.run("check", "--sarif")).stdout);
  expect(sarif).toMatchObject({ version: "2.1.0", runs: [{ tool: { driver: { name: "Copydesk" } } }] });
  const links = sarif.runs[0].results.filter(({ ruleId }: { ruleId: string }) => ruleId === "internal-link");
  expect(links).toMatchObject([
    {
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: "a%25,b&%3Cc%3E.mdx" },
            region: { startLine: 3 },
          },
        },
      ],
    },
  ]);
  const github = (await cli.run("check", "--github")).stdout;
  expect(github).toMatch(/^::error file=a%25%2Cb&<c>\.mdx,line=3,col=\d+,title=internal-link::/m);
  const junit = (await cli.run("check", "--junit")).stdout;
  expect(junit).toContain('name="a%,b&amp;&lt;c&gt;.mdx"');
  expect(junit).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuites tests="1" failures="1"/);
});

test("--watch checks again after a change and ends with Ctrl-C", async () => {
  const folder = await makeRepository(site);
  const cli = cliIn(folder);
  const running = cli.run("check", "--watch");
  await expect.poll(cli.output, { timeout: 60_000 }).toContain("No problem found");
  // The watcher may start a little later than the first report.
  await expect
    .poll(
      async () => {
        await writeFiles(folder, { "index.mdx": "[x](/nowhere)\n" });
        return cli.output();
      },
      { timeout: 60_000, interval: 500 },
    )
    .toContain("1 problem on 1 page");
  cli.signal("SIGINT");
  expect(await running).toMatchObject({ code: 1 });
});

test("--watch that is stopped during a check ends with the result of the one before", async () => {
  const folder = await makeRepository({ ...site, "index.mdx": "[x](/nowhere)\n" });
  let checks = 0;
  const cli = createTestCli({
    cwd: folder,
    openFolderChecker: async () => ({
      ...checker,
      check(input) {
        checks += 1;
        if (checks > 1) cli.signal("SIGINT");
        return checker.check(input);
      },
      close: async () => {},
    }),
  });
  const running = cli.run("check", "--watch");
  await expect.poll(cli.output).toContain("1 problem on 1 page");
  await expect
    .poll(async () => {
      await writeFiles(folder, { "index.mdx": "# Home\n" });
      return checks;
    })
    .toBeGreaterThan(1);
  expect(await running).toMatchObject({ code: 1 });
});

test("with a base, words that the branch adds and nobody knows are warnings", async () => {
  const folder = await makeRepository({ ...site, "old.mdx": "An old mistaek.\n" });
  await git(folder, ["switch", "--quiet", "--create", "work"]);
  await writeFiles(folder, { "index.mdx": `${site["index.mdx"]}We recieve another mistaek.\n` });
  const { code, stdout } = await cliIn(folder).run("check", "--base", "main");
  expect(code).toBe(0);
  expect(stdout).toContain(
    "6:4  recieve is in no dictionary and on no page of the site; perhaps receive, relieve (spelling-new)",
  );
  expect(stdout).not.toMatch(/mistaek is/);
});

const twoSites = {
  "mkdocs.yml": "site_name: T\ndocs_dir: manual\n",
  "manual/index.md": "# Manual\n\n[none](none.md) [there](../site/README.md)\n",
  "site/astro.config.mjs":
    'import starlight from "@astrojs/starlight";\nexport default defineConfig({ integrations: [starlight({ title: "T" })] });\n',
  "site/src/content/docs/index.md":
    "---\ntitle: A\n---\n\n[a](/guide/) [b](/nothing/) [manual](../../../../manual/index.md)\n",
  "site/src/content/docs/guide.md": "---\ntitle: B\n---\n",
  "examples/other/book.toml": '[book]\ntitle = "T"\n',
  "examples/other/src/SUMMARY.md": "- [A](a.md)\n",
};

test("every site of a repository is judged by its own rules, and a folder by those of the site in it", async () => {
  const folder = await makeFolder(twoSites);
  const all = JSON.parse((await cliIn(folder).run("check", "--json")).stdout);
  const shapes = [all.site, ...all.otherSites];
  expect(shapes.map(({ generator, pageCount }) => `${generator} ${pageCount}`).sort()).toEqual([
    "mkdocs 1",
    "starlight 3",
  ]);
  const targets = all.problems.map(({ path, target }: Record<string, string>) => `${path} ${target}`);
  expect(targets).toContain("manual/index.md none.md");
  expect(targets).toContain("site/src/content/docs/index.md /nothing/");
  expect(targets).not.toContain("site/src/content/docs/index.md /guide/");
  const inside = JSON.parse((await cliIn(folder).run("check", "site", "--json")).stdout);
  expect(inside.site.generator).toBe("starlight");
  expect(inside.otherSites).toEqual([]);
});

test("with a base, every site is compared by its own rules", async () => {
  const folder = await makeRepository(twoSites);
  await writeFiles(folder, {
    "manual/index.md": "# Manual\n\n[none](none.md) [new](new.md)\n",
    "site/src/content/docs/index.md": "---\ntitle: A\n---\n\n[a](/guide/) [b](/other/) [c](guide.md)\n",
  });
  const document = JSON.parse((await cliIn(folder).run("check", "--base", "HEAD", "--json")).stdout);
  const named = (list: string) =>
    document[list].map(({ path, target }: Record<string, string>) => `${path} ${target}`);
  expect(document.otherSites).toHaveLength(1);
  expect(named("problems")).toEqual([
    "manual/index.md new.md",
    "site/src/content/docs/index.md /other/",
    "site/src/content/docs/index.md guide.md",
  ]);
  expect(named("preexisting")).toContain("manual/index.md none.md");
  expect([...named("fixed"), ...named("removed")].sort()).toEqual([
    "manual/index.md ../site/README.md",
    "site/src/content/docs/index.md ../../../../manual/index.md",
    "site/src/content/docs/index.md /nothing/",
  ]);
});
