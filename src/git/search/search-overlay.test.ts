import { rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commitAll, createRepository, temporaryFolder } from "../../../test/helpers/git-fixture.ts";
import { oddFiles, oddQueries } from "../../../test/helpers/odd-files.ts";
import { fetchBase } from "../fetch/fetch-base.ts";
import { createMirrors, type Mirrors } from "../mirror/open-mirrors.ts";
import { createOverlay, type Overlay } from "../overlay/create-overlay.ts";
import { searchOverlay } from "./search-overlay.ts";
import { type SearchOptions, searchWithGit, type TreeQuery } from "./search-with-git.ts";

let root = "";
let overlay: Overlay;
let mirrors: Mirrors;

beforeAll(async () => {
  root = await temporaryFolder();
  const { path, remove } = await createRepository({
    "README.md": "Install the widget.\nwidget, Widget, WIDGET\n",
    "docs/guide.md": "A widget\r\n--open-files-in-pager=x\n",
    "docs/deep/page.mdx": "a.b\naxb\nÉcole élève\n",
    "docs/ignored.log": "widget\n",
    "image.bin": Buffer.from("widget\0widget\n"),
    ".gitignore": "*.log\n",
    "redos.txt": `${"a".repeat(20_000)}!\n`.repeat(50),
  });
  const repository = { kind: "path" as const, path };
  const mirrorsFolder = join(root, "m");
  const base = await fetchBase({
    mirrorsFolder,
    repository,
    ref: null,
    jobId: "job1",
    allowPrivateAddresses: false,
  });
  const { mirror, baseCommit: commit } = base;
  const added = { "docs/new.md": "a brand new widget\n", "docs/[slug].md": "bracketed\n" };
  mirrors = createMirrors({ folder: join(root, "own"), cacheBytes: 10_000_000 });
  const opened = await mirrors.open(mirror);
  overlay = createOverlay(opened, await opened.snapshot(commit));
  for (const [path, text] of Object.entries(added)) overlay.write(path, Buffer.from(text));
  await remove();
});
afterAll(async () => {
  await mirrors.close();
  await rm(root, { recursive: true, force: true });
});

async function search(query: Partial<TreeQuery> & { pattern: string }, maxHits = 1_000) {
  return await searchOverlay(overlay, { literal: true, ignoreCase: false, ...query }, { maxHits });
}

async function searchByGit({ textTree, mirror }: Overlay, query: TreeQuery, options: SearchOptions) {
  const { id, objects } = textTree();
  await mirror.writeObjects(objects);
  const repository = [`--git-dir=${mirror.gitDirectory}`];
  return await searchWithGit({ repository, objects: { tree: id } }, query, options);
}

async function places(query: Partial<TreeQuery> & { pattern: string }): Promise<string[]> {
  const { hits } = await search(query);
  return hits.map((hit) => `${hit.path}:${hit.line}`).sort();
}

