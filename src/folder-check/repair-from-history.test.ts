import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { commitAll, createRepository, git, writeFiles } from "../../test/helpers/git-fixture.ts";
import type { Finding } from "../checks/types.ts";
import { openFolderChecker } from "../compose/open-folder-checker.ts";

type Files = Record<string, string | null>;

const words = (about: string) =>
  Array.from({ length: 12 }, (_, at) => `The ${about} has part ${at} of ${about}${at}.`).join("\n");
const page = (title: string, about = title) => `# ${title}\n\n${words(about)}\n`;
const mkdocs = { "mkdocs.yml": "site_name: Site\n" };

/** Creates a repository with these states, one commit each; null removes a file. */
async function repositoryOf(first: Record<string, string>, ...later: Files[]): Promise<string> {
  const { path, remove } = await createRepository({ ...mkdocs, ...first });
  onTestFinished(remove);
  for (const files of later) await commitState(path, files);
  return path;
}

async function commitState(path: string, files: Files): Promise<void> {
  for (const [name, text] of Object.entries(files))
    await (text === null ? rm(join(path, name)) : writeFiles(path, { [name]: text }));
  await commitAll(path, "next");
}

async function problemsOf(folder: string): Promise<Finding[]> {
  const checker = openFolderChecker();
  try {
    return (
      await checker.check({ scope: folder, base: null, switches: {}, signal: new AbortController().signal })
    ).problems;
  } finally {
    await checker.close();
  }
}

async function repairIn(
  folder: string,
): Promise<Pick<Finding, "suggestion" | "candidates" | "historyUnread">> {
  const problems = await problemsOf(folder);
  expect(problems).toHaveLength(1);
  const { suggestion, candidates, historyUnread } = problems[0]!;
  return { suggestion, candidates, historyUnread };
}

const link = (target: string) => `# Home\n\nSee [it](${target}).\n`;

