import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { createSiteChecker } from "./create-site-checker.ts";

const checker = createSiteChecker({ processesMax: 2 });
const folders: string[] = [];

afterAll(() => checker.close());
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function lay(texts: Record<string, string>) {
  const root = await mkdtemp(join(tmpdir(), "copydesk-site-"));
  folders.push(root);
  const directory = join(root, "tree");
  const write = async (changes: Record<string, string | null>): Promise<string[]> => {
    for (const [path, text] of Object.entries(changes)) {
      await mkdir(dirname(join(directory, path)), { recursive: true });
      if (text === null) await rm(join(directory, path));
      else await writeFile(join(directory, path), text);
    }
    return Object.keys(changes);
  };
  await write(texts);
  return { directory, files: Object.keys(texts), baselineFile: join(root, "baseline.json"), write };
}

async function openTexts(texts: Record<string, string>, from = checker) {
  const laid = await lay(texts);
  const site = await from.open(laid);
  const changed = new Set<string>();
  return {
    site,
    async set(changes: Record<string, string | null>) {
      for (const path of await laid.write(changes)) changed.add(path);
      site.noteChanges(Object.keys(changes));
    },
    async check() {
      const changedPaths = [...changed];
      const report = await site.check({
        changedPaths,
        newPaths: changedPaths.filter((path) => !(path in texts)),
        renames: new Map(),
        readBase: async (path) => (path in texts ? Buffer.from(texts[path]!) : null),
      });
      const name = ({ rule, path, line }: { rule: string; path: string; line: number }) =>
        `${rule} ${path}:${line}`;
      return {
        new: report.new.map(name),
        fixed: report.fixed.map(name),
        preexisting: report.preexisting.map(name),
      };
    },
  };
}

const linked = { "docs/a.md": "[b](b.md)\n", "docs/b.md": "# B\n\n[gone](gone.md)\n", "README.md": "# R\n" };
/** Parsed for minutes, without an end in sight. */
const bomb = "> ".repeat(20_000);

describe("a site in another process", () => {
  it("is compared with what it was, with each change told", async () => {
    const { site, set, check } = await openTexts(linked);
    expect(site.baseline).toMatchObject({ findings: 1, shape: { generator: "plain", pageCount: 3 } });
    expect(await check()).toEqual({ new: [], fixed: [], preexisting: ["internal-link docs/b.md:3"] });
    await set({ "docs/b.md": null, "docs/c.md": "fine\n" });
    expect(await check()).toEqual({
      new: ["internal-link docs/a.md:1"],
      fixed: ["internal-link docs/b.md:3"],
      preexisting: [],
    });
    site.close();
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
    await first.set({ "docs/a.md": "[c](c.md)\n[x](x.md)\n", "docs/c.md": "# C\n" });
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

describe("MDX", () => {
  it("is checked in changed pages only; an error from before is preexisting", async () => {
    const { set, check } = await openTexts({ "a.mdx": "old {", "b.mdx": "fine", "c.mdx": "{" });
    await set({ "a.mdx": "new <A>", "b.mdx": "---\nt: 1\n---\n\n<A>\n\nx" });
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
    await set({ "a.mdx": `${bomb}one word more`, "b.mdx": bomb });
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
});
