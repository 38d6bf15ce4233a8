import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { git } from "../git-fixture.ts";

/** What the fake does with the real bare repositories. */

export async function hasCommit(folder: string, commit: string): Promise<boolean> {
  if (!/^[0-9a-f]{40}$/.test(commit)) return false;
  return await git(folder, ["cat-file", "-e", `${commit}^{commit}`]).then(
    () => true,
    () => false,
  );
}

/**
 * Whether the head has anything that the base has not; branches of a fork are fetched for it, as GitHub does.
 */
export async function hasNewCommits(
  base: { folder: string; commit: string },
  head: { folder: string; commit: string },
): Promise<boolean> {
  if (head.folder !== base.folder) await git(base.folder, ["fetch", "--quiet", head.folder, head.commit]);
  const pair = `${base.commit}..${head.commit}`;
  const known = newCommits.get(pair) ?? git(base.folder, ["rev-list", "--max-count=1", pair]);
  newCommits.set(pair, known);
  return (await known) !== "";
}

/** What commits have that others have not never changes. */
const newCommits = new Map<string, Promise<string>>();

export interface FileChanges {
  additions: { path: string; contents: string }[];
  deletions: { path: string }[];
}

/** Makes a commit on top of the branch's and answers it; null when the branch has moved meanwhile. */
export async function commitOn(
  folder: string,
  commit: { branch: string; parent: string; message: string; changes: FileChanges },
): Promise<string | null> {
  const work = await mkdtemp(join(tmpdir(), "copydesk-index-"));
  try {
    const env = { GIT_INDEX_FILE: join(work, "index") };
    await git(folder, ["read-tree", commit.parent], { env });
    for (const { path, contents } of commit.changes.additions) {
      const input = Buffer.from(contents, "base64");
      const blob = await git(folder, ["hash-object", "-w", "--stdin"], { input });
      await git(folder, ["update-index", "--add", "--cacheinfo", `100644,${blob},${path}`], { env });
    }
    const removed = commit.changes.deletions.map(({ path }) => `0 ${"0".repeat(40)}\t${path}\0`);
    await git(folder, ["update-index", "-z", "--index-info"], { env, input: removed.join("") });
    const tree = await git(folder, ["write-tree"], { env });
    const made = await git(folder, ["commit-tree", tree, "-p", commit.parent], {
      input: `${commit.message}\n`,
    });
    return await git(folder, ["update-ref", `refs/heads/${commit.branch}`, made, commit.parent]).then(
      () => made,
      () => null,
    );
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

export interface ComparedFile {
  filename: string;
  previous: string | null;
  status: "added" | "removed" | "modified" | "renamed";
  sha: string;
}

export interface ComparedCommit {
  sha: string;
  parents: string[];
  message: string;
  tree: string;
}

export interface Compared {
  mergeBase: string;
  ahead: ComparedCommit[];
  behindBy: number;
  files: ComparedFile[];
}

export async function compareCommits(folder: string, base: string, head: string): Promise<Compared> {
  const mergeBase = await git(folder, ["merge-base", base, head]);
  const list = await git(folder, ["rev-list", "--reverse", head, `^${base}`]);
  const behind = await git(folder, ["rev-list", "--count", base, `^${head}`]);
  const diff = await git(folder, ["diff-tree", "-r", "-z", "-M", mergeBase, head]);
  const commits = list.split("\n").filter((line) => line !== "");
  return {
    mergeBase,
    ahead: await Promise.all(commits.map((sha) => readCommit(folder, sha))),
    behindBy: Number(behind),
    files: [...readDiff(diff)],
  };
}

export async function readCommit(folder: string, sha: string): Promise<ComparedCommit> {
  const text = await git(folder, ["show", "--no-patch", "--format=%P%x00%T%x00%B", sha]);
  const [parents = "", tree = "", message = ""] = text.split("\0");
  return { sha, parents: parents.split(" ").filter((id) => id !== ""), tree, message: message.trim() };
}

const statuses = { A: "added", D: "removed", M: "modified", T: "modified", R: "renamed" } as const;

function* readDiff(diff: string): Generator<ComparedFile> {
  const parts = diff.split("\0");
  for (let at = 0; at + 1 < parts.length; ) {
    const [, , before = "", after = "", letter = ""] = parts[at]!.split(" ");
    const status = statuses[letter[0] as keyof typeof statuses];
    const previous = status === "renamed" ? parts[at + 1]! : null;
    const filename = parts[at + (previous === null ? 1 : 2)]!;
    yield { filename, previous, status, sha: status === "removed" ? before : after };
    at += previous === null ? 2 : 3;
  }
}
