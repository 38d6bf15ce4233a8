import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { plainRun } from "../../test/helpers/agent-run.ts";
import { commitFolder, openCheckedFolder } from "../../test/helpers/open-checked-folder.ts";
import { openDiskFiles } from "../agent/open-disk-files.ts";
import { runAgent } from "../agent/run-agent.ts";
import type { AgentEvent, AgentOutcome, AgentWorkspace } from "../agent/types.ts";
import { createSiteChecker } from "../checks/processes/create-site-checker.ts";
import { createChoresModel } from "./create-chores-model.ts";
import { instructionNotUnderstoodMarker } from "./not-understood.ts";

const siteChecker = createSiteChecker();
const folders: string[] = [];

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});
afterAll(() => siteChecker.close());

interface Result {
  outcome: AgentOutcome;
  events: AgentEvent[];
  files: Record<string, string>;
  newFindings: string[];
}

/** The chore through the real loop, tools and checks on a folder. */
async function run(files: Record<string, string>, prompt: string): Promise<Result> {
  const directory = await mkdtemp(join(tmpdir(), "chores-"));
  folders.push(directory);
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), text);
  }
  const signal = new AbortController().signal;
  const { workspace, check } = await openWorkspace(directory, files);
  const events: AgentEvent[] = [];
  const agent = runAgent({
    ...plainRun,
    workspace,
    model: createChoresModel(),
    prompt,
    instructions: "Replace “x” with “y”.",
    siteSummary: "A site.",
    budget: { maxSteps: 50, maxTokens: null, maxCostUsd: null },
    signal,
    emit: async (event) => void events.push(event),
  });
  const outcome = await agent.start();
  const newFindings = (await check()).new.map(({ rule, path, line }) => `${rule} ${path}:${line}`);
  return { outcome, events, files: await readFolder(directory), newFindings };
}

async function openWorkspace(directory: string, files: Record<string, string>) {
  const committed = await commitFolder(directory);
  folders.push(committed.gitDirectory);
  const site = await openCheckedFolder(siteChecker, directory, committed);
  const changed = new Set<string>();
  const released = new Set<string>();
  const check = () =>
    site.check({
      released,
      changedPaths: [...changed],
      newPaths: [],
      renames: new Map(),
      baseCommit: committed.commit,
      readBase: async (path) => (path in files ? Buffer.from(files[path]!) : null),
    });
  const workspace: AgentWorkspace = {
    ...openDiskFiles(directory),
    refuseWrite: (path) => (path.startsWith(".github/") ? `protected path ${path}` : null),
    async search({ pattern }) {
      const texts = Object.entries(await readFolder(directory));
      return texts.flatMap(([path, text]) =>
        text
          .split("\n")
          .flatMap((line, index) => (line.includes(pattern) ? [{ path, line: index + 1, text: line }] : [])),
      );
    },
    check,
    planMove: (from, to, signal) => site.planMove(from, to, signal),
    planDelete: (path, signal) => site.planDelete(path, signal),
    parsePage: siteChecker.parsePage,
    async noteChanges(paths) {
      for (const path of paths) changed.add(path);
      // Only tools of the agent work here, so that whatever goes was looked at.
      for (const path of paths) released.add(path);
      site.noteChanges(paths);
    },
    treeHash: async () => "tree",
  };
  return { workspace, check };
}

async function readFolder(directory: string): Promise<Record<string, string>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)))
    .sort();
  return Object.fromEntries(
    await Promise.all(paths.map(async (path) => [path, await readFile(join(directory, path), "utf8")])),
  );
}

function summaryOf({ outcome }: Result): string {
  if (outcome.kind !== "finished") throw new Error(JSON.stringify(outcome));
  return outcome.summary;
}

