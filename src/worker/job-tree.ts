import type { Mirror } from "../git/mirror/open-mirrors.ts";
import { isFile, type TreeEntry } from "../git/mirror/snapshot.ts";
import { createOverlay, type Overlay } from "../git/overlay/create-overlay.ts";
import type { ChangedText } from "../git/parse-changed-text.ts";
import { parseChangedText } from "../git/parse-changed-text.ts";
import type { WorkspaceDiff } from "../git/parse-raw-diff.ts";

/** The files of a job as it has changed them, without a checkout. */
export interface JobTree extends Overlay {
  /** The bytes now; null where no file is. */
  readIfPresent(path: string, signal?: AbortSignal): Promise<Buffer | null>;
  /** The bytes in a commit of the mirror; null where it has no file. */
  readAt(commit: string, path: string, signal?: AbortSignal): Promise<Buffer | null>;
  /** What a commit of the mirror has at a path, of whatever kind. */
  entryAt(commit: string, path: string, signal?: AbortSignal): Promise<TreeEntry | null>;
  /** Makes the tree as it is now known to git, in the mirror's `gitDirectory`; returns its id. */
  save(): Promise<string>;
  /** What has changed since a commit. Throws `diff_too_large`. */
  diffFrom(commit: string, signal?: AbortSignal): Promise<WorkspaceDiff>;
  /** The same as changed lines, of binary files too. */
  changedTextFrom(commit: string, signal?: AbortSignal): Promise<ChangedText[]>;
}

/** Throws as `readSnapshot` does when the commit cannot be used. */
export async function openJobTree(mirror: Mirror, commit: string, signal: AbortSignal): Promise<JobTree> {
  const overlay = createOverlay(mirror, await mirror.snapshot(commit, { signal }));
  // With the signal of who asks: the work is kept after that of the job has ended it.
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
