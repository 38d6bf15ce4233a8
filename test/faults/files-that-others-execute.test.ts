import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { type FileReads, rememberRead } from "../../src/agent/file-reads.ts";
import { runTool } from "../../src/agent/run-tool.ts";
import { allTools } from "../../src/agent/tools/all-tools.ts";
import { answerPermission } from "../../src/engines/answer-permission.ts";
import { serveWrite } from "../../src/engines/serve-files.ts";
import { createWorkspace, type Workspace } from "../../src/git/checkout/create-workspace.ts";
import { listChangedPaths } from "../../src/git/checkout/list-changed-paths.ts";
import { fetchBase } from "../../src/git/fetch/fetch-base.ts";
import { applyPatch } from "../../src/git/follow-up/apply-patch.ts";
import { assertChangeAllowed } from "../helpers/checkout/assert-change-allowed.ts";
import { diffWorkspace } from "../helpers/checkout/diff-workspace.ts";
import { treeHash } from "../helpers/checkout/write-tree.ts";
import { createRepository, git, temporaryFolder } from "../helpers/git-fixture.ts";
import { closedPaths, otherPaths, programPaths } from "../helpers/paths-that-others-execute.ts";
import { createScanWorkspace, readTree } from "../helpers/scan-workspace.ts";
import { useCleanups } from "../helpers/use-cleanups.ts";
import { plainRules } from "../helpers/write-rules.ts";

const { cleanups } = useCleanups();
const all = [...closedPaths, ...programPaths, ...otherPaths];
const page = "# Guide\n\nA page of some lines.\n\nThat git takes for moved.\n";
/** What no working tree of ours can hold is not asked for as a file. */
const placeable = all.filter((path) => !/^\.git(?:\u200b)?\/|^GIT~1/.test(path) && path !== "agents.md");

test("the list has at least 80 files that no setting opens", () => {
  expect(new Set(closedPaths).size).toBeGreaterThanOrEqual(80);
  expect(new Set(all).size).toBe(all.length);
});

const findSecret = async () => null;

describe("the rules", () => {
  test.each(closedPaths)("refuse %s, whatever the project allows", (path) => {
    for (const paths of [[], ["**"], [path], ["**/*", "**/.*/**"]]) {
      expect(plainRules({ paths })(path)).toMatch(/may not be written: .*no setting allows it/);
    }
  });

  test.each(programPaths)("refuse %s until the project names it", (path) => {
    for (const paths of [[], ["**"], ["docs/**"]]) {
      expect(plainRules({ paths })(path)).toContain(
        `add ${JSON.stringify(path)} to the project's setting paths`,
      );
    }
    expect(plainRules({ paths: [path] })(path)).toBeNull();
    expect(plainRules({ paths: [path], jobPaths: ["other/**"] })(path)).not.toBeNull();
  });

  test.each(otherPaths)("refuse %s until a glob of the project opens it", (path) => {
    expect(plainRules()(path)).toContain(`add ${JSON.stringify(path)} to the project's setting paths`);
    expect(plainRules({ jobPaths: ["**"] })(path)).not.toBeNull();
    expect(plainRules({ paths: ["**"] })(path)).toBeNull();
    expect(plainRules({ paths: ["**"], protectedPaths: ["**/*"] })(path)).toMatch(/protectedPaths/);
  });
});

test("no tool of the agent writes, edits, moves or deletes one", async () => {
  const present = placeable.filter((path) => !path.includes("\u200b"));
  const files = { "guide.md": page, ...Object.fromEntries(present.map((path) => [path, "x\n"])) };
  const workspace = await createScanWorkspace(files, { refuseWrite: plainRules() });
  cleanups.push(workspace.remove);
  const reads: FileReads = new Map();
  for (const path of Object.keys(files)) rememberRead(reads, path, "x\n");
  const context = { workspace, reads, signal: new AbortController().signal };
  const call = (name: string, input: object) => runTool(allTools, context, { id: "1", name, input });
  let attempts = 0;
  for (const path of all) {
    const calls: [string, object][] = [
      ["write", { path, content: "evil\n" }],
      ["edit", { path, edits: [{ old: "x", new: "evil" }] }],
      ["move", { from: "guide.md", to: path }],
      ["move", { from: path, to: "taken.md" }],
      ["delete", { path, force: true }],
    ];
    for (const [name, input] of calls) {
      const { ok, output } = await call(name, input);
      expect({ ok, output }).toEqual({
        ok: false,
        output: expect.stringMatching(/^error: (?:path_not_allowed|path_outside_workspace): /),
      });
      attempts += 1;
    }
  }
  expect(await workspace.files()).toEqual(files);
  expect(attempts).toBe(all.length * 5);
});