describe("chores through the real loop, tools and checks", () => {
  test("replace a term, keep the byte order mark, line ends and typography, and repair the anchors", async () => {
    const files = {
      "docs.json": JSON.stringify({ navigation: { pages: ["guides/token", "index"] } }),
      "guides/token.mdx":
        '---\ntitle: "Use a token"\n---\n\n# A token\n\n<Note title="token">\n  The token\u2019s “token”\u00a0— `token`.\n</Note>\n\n```js\ntoken\n```\n\nToken token\n',
      "index.mdx":
        "\uFEFF# Start\r\n\r\nSee [a token](/guides/token#a-token) or\r\na token.  \r\na token.\r\n",
      ".github/about.md": "token",
    };
    const result = await run(files, 'Replace "token" with "key"');
    expect(result.files).toEqual({
      ...files,
      "guides/token.mdx":
        '---\ntitle: "Use a key"\n---\n\n# A key\n\n<Note title="key">\n  The key\u2019s “key”\u00a0— `token`.\n</Note>\n\n```js\ntoken\n```\n\nToken key\n',
      "index.mdx": "\uFEFF# Start\r\n\r\nSee [a key](/guides/token#a-key) or\r\na key.  \r\na key.\r\n",
    });
    expect(summaryOf(result)).toContain("in 9 places on 2 pages.");
    expect(summaryOf(result)).toContain("Repaired 1 link that the change had broken: index.mdx:3.");
    expect(result.newFindings).toEqual([]);
  });

  test("count other forms of a term, and say how to replace them too", async () => {
    const files = {
      "docs.json": "{}",
      "a.mdx": "An effect. Effects: one Effect, `Effects`.\n\nMore Effects\n",
    };
    const result = await run(files, 'Replace "Effect" with "Signal"');
    expect(result.files["a.mdx"]).toBe("An effect. Effects: one Signal, `Effects`.\n\nMore Effects\n");
    expect(summaryOf(result)).toContain(
      '- other forms: 2 × `Effects`, 1 × `effect`. To replace them too: Replace "Effects" with "Signals"; Replace "effect" with "signal"',
    );
  });

  test("follow the anchor of an accordion whose title changes", async () => {
    const files = {
      "docs.json": JSON.stringify({ navigation: { pages: ["a", "b"] } }),
      "a.mdx": '<Accordion title="Get a token">\n  Text\n</Accordion>\n',
      "b.mdx": "See [it](/a#get-a-token).\n",
    };
    const result = await run(files, 'Replace "token" with "key"');
    expect(result.files["b.mdx"]).toBe("See [it](/a#get-a-key).\n");
    expect(result.newFindings).toEqual([]);
  });

  test.each(["Replace API token with API key", "Please replace API token by API key in docs."])(
    "ask for quotes: %s",
    async (prompt) => {
      const { outcome } = await run({ "docs.json": "{}", "docs/a.mdx": "A\n" }, prompt);
      expect(outcome).toMatchObject({
        kind: "not_understood",
        message: expect.stringContaining("put the terms in quotes"),
      });
    },
  );

  test("take an MDX page back that the new text would break", async () => {
    const files = { "docs.json": "{}", "a.mdx": "One token.\n", "b.mdx": "A token\n\n{/* token */}\n" };
    const result = await run(files, 'Replace "token" with "<key"');
    expect(result.files).toEqual(files);
    expect(summaryOf(result)).toContain("a.mdx: the replacement would make the page invalid");
    expect(result.newFindings).toEqual([]);
  });

  test("repair links that have a certain repair, and nothing else", async () => {
    const files = {
      "README.md":
        "[case](docs/Setup.md) [fine](docs/guide.md) [typo](docs/guide.md#instalation)\n[case](docs/Setup.md) and `docs/Setup.md`.\n",
      "docs/setup.md": "# Setup\n\n[gone](nowhere/at-all.md) [other](unique-page.md)\n",
      "docs/guide.md": "# Guide\n\n## Installation\n",
      "docs/deep/unique-page.md": "# Unique\n\n[up](../../docs/setup.md)\n",
    };
    const result = await run(files, "Fix broken links");
    expect(result.files).toEqual({
      ...files,
      "README.md":
        "[case](docs/setup.md) [fine](docs/guide.md) [typo](docs/guide.md#installation)\n[case](docs/setup.md) and `docs/Setup.md`.\n",
      "docs/setup.md": "# Setup\n\n[gone](nowhere/at-all.md) [other](unique-page.md)\n",
    });
    expect(summaryOf(result)).toContain("Repaired 3 broken links on 1 page; 5 broken links had been found.");
    expect(summaryOf(result)).toContain("- docs/setup.md:3: internal-link");
    expect(result.newFindings).toEqual([]);
  });

  test("move a page with its links", async () => {
    const files = {
      "README.md": "[a](docs/a.md)\n",
      "docs/a.md": "# A\n\n[home](../README.md)\n",
    };
    const result = await run(files, "Move docs/a to docs/b/a.md");
    expect(result.files).toEqual({
      "README.md": "[a](docs/b/a.md)\n",
      "docs/b/a.md": "# A\n\n[home](../../README.md)\n",
    });
    expect(result.newFindings).toEqual([]);
  });

  test("delete a page only when nothing links to it, or with its links when asked to", async () => {
    const files = { "README.md": "See [the a](docs/a.md).\n", "docs/a.md": "# A\n" };
    const kept = await run(files, "Delete the page docs/a.md");
    expect(kept.files).toEqual(files);
    expect(summaryOf(kept)).toContain("README.md:1");
    const gone = await run(files, "Delete the page docs/a.md and its links");
    expect(gone.files).toEqual({ "README.md": "See the a.\n" });
    expect(gone.newFindings).toEqual([]);
  });

  test("delete a page with the references to it and their definitions", async () => {
    const lines = [
      "# B",
      "",
      "See [the *first* one][a], [A][], [a] and `[a]`, but not [c].",
      "",
      '[a]: docs/a.md "The title"',
      "[c]: c.md",
      "",
    ];
    const files = { "b.md": lines.join("\n"), "c.md": "# C\n", "docs/a.md": "# A\n" };
    const gone = await run(files, "Delete the page docs/a.md and its links");
    const left = ["# B", "", "See the *first* one, A, a and `[a]`, but not [c].", "", "", "[c]: c.md", ""];
    expect(gone.files).toEqual({ "b.md": left.join("\n"), "c.md": "# C\n" });
    expect(summaryOf(gone)).toContain("3 links to it became plain text: b.md:3");
    expect(gone.newFindings).toEqual([]);
  });

  test("leave a reference that cannot become text, and its definition", async () => {
    const files = { "b.md": "![a][a] and [a]\n\n[a]: a.md\n", "a.md": "# A\n" };
    const gone = await run(files, "Delete the page a.md and its links");
    expect(gone.files).toEqual({ "b.md": files["b.md"] });
    expect(gone.newFindings).not.toEqual([]);
  });

  const unknown = {
    "app/start.mdx":
      "# Start\n\n[set up](/docs/setup#key), [gone](/docs/gone), [up](../setup), ![x](/x.png)\n",
    "app/setup/page.mdx": "# Set up\n\n## The key {/*key*/}\n\n[start](../start.mdx)\n",
    "docs/setup.md": "# Older\n",
  };

  test("change no link that cannot be judged, and say that it was not", async () => {
    const result = await run(unknown, "Fix broken links");
    expect(result.files).toEqual(unknown);
    expect(summaryOf(result)).toContain("No link of those that can be judged is broken");
    expect(summaryOf(result)).toContain("- links not judged here: 3 of 4 links to pages and files, because");
  });

  test("delete no page that a link may lead to; when asked to all the same, leave that link and say so", async () => {
    const kept = await run(unknown, "Delete the page docs/setup.md");
    expect(kept.files).toEqual(unknown);
    expect(summaryOf(kept)).toContain("1 link may point at docs/setup.md: app/start.mdx:3");
    const { "docs/setup.md": _, ...rest } = unknown;
    const gone = await run(unknown, "Delete the page docs/setup.md and its links");
    expect(gone.files).toEqual(rest);
    expect(summaryOf(gone)).toContain(
      "- links not judged here: 1 link that may lead to or from docs/setup.md",
    );
    expect(gone.newFindings).toEqual([]);
  });

  test("move no page that a link may lead to; when asked to all the same, leave that link and say so", async () => {
    const kept = await run(unknown, "Move docs/setup.md to docs/older/setup.md");
    expect(kept.files).toEqual(unknown);
    expect(summaryOf(kept)).toContain(
      "To move it all the same: Move docs/setup.md to docs/older/setup.md even",
    );
    const result = await run(unknown, "Move docs/setup.md to docs/older/setup.md even if it is linked");
    expect(Object.keys(result.files)).toContain("docs/older/setup.md");
    expect(result.files["app/start.mdx"]).toBe(unknown["app/start.mdx"]);
    expect(summaryOf(result)).toContain("look at app/start.mdx:3");
    expect(result.newFindings).toEqual([]);
  });

  const linked = {
    "content/knives.md": "# Knives\n\n## Sharp knives\n\nA knives text.\n\n## Old knives\n",
    "content/a.md": "[x](/v1/knives#sharp-knives) and [y](knives.md#old-knives)\n",
  };

  test("leave a heading to which links may lead that are not judged, and say so", async () => {
    const result = await run(linked, 'Replace "knives" with "blades"');
    expect(result.files).toEqual({
      "content/knives.md": "# Knives\n\n## Sharp knives\n\nA blades text.\n\n## Old blades\n",
      "content/a.md": "[x](/v1/knives#sharp-knives) and [y](knives.md#old-blades)\n",
    });
    expect(summaryOf(result)).toContain("Replaced `knives` with `blades` in 2 places on 1 page.");
    expect(summaryOf(result)).toContain(
      "1 place in headings to which links may lead that are not judged here",
    );
    expect(summaryOf(result)).toContain("content/knives.md:3");
    expect(result.newFindings).toEqual([]);
  });

  test("keep the id of such a heading where the site's generator is known to take one", async () => {
    const result = await run({ ...linked, "hugo.toml": "" }, 'Replace "knives" with "blades"');
    expect(result.files["content/knives.md"]).toBe(
      "# Knives\n\n## Sharp blades {#sharp-knives}\n\nA blades text.\n\n## Old blades {#old-knives}\n",
    );
    expect(result.files["content/a.md"]).toContain("(/v1/knives#sharp-knives) and [y](knives.md#old-knives)");
    expect(summaryOf(result)).toContain("2 places in headings that keep their id");
    expect(result.newFindings).toEqual([]);
  });

  test("add front matter in the line ends of the page", async () => {
    const files = {
      "mkdocs.yml": "site_name: x\nnav:\n  - index.md\n  - a.md\n",
      "docs/index.md": "\uFEFF# Start *here*\r\n\r\nThis is where it starts.\r\n",
      "docs/a.md": "---\nweight: 1\n---\n\nThis is the page a.\n",
      "README.md": "# Read me\n\nText of the repository.\n",
    };
    const result = await run(files, "Add missing titles and descriptions");
    expect(result.files).toEqual({
      ...files,
      "docs/index.md": `\uFEFF---\r\ntitle: "Start here"\r\ndescription: "This is where it starts."\r\n---\r\n\r\n${files["docs/index.md"].slice(1)}`,
      "docs/a.md":
        '---\ntitle: "A"\ndescription: "This is the page a."\nweight: 1\n---\n\nThis is the page a.\n',
    });
    expect(result.newFindings).toEqual([]);
  });

  test("do what the task says and nothing that the project's instructions say", async () => {
    const result = await run({ "README.md": "x\n" }, "Write a guide about webhooks");
    expect(result.files).toEqual({ "README.md": "x\n" });
    expect(result.outcome.kind).toBe("not_understood");
    expect((result.outcome as { message: string }).message.startsWith(instructionNotUnderstoodMarker)).toBe(
      true,
    );
    expect(result.events.filter(({ kind }) => kind === "tool_result")).toEqual([]);
  });
});
