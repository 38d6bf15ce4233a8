import { mkdtemp, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { mergeTrees } from "../merge/merge-trees.ts";
import { translateFull } from "../mirror/ensure-mirror.ts";
import { gitFailed, gitLine, gitOutput } from "../programs/git-output.ts";
import { runGit } from "../programs/run-git.ts";

interface ApplyOptions {
  mirror: string;
  /** Tree or commit to change. */
  onto: string;
  /** Patch as `diffWorkspace` returns it. */
  patch: string;
  signal?: AbortSignal;
}

/**
 * Applies the patch to a tree and returns the new tree, or null if it does not fit exactly. Throws
 * `workspace_disk_full`.
 */
export async function applyPatch(options: ApplyOptions): Promise<string | null> {
  return await withIndexes(options.mirror, async (folder) => await applyIn(folder, options));
}

/**
 * Like `applyPatch`, but for a tree other than the one the patch was made for: if it does not fit, merges
 * it from the original files as far as the mirror still has them. Returns null if a conflict remains.
 */
export async function applyPatchMerging(options: ApplyOptions): Promise<string | null> {
  const { mirror, onto, signal } = options;
  return await withIndexes(mirror, async (folder) => {
    const plain = await applyIn(folder, options);
    if (plain !== null) return plain;
    const before = await treeBefore(folder, options);
    if (before === null) return null;
    const changed = await applyIn(folder, { ...options, onto: before });
    if (changed === null) return null;
    const ours = await gitLine([`--git-dir=${mirror}`, "rev-parse", `${onto}^{tree}`], { signal });
    return (await mergeTrees({ mirror, base: before, ours, theirs: changed, signal })).tree;
  });
}

/** Calls `use` with a folder for index files and removes the folder afterwards. */
export async function withIndexes<T>(mirror: string, use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(dirname(mirror), "index-")).catch(translateFull);
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function applyIn(
  folder: string,
  { mirror, onto, patch, signal }: ApplyOptions,
): Promise<string | null> {
  const env = { GIT_INDEX_FILE: join(folder, "index") };
  await gitOutput([`--git-dir=${mirror}`, "read-tree", onto], { env, signal });
  const args = [`--git-dir=${mirror}`, "apply", "--cached", "--whitespace=nowarn", "-"];
  const result = await runGit(args, { env, input: patch, signal });
  if (result.ended !== "exit") throw gitFailed(args, result);
  if (result.code !== 0) return null;
  return await writeTree(mirror, env, signal);
}

/**
 * Returns the tree with every file that the patch changes as it was when the patch was made; null if one of
 * them is missing by now.
 */
async function treeBefore(
  folder: string,
  { mirror, onto, patch, signal }: ApplyOptions,
): Promise<string | null> {
  const ancestor = join(folder, "ancestor");
  const args = [`--git-dir=${mirror}`, "apply", `--build-fake-ancestor=${ancestor}`, "-"];
  const result = await runGit(args, { input: patch, signal });
  if (result.ended !== "exit") throw gitFailed(args, result);
  if (result.code !== 0) return null;
  const list = [`--git-dir=${mirror}`, "ls-files", "--stage", "-z"];
  const entries = await gitOutput(list, { env: { GIT_INDEX_FILE: ancestor }, signal });
  const env = { GIT_INDEX_FILE: join(folder, "index") };
  await gitOutput([`--git-dir=${mirror}`, "read-tree", onto], { env, signal });
  const update = [`--git-dir=${mirror}`, "update-index", "-z", "--index-info"];
  await gitOutput(update, { env, input: entries, signal });
  return await writeTree(mirror, env, signal);
}

async function writeTree(mirror: string, env: { GIT_INDEX_FILE: string }, signal?: AbortSignal) {
  return await gitLine([`--git-dir=${mirror}`, "write-tree", "--missing-ok"], { env, signal });
}
