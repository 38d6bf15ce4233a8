import { randomUUID } from "node:crypto";
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "../../errors.ts";
import { note } from "../../telemetry/observe.ts";
import { copyShallow, hasLongIds, makeGitDirectory } from "../checkout/make-git-directory.ts";
import type { WorkspaceDiff } from "../commit/parse-raw-diff.ts";
import { type ByteCache, createByteCache } from "./byte-cache.ts";
import {
  askForDiff,
  askForText,
  changedLinesArguments,
  diffArguments,
  diffTalkOptions,
} from "./compare-trees.ts";
import type { GitObject, ObjectFormat, ReadObject } from "./git-object.ts";
import { openGitTalk } from "./git-talk.ts";
import { createObjectHolds, type ObjectHold } from "./hold-objects.ts";
import { readNextSnapshot } from "./read-next-snapshot.ts";
import { askForHead, askForObject, type ObjectHead, objectArguments, objectFlush } from "./read-objects.ts";
import { readSnapshot } from "./read-snapshot.ts";
import { type FindSnapshot, shareSnapshots } from "./share-snapshots.ts";

/**
 * One repository's mirror, read by long-lived git processes. Jobs write to a git directory of this process
 * beside it.
 */
export interface Mirror {
  /** The mirror's own git directory. */
  path: string;
  format: ObjectFormat;
  /** Has the mirror's objects and the written ones, no working tree, and refs of its own. */
  gitDirectory: string;
  /** Throws `git_failed` for an object that is missing or has more than 64 MiB. */
  readObject: ReadObject;
  /** Reads a file through the cache that all jobs share. The bytes must not be changed. */
  readBlob(id: string, signal?: AbortSignal): Promise<Buffer>;
  /**
   * Returns what an expression such as `<commit>^{tree}` or `<commit>:<path>` names, or null. Does not
   * resolve refs.
   */
  resolve(name: string, signal?: AbortSignal): Promise<ObjectHead | null>;
  /** Reads each commit once. Throws what `readSnapshot` throws. */
  snapshot: FindSnapshot;
  /** Makes objects known to git until the mirror is released. Throws `workspace_disk_full`. */
  writeObjects(objects: ReadonlyMap<string, GitObject>): Promise<void>;
  /** Objects that were passed to `writeObjects`. */
  written: ReadonlyMap<string, GitObject>;
  /** Throws `diff_too_large` above 64 MiB of patch. */
  compareTrees(trees: readonly [from: string, to: string], signal?: AbortSignal): Promise<WorkspaceDiff>;
  /** Returns only the changed lines, of every file as text. */
  compareText(trees: readonly [from: string, to: string], signal?: AbortSignal): Promise<string>;
  /** Must be called once; the mirror cannot be used afterwards. */
  release(): void;
}

export interface Mirrors {
  /** The caller must release the mirror. */
  open(path: string): Promise<Mirror>;
  /** Ends all processes and removes the written objects. */
  close(): Promise<void>;
}

interface MirrorsOptions {
  /** Folder for git directories, used by this process only. */
  folder: string;
  /** Cache limit for files and lists of names, all mirrors together. */
  cacheBytes: number;
  /** How long an unused mirror stays open, and a git process without questions. */
  idleMs?: number;
}

interface Opened extends Omit<Mirror, "release" | "writeObjects" | "written"> {
  holdObjects(): ObjectHold;
  /** Tells whether another repository has taken the same path. */
  identity: string;
  users: number;
  close(): Promise<void>;
}

const objectBytesMax = 64 * 1024 * 1024;
const idleMsDefault = 60_000;