describe("searchOverlay", () => {
  it("finds lines in text files, including new and ignored ones, and returns path, line and text", async () => {
    expect(await places({ pattern: "widget" })).toEqual([
      "README.md:1",
      "README.md:2",
      "docs/guide.md:1",
      "docs/ignored.log:1",
      "docs/new.md:1",
    ]);
    const { hits, truncated, timedOut } = await search({ pattern: "A widget" });
    expect({ hits, truncated, timedOut }).toEqual({
      hits: [{ path: "docs/guide.md", line: 1, text: "A widget" }],
      truncated: false,
      timedOut: false,
    });
  });

  it.each([
    ["plain text", { pattern: "a.b" }, ["docs/deep/page.mdx:1"]],
    [
      "a regular expression",
      { pattern: "^a.b$", literal: false },
      ["docs/deep/page.mdx:1", "docs/deep/page.mdx:2"],
    ],
    ["any case", { pattern: "INSTALL", ignoreCase: true }, ["README.md:1"]],
    ["any case of letters beyond ASCII", { pattern: "école", ignoreCase: true }, ["docs/deep/page.mdx:3"]],
    [
      "a character class of letters beyond ASCII",
      { pattern: "^.cole [éè]l", literal: false },
      ["docs/deep/page.mdx:3"],
    ],
    ["nothing", { pattern: "nowhere to be found" }, []],
    ["text that looks like an option", { pattern: "--open-files-in-pager=x" }, ["docs/guide.md:2"]],
    [
      "a glob for names in any folder",
      { pattern: "widget", glob: "*.md" },
      ["README.md:1", "README.md:2", "docs/guide.md:1", "docs/new.md:1"],
    ],
    [
      "a glob with folders",
      { pattern: "a", glob: "docs/**/*.mdx" },
      ["docs/deep/page.mdx:1", "docs/deep/page.mdx:2"],
    ],
    [
      "a glob that stays in its folder",
      { pattern: "widget", glob: "docs/*.md" },
      ["docs/guide.md:1", "docs/new.md:1"],
    ],
    ["a glob with alternatives", { pattern: "A ", glob: "docs/**/*.{md,mdx}" }, ["docs/guide.md:1"]],
    ["a glob that begins with a slash", { pattern: "brand", glob: "/docs/*.md" }, ["docs/new.md:1"]],
    ["a folder", { pattern: "brand", glob: "docs/" }, ["docs/new.md:1"]],
    ["a name with brackets", { pattern: "bracketed", glob: "docs/[slug].md" }, ["docs/[slug].md:1"]],
  ])("finds %s", async (_what, query, expected) => {
    expect(await places(query)).toEqual(expected);
  });

  it("stops at the requested number of hits and says so", async () => {
    const { hits, truncated } = await search({ pattern: "widget" }, 2);
    expect(hits).toHaveLength(2);
    expect(truncated).toBe(true);
    expect(await search({ pattern: "widget" }, 5)).toMatchObject({ truncated: false });
  });

  it("cuts very long lines", async () => {
    const { hits } = await search({ pattern: "aaa" }, 1);
    expect(hits[0]?.text).toHaveLength(1_000);
  });

  it.each(["(a+)+$", "(a|aa)+$", "(.*)*(.*)*(.*)*b", "(a*)*\\1b", "((a*)(a*))*\\2\\1b", "a{1,255}a{1,255}b"])(
    "ends for %s, with the hits so far",
    async (pattern) => {
      const { truncated, timedOut } = await search({ pattern, literal: false });
      expect(truncated).toBe(timedOut);
    },
  );

  it.each([
    ["(", /Unmatched/],
    ["[a", /Unmatched|unmatched/],
    ["a{2,1}", /Invalid/],
    ["a{1,40000}", /repetitions are too large/],
    ["((a{1,255}){1,255})b", /repetitions are too large/],
    ["(((a{1,99}){1,99}){1,20})b", /repetitions are too large/],
    ["a{99}{99}{99}", /repetitions are too large/],
    ["a\nb", /one line/],
    ["a\0b", /one line/],
    ["", /empty/],
    ["a".repeat(1_001), /longer than/],
  ])("says why %j cannot be searched for", async (pattern, words) => {
    await expect(search({ pattern, literal: false })).rejects.toMatchObject({
      code: "invalid_request",
      message: expect.stringMatching(words),
    });
  });

  it.each(["../*", "docs/../../*", "a\0b", "a\nb", "x".repeat(501), "{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}"])(
    "refuses the glob %j",
    async (glob) => {
      await expect(search({ pattern: "x", glob })).rejects.toMatchObject({ code: "invalid_request" });
    },
  );

  it.each([
    "--open-files-in-pager=x",
    "-O./x",
    "--no-index",
    "-f/etc/passwd",
    "--ext-grep",
    "-h",
    "--help",
    "--textconv",
    ":(top)x",
    ":!README.md",
    ":/",
  ])("treats %s as text, as a pattern and as a glob", async (text) => {
    expect((await search({ pattern: text })).hits.filter((hit) => hit.path !== "docs/guide.md")).toEqual([]);
    expect((await search({ pattern: "widget", glob: text })).hits).toEqual([]);
  });

  it("stops if the job is stopped", async () => {
    const signal = AbortSignal.abort(new Error("cancelled"));
    const query = { pattern: "x", literal: true, ignoreCase: false };
    await expect(searchOverlay(overlay, query, { maxHits: 1, signal })).rejects.toThrow("cancelled");
  });

  it("finds what git finds, in the same order, whatever the text, the glob and the case", async () => {
    const files = oddFiles();
    const { path, remove } = await createRepository(files);
    await symlink("a needle", join(path, "docs/link.md"));
    await commitAll(path, "link");
    const repository = { kind: "path" as const, path };
    const shared = {
      mirrorsFolder: join(root, "m2"),
      ref: null,
      jobId: "job1",
      allowPrivateAddresses: false,
    };
    const { mirror, baseCommit: commit } = await fetchBase({ ...shared, repository });
    const opened = await mirrors.open(mirror);
    const tree = createOverlay(opened, await opened.snapshot(commit));
    tree.write("docs/own.md", Buffer.from("own needle\n"));
    tree.write("a/b.md", Buffer.from("nothing\n"));
    tree.remove("docs/gone.md");
    for (const query of oddQueries()) {
      for (const maxHits of [3, 1_000]) {
        const wanted = await searchByGit(tree, query, { maxHits });
        expect(await searchOverlay(tree, query, { maxHits }), JSON.stringify(query)).toEqual(wanted);
      }
    }
    opened.release();
    await remove();
  });

  it("finishes a long repetitive text, and lets other work run meanwhile", async () => {
    const text = `${"a".repeat(8_000_000)}\n`;
    overlay.write("docs/long.txt", Buffer.from(text));
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 1);
    const query = { literal: true, ignoreCase: false, glob: "docs/long.txt" };
    const pattern = `${"a".repeat(999)}b`;
    const options = { maxHits: 5, limitMs: 300_000 };
    const { timedOut, hits } = await searchOverlay(overlay, { ...query, pattern }, options);
    clearInterval(timer);
    overlay.remove("docs/long.txt");
    expect({ timedOut, hits }).toEqual({ timedOut: false, hits: [] });
    expect(turns).toBeGreaterThan(3);
  });
});
