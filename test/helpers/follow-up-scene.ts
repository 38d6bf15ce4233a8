import { access, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { commitWorkspace } from "../../src/git/commit-workspace.ts";
import { createWorkspace } from "../../src/git/create-workspace.ts";
import { diffWorkspace } from "../../src/git/diff-workspace.ts";
import { fetchBase } from "../../src/git/fetch-base.ts";
import type { FollowUpOptions, FollowUpStart } from "../../src/git/follow-up-turn.ts";
import { parseRepository } from "../../src/git/parse-repository.ts";
import { pushBranch } from "../../src/git/push-branch.ts";
import { treeHash } from "../../src/git/write-tree.ts";
import { commitAll, createRepository, git, temporaryFolder, writeFiles } from "./git-fixture.ts";
import { startGitHttpServer } from "./git-http-server.ts";

export type SceneKind = "path" | "http";
export const sceneKinds: SceneKind[] = ["path", "http"];

export const branch = "copydesk/job1";
const author = { name: "Copydesk", email: "copydesk@localhost" };
const message = "docs: change line 5\n";
const date = new Date(1.7e12);

/** Thirty lines, some of them replaced. */
export function page(changes: Record<number, string> = {}): string {
  return Array.from({ length: 30 }, (_, at) => `${changes[at + 1] ?? `line ${at + 1}`}\n`).join("");
}

interface Pushed {
  commit: string;
  patch: string;
}

export interface Scene {
  /** A new folder that goes with the scene. */
  folder(): Promise<string>;
  clone: string;
  bare: string;
  /** A job that has had its first turn, which changed line 5 of a.md. */
  options: FollowUpOptions;
  /** Commits these files to `main` and pushes it. */
  moveBase(files: Record<string, string>): Promise<string>;
  /** As a person: commits these files to the job's branch and pushes it. */
  pushToBranch(files: Record<string, string>): Promise<string>;
  /** The turn's own change on top of a start, pushed with its lease. */
  finish(start: FollowUpStart, files?: Record<string, string>): Promise<string>;
  /** The options with a mirror that holds nothing yet but the base branch. */
  withNewMirror(): Promise<FollowUpOptions>;
  remove(): Promise<void>;
}

/** A remote repository and a job that has had one turn on it. */
export async function createScene(kind: SceneKind, files: Record<string, string> = {}): Promise<Scene> {
  const cleanups: (() => Promise<unknown>)[] = [];
  const folder = async () => {
    const path = await temporaryFolder();
    cleanups.push(() => rm(path, { recursive: true, force: true }));
    return path;
  };
  const made = await createRepository({ "a.md": page(), "b.md": "b\n", ...files });
  cleanups.push(made.remove);
  const clone = made.path;
  await commitAll(clone, "second");
  const root = await folder();
  const bare = join(root, "site.git");
  await git("/", ["clone", "--quiet", "--bare", clone, bare]);
  await git(clone, ["remote", "add", "origin", bare]);
  const http = kind === "http" ? await startGitHttpServer(root) : null;
  if (http !== null) cleanups.push(http.close);
  const repository = parseRepository(http === null ? bare : `${http.url}/site.git`);
  const shared = { repository, allowPrivateAddresses: true };
  const base = await fetchBase({ ...shared, mirrorsFolder: await folder(), ref: null, jobId: "job1" });

  const turn = async (commit: string, changes: Record<string, string>, lease: string | null) =>
    await runTurn(await folder(), { ...shared, mirror: base.mirror, parent: commit, changes, lease });
  const first = await turn(base.baseCommit, { "a.md": page({ 5: "five" }) }, null);
  const options: FollowUpOptions = {
    ...shared,
    mirror: base.mirror,
    jobId: "job1",
    branch,
    baseRef: "main",
    recorded: { baseCommit: base.baseCommit, headCommit: first.commit, patch: first.patch },
    pullRequest: "open",
    message,
    author,
    date,
  };
  const pushOn = async (name: string, changes: Record<string, string>) => {
    await git(clone, ["fetch", "--quiet", "origin"]);
    await git(clone, ["checkout", "--quiet", "-B", name, `origin/${name}`]);
    await writeFiles(clone, changes);
    const commit = await commitAll(clone, `by a person on ${name}`);
    await git(clone, ["push", "--quiet", "origin", name]);
    return commit;
  };
  return {
    folder,
    clone,
    bare,
    options,
    moveBase: (changes) => pushOn("main", changes),
    pushToBranch: (changes) => pushOn(branch, changes),
    finish: async (start, changes = { "next.md": "next\n" }) =>
      (await turn(start.startCommit, changes, start.expectedRemoteCommit)).commit,
    withNewMirror: async () => {
      const { mirror } = await fetchBase({ ...options, mirrorsFolder: await folder(), ref: null });
      return { ...options, mirror };
    },
    remove: async () => {
      for (const cleanup of cleanups.reverse()) await cleanup();
    },
  };
}

interface Turn {
  repository: FollowUpOptions["repository"];
  allowPrivateAddresses: boolean;
  mirror: string;
  parent: string;
  changes: Record<string, string>;
  lease: string | null;
}

async function runTurn(
  workspacesFolder: string,
  { mirror, parent, changes, lease, ...shared }: Turn,
): Promise<Pushed> {
  const workspace = await createWorkspace({ workspacesFolder, name: "w", mirror, commit: parent });
  await writeFiles(workspace.directory, changes);
  const tree = await treeHash(workspace, Object.keys(changes));
  const commit = await commitWorkspace(workspace, { tree, message, author, date });
  const { patch } = await diffWorkspace(workspace, commit);
  await pushBranch({ ...shared, workspace, commit, branch, expectedRemoteCommit: lease });
  return { commit, patch };
}

/** That the branch on the remote is this commit, with everything it leads to. */
export async function expectWhole(bare: string, commit: string): Promise<void> {
  expect(await git(bare, ["rev-parse", branch])).toBe(commit);
  expect(await git(bare, ["fsck", "--full", "--strict"])).not.toMatch(/missing|broken|error/);
  await expect(access(join(bare, "shallow"))).rejects.toThrow();
  await git(bare, ["rev-list", "--objects", "--quiet", branch]);
}

/** The text of a file. */
export async function show(bare: string, commit: string, path: string): Promise<string> {
  return `${await git(bare, ["show", `${commit}:${path}`])}\n`;
}

export async function parents(bare: string, commit: string): Promise<string[]> {
  return (await git(bare, ["show", "--no-patch", "--format=%P", commit])).split(" ");
}

/** Makes the host forget everything that no branch leads to. */
export async function forget(bare: string): Promise<void> {
  await git(bare, ["gc", "--quiet", "--prune=now"]);
}