export function createMirrors(options: MirrorsOptions): Mirrors {
  const cache = createByteCache(options.cacheBytes);
  const opened = new Map<string, Promise<Opened>>();
  /** Pending calls that will use a mirror, which therefore must not be closed. */
  const opening = new Set<{ path: string }>();
  const { idleMs = idleMsDefault } = options;
  const closeIf = async (path: string, isMeant: (mirror: Opened) => boolean): Promise<void> => {
    const entry = opened.get(path);
    const mirror = await entry?.catch(() => null);
    if (!mirror || opened.get(path) !== entry || !isMeant(mirror)) return;
    opened.delete(path);
    await mirror.close();
  };
  const find = async (path: string): Promise<Opened> => {
    const identity = await identify(path);
    await closeIf(path, (mirror) => mirror.identity !== identity);
    const entry = opened.get(path) ?? openMirror(options, cache, { path, identity });
    opened.set(path, entry);
    return await entry.catch((error: unknown) => {
      if (opened.get(path) === entry) opened.delete(path);
      throw error;
    });
  };
  const isOpening = (path: string): boolean => [...opening].some((one) => one.path === path);
  const enter = async (path: string): Promise<Opened> => {
    const request = { path };
    opening.add(request);
    try {
      const mirror = await find(path);
      mirror.users += 1;
      return mirror;
    } finally {
      opening.delete(request);
    }
  };
  return {
    async open(path) {
      const mirror = await enter(path);
      await copyShallow(path, mirror.gitDirectory).catch((error: unknown) => {
        mirror.users -= 1;
        throw error;
      });
      const objects = mirror.holdObjects();
      let isReleased = false;
      const release = (): void => {
        if (isReleased) return;
        isReleased = true;
        mirror.users -= 1;
        objects.release();
        setTimeout(() => void closeIf(path, ({ users }) => users === 0 && !isOpening(path)), idleMs).unref();
      };
      return { ...mirror, writeObjects: objects.write, written: objects.written, release };
    },
    async close() {
      await Promise.all([...opened.keys()].map((path) => closeIf(path, () => true)));
    },
  };
}

async function identify(path: string): Promise<string> {
  const { dev, ino } = await stat(join(path, "objects"));
  return `${path}:${dev}:${ino}`;
}

async function openMirror(
  { folder, idleMs = idleMsDefault }: MirrorsOptions,
  cache: ByteCache,
  { path, identity }: { path: string; identity: string },
): Promise<Opened> {
  const gitDirectory = join(folder, `objects-${randomUUID()}`);
  await makeGitDirectory(gitDirectory, path);
  const at = `--git-dir=${gitDirectory}`;
  const objects = openGitTalk([at, ...objectArguments], {
    flush: objectFlush,
    idleMs,
    questionsMax: 200_000,
  });
  const diffs = openGitTalk([at, ...diffArguments], { ...diffTalkOptions, idleMs });
  const lines = openGitTalk([at, ...changedLinesArguments], { ...diffTalkOptions, idleMs });
  // Keys include the mirror's identity, so that no mirror gets an object that it lacks from another.
  const keyOf = (name: string): string => `${identity}:${name}`;
  const readObject: ReadObject = async (id, signal) => {
    const found = await askForObject(objects, id, { bytesMax: objectBytesMax, signal });
    if (found === null) throw missing(id);
    return found;
  };
  const resolve = (name: string, signal?: AbortSignal) => askForHead(objects, name, signal);
  return {
    path,
    identity,
    format: (await hasLongIds(path)) ? "sha256" : "sha1",
    gitDirectory,
    users: 0,
    readObject,
    async readBlob(id, signal) {
      const kept = cache.get<Buffer>(keyOf(id));
      note("cache_look", { cache: "files", isHit: kept !== undefined });
      if (kept !== undefined) return kept;
      const { type, bytes } = await readObject(id, signal);
      if (type !== "blob") throw missing(id);
      cache.put(keyOf(id), bytes, bytes.length);
      return bytes;
    },
    resolve,
    snapshot: shareSnapshots(cache, keyOf, async (commit, limits, since) => {
      const tree = await resolve(`${commit}^{tree}`);
      if (tree === null) throw missing(commit);
      const options = { mirror: path, commit, tree: tree.id, limits, readObject, readHead: resolve };
      return (since && (await readNextSnapshot(since, options))) ?? (await readSnapshot(options));
    }),
    holdObjects: createObjectHolds(gitDirectory),
    compareTrees: (trees, signal) => askForDiff(diffs, trees, signal),
    compareText: (trees, signal) => askForText(lines, trees, signal),
    async close() {
      for (const talk of [objects, diffs, lines]) talk.close();
      cache.forget((key) => key.startsWith(`${identity}:`));
      await rm(gitDirectory, { recursive: true, force: true });
    },
  };
}

function missing(id: string): AppError {
  return new AppError("git_failed", `git cat-file failed: the object ${id} is missing`);
}