describe("a link to a page that moved", () => {
  it("gets no name that differs in one letter if another page had the link's own", async () => {
    const folder = await repositoryOf(
      { "docs/index.md": link("notes-asee.md"), "docs/notes-asse.md": page("Sails") },
      { "docs/notes-asee.md": page("Hulls") },
      { "docs/notes-asee.md": null },
    );
    expect(await repairIn(folder)).toMatchObject({ suggestion: undefined, candidates: ["notes-asse.md"] });
  });

  it("gets the page's new name when git has the same contents there", async () => {
    const folder = await repositoryOf(
      { "docs/index.md": link("old.md"), "docs/old.md": page("Setup") },
      { "docs/old.md": null, "docs/guide/installing.md": page("Setup") },
    );
    const { suggestion } = await repairIn(folder);
    expect(suggestion).toEqual({ old: "old.md", new: "guide/installing.md", because: "moved in git" });
  });

  it("is followed through several moves, one of them with an edit", async () => {
    const folder = await repositoryOf(
      { "docs/index.md": link("old.md"), "docs/old.md": page("Setup") },
      { "docs/old.md": null, "docs/second.md": page("Setup") },
      {
        "docs/second.md": null,
        "docs/third.md": `${page("Setup")}\nOne more paragraph.\n`,
        "docs/other.md": page("Something else"),
      },
    );
    expect((await repairIn(folder)).suggestion?.new).toBe("third.md");
  });

  it("has no certain repair when the page was deleted and another has its name", async () => {
    const folder = await repositoryOf(
      {
        "docs/index.md": link("guide/overview.md"),
        "docs/guide/overview.md": page("Guide"),
        "docs/api/overview.md": page("API"),
      },
      { "docs/guide/overview.md": null },
    );
    const { suggestion, candidates } = await repairIn(folder);
    expect(suggestion).toBeUndefined();
    expect(candidates).toEqual(["api/overview.md"]);
  });

  it("has none when two pages were at the address one after the other and went apart", async () => {
    const folder = await repositoryOf(
      { "docs/index.md": link("old.md"), "docs/old.md": page("Setup") },
      { "docs/old.md": null, "docs/first.md": page("Setup") },
      { "docs/old.md": page("Deploy") },
      { "docs/old.md": null, "docs/second.md": page("Deploy") },
    );
    expect((await repairIn(folder)).suggestion).toBeUndefined();
  });

  it("has none when one commit made two pages of it", async () => {
    const folder = await repositoryOf(
      { "docs/index.md": link("old.md"), "docs/old.md": page("Setup") },
      { "docs/old.md": null, "docs/a.md": `${page("Setup")}\nA.\n`, "docs/b.md": `${page("Setup")}\nB.\n` },
    );
    expect((await repairIn(folder)).suggestion).toBeUndefined();
  });

  it("has none in another language or version", async () => {
    const folder = await repositoryOf(
      { "docs/index.md": link("old.md"), "docs/old.md": page("Setup") },
      { "docs/old.md": null, "docs/v1/setup.md": page("Setup") },
    );
    expect((await repairIn(folder)).suggestion).toBeUndefined();
  });

  it("keeps its anchor, and has no certain repair where the page lost it", async () => {
    const before = `${page("Setup")}\n## Ports\n\n${words("port")}\n`;
    const moved = (after: string) =>
      repositoryOf(
        { "docs/index.md": link("old.md#ports"), "docs/old.md": before },
        { "docs/old.md": null, "docs/new.md": before },
        { "docs/new.md": after },
      );
    const kept = await moved(`${before}\nMore.\n`);
    expect((await repairIn(kept)).suggestion?.new).toBe("new.md#ports");
    const lost = await repairIn(await moved(page("Setup")));
    expect(lost).toMatchObject({ suggestion: undefined, candidates: ["new.md#ports"] });
    const renamed = await moved(before.replace("## Ports", "## Where it listens"));
    expect((await repairIn(renamed)).suggestion).toEqual({
      old: "old.md#ports",
      new: "new.md#where-it-listens",
      because: "moved in git, heading renamed",
    });
  });

  it("is repaired by the rules of its own site where a repository has several", async () => {
    const folder = await repositoryOf(
      {
        "docs/index.md": "# Home\n",
        "book/book.toml": '[book]\ntitle = "Book"\n',
        "book/src/SUMMARY.md": "- [A](a.md)\n- [Old](old.md)\n",
        "book/src/a.md": "# A\n\n[it](old.html)\n",
        "book/src/old.md": page("Setup"),
      },
      {
        "book/src/old.md": null,
        "book/src/guide/new.md": page("Setup"),
        "book/src/SUMMARY.md": "- [A](a.md)\n- [New](guide/new.md)\n",
      },
    );
    const { suggestion } = await repairIn(folder);
    expect(suggestion).toEqual({ old: "old.html", new: "guide/new.html", because: "moved in git" });
  });

  it("has no certain repair on the very page that it moved to", async () => {
    const folder = await repositoryOf(
      { "docs/index.md": "# Home\n", "docs/api/links.md": page("Links") },
      { "docs/api/links.md": null, "docs/links.md": page("Links") },
      { "docs/links.md": `${page("Links")}\nSee the [reference](api/links.md).\n` },
    );
    expect(await repairIn(folder)).toMatchObject({ suggestion: undefined, candidates: ["links.md"] });
  });

  it.each([
    ["the page", "docs/setup.md", "setup.md", "../setup.md"],
    ["the anchor", "docs/setup.md", "setup.md#setup", "../setup.md#setup"],
    ["the picture", "docs/img/a.svg", "img/a.svg", "../img/a.svg"],
  ])("leads to %s that it led to before its own page moved", async (_, path, target, wanted) => {
    const start = `# Guide\n\n${words("guide")}\n\n`;
    const folder = await repositoryOf(
      { "docs/index.md": "# H\n", "docs/guide.md": `${start}[it](${target})\n`, [path]: page("Setup") },
      { "docs/guide.md": null, "docs/deep/guide.md": `${start}[it](${target})\n`, "docs/a.md": page("A") },
      { "docs/deep/guide.md": null, "docs/far/guide.md": `${start}[it](${target})\n` },
    );
    const because = "page moved in git";
    expect((await repairIn(folder)).suggestion).toEqual({ old: target, new: wanted, because });
  });

  it("stays as it is where it was written after its page moved", async () => {
    const start = `# Guide\n\n${words("guide")}\n\n`;
    const folder = await repositoryOf(
      { "docs/index.md": "# H\n", "docs/guide.md": start, "docs/ports.md": page("Ports") },
      { "docs/guide.md": null, "docs/deep/guide.md": start, "docs/deep/more/ports.md": page("B") },
      { "docs/deep/guide.md": `${start}[it](ports.md)\n` },
    );
    expect((await repairIn(folder)).suggestion).toBeUndefined();
  });

  it("is found by the address that its front matter gave it", async () => {
    const files = {
      "docusaurus.config.js":
        "module.exports = { url: 'https://a.example', baseUrl: '/', presets: [['classic', {}]] };\n",
      "docs/intro.md": link("/docs/fast"),
    };
    const { path: folder, remove } = await createRepository({
      ...files,
      "docs/fast.md": `---\nslug: /fast\n---\n\n${page("Setup")}`,
    });
    onTestFinished(remove);
    await commitState(folder, { "docs/fast.md": null, "docs/deep/new.md": page("Setup") });
    expect((await repairIn(folder)).suggestion?.new).toBe("/docs/deep/new");
  });

  it("stays as it is where a shallow clone hides the move, and says so", async () => {
    const source = await repositoryOf(
      { "docs/index.md": link("old.md"), "docs/old.md": page("Setup") },
      { "docs/old.md": null, "docs/new.md": page("Setup") },
    );
    const folder = await mkdtemp(join(tmpdir(), "copydesk-shallow-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await git(folder, ["clone", "--quiet", "--depth=1", `file://${source}`, "clone"]);
    const { suggestion, historyUnread } = await repairIn(join(folder, "clone"));
    expect(suggestion).toBeUndefined();
    expect(historyUnread).toBe("the clone is shallow and has 1 commit of it");
  });
});

describe("a link to a heading with another name", () => {
  const guide = (...sections: [heading: string, about: string][]) =>
    `# Guide\n\n${sections.map(([heading, about]) => `## ${heading}\n\n${words(about)}\n`).join("\n")}`;
  const linked = (...states: string[]) =>
    repositoryOf(
      { "docs/index.md": link("guide.md#installing"), "docs/guide.md": states[0]! },
      ...states.slice(1).map((text) => ({ "docs/guide.md": text })),
    );

  it("gets the name of the heading over the same text in the same place", async () => {
    const folder = await linked(
      guide(["Before", "before"], ["Installing", "install"], ["After", "after"]),
      guide(["Before", "before"], ["Set it up", "install"], ["After", "after"]),
      guide(["Before", "before"], ["Get started", "install"], ["After", "after"]),
    );
    expect((await repairIn(folder)).suggestion).toEqual({
      old: "guide.md#installing",
      new: "guide.md#get-started",
      because: "heading renamed in git",
    });
  });

  it("has no certain repair when other text stands there now", async () => {
    const folder = await linked(
      guide(["Before", "before"], ["Installing", "install"], ["After", "after"]),
      guide(["Before", "before"], ["Removing", "removal"], ["After", "after"]),
    );
    expect((await repairIn(folder)).suggestion).toBeUndefined();
  });

  it("has none when the text went to another place under another name", async () => {
    const folder = await linked(
      guide(["One", "one"], ["Installing", "install"], ["Two", "two"], ["Three", "three"]),
      guide(["One", "one"], ["Two", "two"], ["Three", "three"], ["Last", "install"]).replace(
        "## One",
        "## Uno",
      ),
    );
    expect((await repairIn(folder)).suggestion).toBeUndefined();
  });
});

it("repairs a picture that moved, not the one of the same name beside it", async () => {
  const image = (text: string) => `<svg xmlns="http://www.w3.org/2000/svg"><title>${text}</title></svg>\n`;
  const folder = await repositoryOf(
    {
      "docs/index.md": "# Home\n\n![A plan](img/plan.svg)\n",
      "docs/img/plan.svg": image("a"),
      "docs/other/plan.svg": image("b"),
    },
    { "docs/img/plan.svg": null, "docs/drawings/ground.svg": image("a") },
  );
  expect((await repairIn(folder)).suggestion?.new).toBe("drawings/ground.svg");
});

describe("an entry of a menu whose page moved", () => {
  const vitepress = (link: string, base = "") => ({
    ".vitepress/config.ts": `export default { themeConfig: { sidebar: [{ text: "Guide", ${base}items: [\n{ text: "Old", link: "${link}" },\n] }] } };\n`,
    "index.md": "# Home\n",
    "mkdocs.yml": null,
  });

  it("gets the page's new address", async () => {
    const folder = await repositoryOf({}, { ...vitepress("/guide/old"), "guide/old.md": page("Setup") });
    expect(await problemsOf(folder)).toEqual([]);
    await commitState(folder, { "guide/old.md": null, "start/new.md": page("Setup") });
    const { suggestion } = await repairIn(folder);
    expect(suggestion).toEqual({ old: "/guide/old", new: "/start/new", because: "moved in git" });
  });

  it("stays where its base does not reach the page", async () => {
    const folder = await repositoryOf(
      {},
      { ...vitepress("old", 'base: "/guide/", '), "guide/old.md": page("Setup") },
      { "guide/old.md": null, "start/new.md": page("Setup") },
    );
    expect((await repairIn(folder)).suggestion).toBeUndefined();
    await commitState(folder, { "start/new.md": null, "guide/new.md": page("Setup") });
    const { suggestion } = await repairIn(folder);
    expect(suggestion).toEqual({ old: "old", new: "new", because: "moved in git" });
  });

  it("stays when the page was deleted", async () => {
    const folder = await repositoryOf(
      {},
      { ...vitepress("/guide/old"), "guide/old.md": page("Setup") },
      { "guide/old.md": null, "guide/new.md": page("Hulls") },
    );
    expect((await repairIn(folder)).suggestion).toBeUndefined();
  });

  it("gets the page's new file on MkDocs", async () => {
    const nav = "site_name: Site\nnav:\n  - Home: index.md\n  - Old: guide/old.md\n";
    const folder = await repositoryOf(
      { "docs/index.md": "# Home\n", "docs/guide/old.md": page("Setup") },
      { "mkdocs.yml": nav },
      { "docs/guide/old.md": null, "docs/start/new.md": page("Setup") },
    );
    const problems = await problemsOf(folder);
    expect(problems[0]!.suggestion).toEqual({
      old: "guide/old.md",
      new: "start/new.md",
      because: "moved in git",
    });
  });
});
