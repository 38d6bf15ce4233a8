import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openFixture } from "../../../test/fixtures/sites/open-fixture.ts";
import { createScanCache } from "../model/scan-cache.ts";
import type { CommitFiles } from "./commit-files.ts";
import { type Base, openBases } from "./open-bases.ts";

const fixtures = join(import.meta.dirname, "../../../test/fixtures/sites");
const names = readdirSync(fixtures, { withFileTypes: true }).flatMap((one) =>
  one.isDirectory() ? [one.name] : [],
);
const comparedEvery = 6;

/** Edits of a page's text. */
const edits: ((text: string) => string)[] = [
  (text) => `${text}\n\n[a](./zq-gone.md) [b](/zq-gone#zq) ![](zq.png)\n\n#### Deep\n\n[c][zq]\n\n<Zq />\n`,
  (text) => text.replace(/^#{2,6} .*$/gm, "## Another heading"),
  (text) => text.replace(/^(?:title|slug|aliases|sidebar_label): .*\n/gm, ""),
  (text) => text.replace(/#[\w-]+\)/g, "#zq-gone)"),
  () => "# Nothing else\n",
];

type Texts = Map<string, Buffer>;

/** Opens commits from memory; `reads` counts the files that were read. */
function openMemory() {
  const commits = new Map<string, Texts>();
  const reads = { count: 0 };
  const open = openBases(
    async ({ commit }) => filesOf(commits.get(commit)!, reads),
    createScanCache(),
    async () => ({ isKnown: () => true }) as never,
  );
  return {
    reads,
    async open(texts: Texts): Promise<Base> {
      const commit = String(commits.size);
      commits.set(commit, new Map(texts));
      return await open({ gitDirectory: "/mirror", commit }, new AbortController().signal);
    },
  };
}

function filesOf(texts: Texts, reads: { count: number }): CommitFiles {
  return {
    paths: [...texts.keys()].sort(),
    async read(path) {
      reads.count += 1;
      const bytes = texts.get(path);
      if (bytes === undefined) throw new Error(`no file ${path}`);
      return bytes;
    },
    idOf: (path) => createHash("sha1").update(texts.get(path)!).digest("hex"),
  };
}

function describeBase({ sites }: Base) {
  return sites.map(describeSite);
}

function describeSite({ site, report, soundAnchors, navigation }: Base["sites"][0]) {
  const { findings, notJudged, unjudged } = report;
  return {
    findings: findings.map((one) => JSON.stringify(one)).sort(),
    ...{ notJudged, unjudged, navigation, shape: site.shape, touched: [...(site.touched ?? [])] },
    soundAnchors: [...soundAnchors].sort(),
    routes: [...site.index.routes].sort(),
    pages: [...site.pages.keys()].sort(),
  };
}

/** Two fixtures in folders of their own. */
const severalSites = "mkdocs and starlight";

async function textsOf(name: string): Promise<Texts> {
  if (name === severalSites) {
    const [one, other] = await Promise.all([textsOf("mkdocs"), textsOf("starlight")]);
    return new Map([
      ...[...one].map(([path, text]) => [`one/${path}`, text] as const),
      ...[...other].map(([path, text]) => [`other/${path}`, text] as const),
    ]);
  }
  const { site } = await openFixture(name);
  const paths = [...site.files];
  return new Map(await Promise.all(paths.map(async (path) => [path, await site.read(path)] as const)));
}

describe.each([...names, severalSites])("commits on %s, opened one after another", (name) => {
  it("give the same findings as each of them opened alone", async () => {
    const texts = await textsOf(name);
    const { open, reads } = openMemory();
    const { sites } = await open(texts);
    expect(sites).toHaveLength(name === severalSites ? 2 : 1);
    const pages = sites.flatMap(({ site }) => [...site.pages.keys()]);
    const readByAll = reads.count;
    let quick = 0;
    for (const [index, path] of pages.entries()) {
      const edit = edits[index % edits.length]!;
      texts.set(path, Buffer.from(edit(texts.get(path)!.toString("utf8"))));
      reads.count = 0;
      const base = await open(texts);
      if (reads.count < readByAll / 2) quick += 1;
      if (index % comparedEvery > 0 && index < pages.length - 1) continue;
      expect(describeBase(base), path).toEqual(describeBase(await openMemory().open(texts)));
    }
    if (pages.length > 5) expect(quick).toBeGreaterThan(0);
  });
});

describe("a commit with", () => {
  it.each([
    ["a new page", (texts: Texts) => texts.set("docs/new.md", Buffer.from("# New\n"))],
    ["a page less", (texts: Texts) => texts.delete("docs/b.md")],
    ["another .gitignore", (texts: Texts) => texts.set(".gitignore", Buffer.from("docs/made.md\n"))],
  ])("%s is read as a whole, and its links are judged by it", async (_what, change) => {
    const texts: Texts = new Map([
      ["docs/a.md", Buffer.from("# A\n\n[b](b.md) [new](new.md) [made](made.md)\n")],
      ["docs/b.md", Buffer.from("# B\n")],
      [".gitignore", Buffer.from("")],
    ]);
    const { open } = openMemory();
    await open(texts);
    change(texts);
    expect(describeBase(await open(texts))).toEqual(describeBase(await openMemory().open(texts)));
  });
});
