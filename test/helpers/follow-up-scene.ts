import { access, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { expect } from "vitest";
import { createWorkspace } from "../../src/git/checkout/create-workspace.ts";
import { fetchBase } from "../../src/git/fetch/fetch-base.ts";
import type { FollowUpOptions, FollowUpStart } from "../../src/git/follow-up/follow-up-turn.ts";
import { remoteUrl } from "../../src/git/remote/open-remote.ts";
import { parseRepository } from "../../src/git/remote/parse-repository.ts";
import { pushBranch } from "../../src/git/remote/push-branch.ts";
import { commitWorkspace } from "./checkout/commit-workspace.ts";
import { diffWorkspace } from "./checkout/diff-workspace.ts";
import { treeHash } from "./checkout/write-tree.ts";
import { commitAll, copyFolder, createRepository, git, temporaryFolder, writeFiles } from "./git-fixture.ts";
import { startGitHttpServer } from "./git-http-server.ts";

export type SceneKind = "path" | "http";
export const sceneKinds: SceneKind[] = ["http", "path"];

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

export interface Scenes {
  /** A remote repository and a job that has had one turn on it. */
  create(kind: SceneKind, files?: Record<string, string>): Promise<Scene>;
  /** Removes the scenes; what they are copied from stays for the next. */
  clear(): Promise<void>;
  /** Removes everything. */
  remove(): Promise<void>;
}

/** Scenes with the same files are copies of one: much faster than to make each. */
export function openScenes(): Scenes {
  const templates = new Map<string, Promise<Template>>();
  const scenes: Scene[] = [];
  const clear = async () => {
    for (const scene of scenes.splice(0)) await scene.remove();
  };
  return {
    async create(kind, files = {}) {
      const key = JSON.stringify([kind, files]);
      const made = templates.get(key) ?? makeTemplate(kind, files);
      templates.set(key, made);
      const scene = await copyScene(await made);
      scenes.push(scene);
      return scene;
    },
    clear,
    async remove() {
      await clear();
      for (const made of templates.values()) await rm((await made).root, { recursive: true, force: true });
    },
  };
}

/** A folder with a person's clone, the hosted repository and a mirror. */
interface Template {
  kind: SceneKind;
  root: string;
  /** What the mirror calls the hosted repository. */
  url: string;
  mirrorName: string;
  recorded: FollowUpOptions["recorded"];
}

const cloneIn = (root: string) => join(root, "clone");
const hostedIn = (root: string) => join(root, "hosted");
const mirrorsIn = (root: string) => join(root, "mirrors");
const bareIn = (root: string) => join(hostedIn(root), "site.git");

/** The hosted repository as Copydesk is told of it, and how to stop serving it. */
async function serve(kind: SceneKind, root: string) {
  const http = kind === "http" ? await startGitHttpServer(hostedIn(root)) : null;
  const repository = parseRepository(http === null ? bareIn(root) : `${http.url}/site.git`);
  return { shared: { repository, allowPrivateAddresses: true }, close: async () => await http?.close() };
}

async function makeTemplate(kind: SceneKind, files: Record<string, string>): Promise<Template> {
  const root = await temporaryFolder();
  const made = await createRepository({ "a.md": page(), "b.md": "b\n", ...files });
  const clone = cloneIn(root);
  await rename(made.path, clone);
  await commitAll(clone, "second");
  await git("/", ["clone", "--quiet", "--bare", clone, bareIn(root)]);
  await git(clone, ["remote", "add", "origin", "../hosted/site.git"]);
  const { shared, close } = await serve(kind, root);
  const base = await fetchBase({ ...shared, mirrorsFolder: mirrorsIn(root), ref: null, jobId: "job1" });
  const first = await runTurn(join(root, "workspaces"), {
    ...shared,
    mirror: base.mirror,
    parent: base.baseCommit,
    changes: { "a.md": page({ 5: "five" }) },
    lease: null,
  });
  await close();
  const recorded = { baseCommit: base.baseCommit, headCommit: first.commit, patch: first.patch };
  const url = remoteUrl(shared.repository);
  return { kind, root, url, mirrorName: basename(base.mirror), recorded };
}

async function copyScene({ kind, root: from, url, mirrorName, recorded }: Template): Promise<Scene> {
  const cleanups: (() => Promise<unknown>)[] = [];
  const folder = async () => {
    const path = await temporaryFolder();
    cleanups.push(() => rm(path, { recursive: true, force: true }));
    return path;
  };
  const root = await folder();
  await copyFolder(from, root);
  const [clone, bare] = [cloneIn(root), bareIn(root)];
  const { shared, close } = await serve(kind, root);
  cleanups.push(close);
  const mirror = join(mirrorsIn(root), mirrorName);
  const configuration = await readFile(join(mirror, "config"), "utf8");
  await writeFile(join(mirror, "config"), configuration.replace(url, remoteUrl(shared.repository)));

  const options: FollowUpOptions = {
    ...shared,
    mirror,
    jobId: "job1",
    branch,
    baseRef: "main",
    recorded,
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
    async finish({ startCommit: parent, expectedRemoteCommit: lease }, changes = { "next.md": "next\n" }) {
      return (await runTurn(await folder(), { ...shared, mirror, parent, changes, lease })).commit;
    },
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