test("an engine is neither allowed nor helped to write one", async () => {
  const workspace = await createScanWorkspace({ "guide.md": page });
  cleanups.push(workspace.remove);
  const refuseWrite = plainRules();
  const served = { directory: workspace.directory, refuseWrite, hostUser: null };
  const options = [
    { optionId: "yes", name: "Yes", kind: "allow_once" as const },
    { optionId: "no", name: "No", kind: "reject_once" as const },
  ];
  for (const path of all) {
    const inside = `/workspace/${path}`;
    await expect(serveWrite(served, { sessionId: "1", path: inside, content: "evil\n" })).rejects.toThrow();
    for (const kind of ["edit", "move", "delete"] as const) {
      const toolCall = {
        toolCallId: "1",
        kind,
        locations: [{ path: "/workspace/guide.md" }, { path: inside }],
      };
      expect(await answerPermission({ sessionId: "1", options, toolCall }, refuseWrite)).toEqual({
        outcome: { outcome: "selected", optionId: "no" },
      });
    }
  }
  expect(Object.keys(await readTree(workspace.directory))).toEqual(["guide.md"]);
});

async function open(): Promise<{ workspace: Workspace; mirror: string; commit: string }> {
  const root = await temporaryFolder();
  const { path, remove } = await createRepository({ "guide.md": page });
  cleanups.push(remove, () => rm(root, { recursive: true, force: true }));
  const base = await fetchBase({
    mirrorsFolder: join(root, "m"),
    repository: { kind: "path", path },
    ref: null,
    jobId: "job1",
    allowPrivateAddresses: false,
  });
  const { mirror, baseCommit: commit } = base;
  const workspace = await createWorkspace({
    workspacesFolder: join(root, "w"),
    name: "job1",
    mirror,
    commit,
  });
  return { workspace, mirror, commit };
}

/**
 * A commit for each path, in their order: the guide and that file, or the guide moved there; made by git
 * itself.
 */
async function commitEach(workspace: Workspace, paths: readonly string[]): Promise<string[]> {
  const bare = ["--git-dir", workspace.gitDirectory];
  const blob = await git(workspace.root, [...bare, "rev-parse", "HEAD:guide.md"]);
  const commits = paths.map((path, index) => {
    const name = String(index).padStart(4, "0");
    const start = `commit refs/heads/c${name}\ncommitter A <a@b> 0 +0000\ndata 0\nfrom ${workspace.baseCommit}\n`;
    return `${start}M 100644 ${blob} ${path}\n${index % 2 === 0 ? "D guide.md\n" : ""}\n`;
  });
  const input = commits.join("");
  await git(workspace.root, [...bare, "fast-import", "--quiet", "--date-format=raw"], { input });
  const listed = await git(workspace.root, [
    ...bare,
    "for-each-ref",
    "--format=%(objectname)",
    "refs/heads/c*",
  ]);
  return listed.trim().split("\n");
}

describe("the push", () => {
  test("refuses each of them in a tree that something else has made, as a new file and as a moved one", async () => {
    const { workspace } = await open();
    // git itself keeps these out of its index.
    const possible = all.filter((path) => !/^\.git(?:\u200b)?\/|^GIT~1/.test(path));
    const commits = await commitEach(workspace, possible);
    expect(commits).toHaveLength(possible.length);
    for (const [index, path] of possible.entries()) {
      const rules = { tree: commits[index]!, patch: "", refuseWrite: plainRules(), findSecret };
      await expect(assertChangeAllowed(workspace, rules)).rejects.toMatchObject({
        code: "path_not_allowed",
        details: { path },
      });
    }
  });

  test("refuses each of them in a patch that is restored, and all that an engine left in the tree", async () => {
    const { workspace, mirror, commit } = await open();
    for (const path of placeable) {
      await mkdir(dirname(join(workspace.directory, path)), { recursive: true });
      await writeFile(join(workspace.directory, path), "evil\n");
    }
    const changed = await listChangedPaths(workspace);
    expect(changed.toSorted()).toEqual(placeable.toSorted());
    const tree = await treeHash(workspace, changed);
    const { patch, files } = await diffWorkspace(workspace, tree);
    const restored = await applyPatch({ mirror, onto: commit, patch });
    const judged = files.filter(({ path }) => plainRules()(path) !== null);
    expect(judged.map(({ path }) => path).toSorted()).toEqual(placeable.toSorted());
    for (const refused of [tree, restored!]) {
      const rules = { tree: refused, patch, refuseWrite: plainRules(), maxFiles: 1_000, findSecret };
      await expect(assertChangeAllowed(workspace, rules)).rejects.toMatchObject({ code: "path_not_allowed" });
    }
  });
});
