import { isAppError } from "../../errors.ts";
import { type SizeLimits, sizeLimitsDefault, submoduleMode } from "../fetch/assert-repository-size.ts";
import { compactFolder } from "./compact-folder.ts";
import { parseTree, type ReadObject } from "./git-object.ts";
import type { ObjectHead } from "./read-objects.ts";
import {
  createSnapshot,
  isFolder,
  joinPath,
  type Snapshot,
  type SnapshotFolder,
  type TreeEntry,
} from "./snapshot.ts";

interface NextOptions {
  commit: string;
  /** Tree of the commit. */
  tree: string;
  limits?: Partial<SizeLimits> | undefined;
  readObject: ReadObject;
  /** Returns null for an object that is missing. */
  readHead(id: string): Promise<ObjectHead | null>;
}

interface Reading extends Pick<NextOptions, "readObject" | "readHead"> {
  since: Snapshot;
  maxFileBytes: number;
  /** Folders with changed contents. */
  folders: Map<string, SnapshotFolder>;
  changes: number;
  bytes: number;
}

/** Thrown where the commits differ in more than the contents of files. */
class OtherNames extends Error {}

/** With more changes, listing everything is as fast. */
const changesMax = 500;

/**
 * Reads the names of a commit from those of an earlier one, without starting git: only folders whose contents
 * have changed are read. Returns null if names or modes have changed as well, and where `readSnapshot` might
 * throw.
 */
export async function readNextSnapshot(since: Snapshot, options: NextOptions): Promise<Snapshot | null> {
  const { commit, tree, readObject, readHead } = options;
  const { maxFileBytes, maxTotalBytes } = { ...sizeLimitsDefault, ...options.limits };
  const { bytes, files, hasLinks, paths, memoryBytes } = since;
  const reading: Reading = {
    ...{ since, readObject, readHead, maxFileBytes, bytes },
    folders: new Map(),
    changes: 0,
  };
  try {
    if (tree !== since.tree) await readFolder(reading, "", tree);
  } catch (error) {
    if (error instanceof OtherNames || isAppError(error, "git_failed")) return null;
    throw error;
  }
  if (reading.bytes > maxTotalBytes) return null;
  const folders = new Map([...since.folders, ...reading.folders]);
  return createSnapshot({
    ...{ commit, tree, files, hasLinks, paths, folders, memoryBytes },
    bytes: reading.bytes,
  });
}

async function readFolder(reading: Reading, path: string, id: string): Promise<void> {
  const before = reading.since.folders.get(path);
  const { type, bytes } = await reading.readObject(id);
  const entries = type === "tree" ? [...parseTree(bytes, id.length / 2)] : [];
  if (before === undefined || before.names.length !== entries.length) throw new OtherNames();
  const next = entries.map(async ({ name, mode, id }, at) => {
    const entry = before.entryAt(at);
    if (Number.parseInt(mode, 8) !== entry.mode || !name.equals(Buffer.from(before.names[at]!)))
      throw new OtherNames();
    if (id === entry.id) return entry;
    reading.changes += 1;
    if (reading.changes > changesMax) throw new OtherNames();
    if (isFolder(entry)) await readFolder(reading, joinPath(path, before.names[at]!), id);
    return { ...entry, id, bytes: await readSize(reading, entry, id) };
  });
  reading.folders.set(path, compactFolder(before.names, await Promise.all(next)));
}

/** Returns 0 for anything but a file. */
async function readSize(reading: Reading, before: TreeEntry, id: string): Promise<number> {
  if (isFolder(before) || before.mode === submoduleMode) return 0;
  const head = await reading.readHead(id);
  if (head?.type !== "blob" || head.bytes > reading.maxFileBytes) throw new OtherNames();
  reading.bytes += head.bytes - before.bytes;
  return head.bytes;
}
