import type { ChangedText } from "../git/commit/parse-changed-text.ts";
import { parseChangedText } from "../git/commit/parse-changed-text.ts";
import type { WorkspaceDiff } from "../git/commit/parse-raw-diff.ts";
import type { Mirror } from "../git/mirror/open-mirrors.ts";
import { isFile, type TreeEntry } from "../git/mirror/snapshot.ts";
import { createOverlay, type Overlay } from "../git/overlay/create-overlay.ts";

/** The files of a job with its changes, without a checkout. */
export interface JobTree extends Overlay {
  /** Returns the current bytes; null if there is no file. */
  readIfPresent(path: string, signal?: AbortSignal): Promise<Buffer | null>;
  /** Returns the bytes in a commit of the mirror; null if it has no such file. */
  readAt(commit: string, path: string, signal?: AbortSignal): Promise<Buffer | null>;
  /** Returns the entry of any kind at a path of a commit of the mirror, or null. */
  entryAt(commit: string, path: string, signal?: AbortSignal): Promise<TreeEntry | null>;
  /** Makes the current tree known to git, in the mirror's `gitDirectory`; returns its id. */
  save(): Promise<string>;
  /** Returns the changes since a commit. Throws `diff_too_large`. */
  diffFrom(commit: string, signal?: AbortSignal): Promise<WorkspaceDiff>;
  /** Returns the changed lines since a commit, also of binary files. */
  changedTextFrom(commit: string, signal?: AbortSignal): Promise<ChangedText[]>;
}

/** Opens the tree. Throws what `readSnapshot` throws if the commit cannot be used. */
export async function openJobTree(mirror: Mirror, commit: string, signal: AbortSignal): Promise<JobTree> {
  const overlay = createOverlay(mirror, await mirror.snapshot(commit, { signal }));
  // Uses the caller's signal: work is stored even after the job's own signal has ended it.
  const treesSince = async (from: string, signal?: AbortSignal): Promise<[from: string, to: string]> => {
    const { tree } = await mirror.snapshot(from, { signal });
    return [tree, await save()];
  };
  const save = async (): Promise<string> => {
    const tree = overlay.treeId();
    await mirror.writeObjects(overlay.objects());
    return tree;
  };
  return {
    ...overlay,
    save,
    readIfPresent: async (path, signal) =>
      overlay.kindOf(path) === "file" ? await overlay.read(path, signal) : null,
    async readAt(commit, path, signal) {
      const entry = (await mirror.snapshot(commit, { signal })).find(path);
      return entry === null || !isFile(entry) ? null : await mirror.readBlob(entry.id, signal);
    },
    entryAt: async (commit, path, signal) => (await mirror.snapshot(commit, { signal })).find(path),
    diffFrom: async (from, signal) => await mirror.compareTrees(await treesSince(from, signal), signal),
    changedTextFrom: async (from, signal) =>
      parseChangedText(await mirror.compareText(await treesSince(from, signal), signal)),
  };
}
