import { mkdtemp, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { AppError } from "../../errors.ts";
import { runInSlices, type Sliced } from "../../text/run-in-slices.ts";
import { listTree, type SizeLimits } from "../fetch/assert-repository-size.ts";
import { gitOutput } from "../programs/git-output.ts";
import { type CompactFolder, compactFolder } from "./compact-folder.ts";
import { translateFull } from "./ensure-mirror.ts";
import { compareNames, sortKey } from "./git-order.ts";
import {
  createSnapshot,
  isFile,
  isFolder,
  joinPath,
  linkMode,
  nameOf,
  parentOf,
  type Snapshot,
  type TreeEntry,
} from "./snapshot.ts";

interface SnapshotOptions {
  mirror: string;
  commit: string;
  /** Tree of the commit. */
  tree: string;
  limits?: Partial<SizeLimits>;
  signal?: AbortSignal;
}

interface Draft {
  names: string[];
  entries: TreeEntry[];
}

const harmlessNames = /^\.git(?:ignore|attributes|modules|keep|hub|lab|lab-ci\.yml|ea)$/;
/** Memory of a path in the list of all paths, besides its characters. */
const pathBytes = 32;

/**
 * Reads all names of a commit. Throws `repository_too_large` and `file_name_unreadable` as `listTree` does,
 * and `git_failed` for a tree that git itself would not check out.
 */
export async function readSnapshot(options: SnapshotOptions): Promise<Snapshot> {
  const { commit, tree, signal } = options;
  const drafts = new Map<string, Draft>([["", { names: [], entries: [] }]]);
  const paths: string[] = [];
  let pathsBytes = 0;
  let hasLinks = false;
  let isSuspect = false;
  const { files, bytes } = await listTree(options, (entry) => {
    const { path, mode, id, bytes } = entry;
    const name = nameOf(path);
    const parent = drafts.get(parentOf(path));
    if (parent === undefined) throw malformed(path);
    isSuspect ||= mayBeRefused(name, mode);
    hasLinks ||= mode === linkMode;
    parent.names.push(name);
    parent.entries.push({ mode, id, bytes });
    if (isFile(entry)) {
      paths.push(path);
      pathsBytes += path.length + pathBytes;
    }
    if (!isFolder(entry)) return;
    if (drafts.has(path)) throw malformed(path);
    drafts.set(path, { names: [], entries: [] });
  });
  await runInSlices(assertOrder(drafts), signal);
  if (isSuspect) await assertUsable(options);
  const folders = await runInSlices(toFolders(drafts), signal);
  const foldersBytes = [...folders.values()].reduce((sum, { memoryBytes }) => sum + memoryBytes, 0);
  const memoryBytes = foldersBytes + pathsBytes;
  return createSnapshot({ commit, tree, files, bytes, paths: () => paths, hasLinks, folders, memoryBytes });
}

/** Leaves out folders without any file, at any depth: git does not create them. */
function* toFolders(drafts: ReadonlyMap<string, Draft>): Sliced<Map<string, CompactFolder>> {
  const folders = new Map<string, CompactFolder>();
  // A folder comes before its contents.
  for (const [path, { names, entries }] of [...drafts].reverse()) {
    yield;
    const isThere = entries.map((entry, at) => !isFolder(entry) || folders.has(joinPath(path, names[at]!)));
    const kept = names.filter((_, at) => isThere[at]);
    if (kept.length === 0 && path !== "") continue;
    folders.set(
      path,
      compactFolder(
        kept,
        entries.filter((_, at) => isThere[at]),
      ),
    );
  }
  return folders;
}

function* assertOrder(drafts: ReadonlyMap<string, Draft>): Sliced<void> {
  for (const [path, { names, entries }] of drafts) {
    yield;
    if (new Set(names).size !== names.length) throw malformed(path);
    for (let at = 1; at < names.length; at++) {
      const [before, after] = [at - 1, at].map((place) => sortKey(names[place]!, entries[place]!));
      if (compareNames(before!, after!) >= 0) throw malformed(path);
    }
  }
}

/**
 * Whether git may take a name for its own folder or its list of submodules; a few harmless ones match too,
 * and git then decides.
 */
function mayBeRefused(name: string, mode: number): boolean {
  if (name === "" || name === "." || name === "..") return true;
  const plain = name.replace(/[^\x20-\x7e]/g, "").toLowerCase();
  if (plain.includes("\\")) return true;
  if (mode === linkMode) return /^\.?gi/.test(plain);
  return /^(?:\.git|git~)/.test(plain) && !harmlessNames.test(name);
}

/** Throws `git_failed` if git refuses to read the tree into an index. */
async function assertUsable({ mirror, commit, signal }: SnapshotOptions): Promise<void> {
  const folder = await mkdtemp(join(dirname(mirror), "index-")).catch(translateFull);
  try {
    const env = { GIT_INDEX_FILE: join(folder, "index") };
    await gitOutput([`--git-dir=${mirror}`, "read-tree", commit], { env, signal });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function malformed(path: string): AppError {
  return new AppError("git_failed", `git read-tree failed: the tree is malformed at ${JSON.stringify(path)}`);
}
