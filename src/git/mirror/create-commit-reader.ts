import { LRUCache } from "lru-cache";
import { AppError } from "../../errors.ts";
import type { SizeLimits } from "../fetch/assert-repository-size.ts";
import type { GitObject } from "./git-object.ts";
import { type GitTalk, openGitTalk } from "./git-talk.ts";
import { readNextSnapshot } from "./read-next-snapshot.ts";
import { askForHead, askForObject, objectArguments, objectFlush } from "./read-objects.ts";
import { readSnapshot } from "./read-snapshot.ts";
import type { Snapshot } from "./snapshot.ts";

export interface CommitReader {
  /** Throws what `readSnapshot` throws. */
  open(place: { gitDirectory: string; commit: string }, signal?: AbortSignal): Promise<ReadCommit>;
  /** Ends the git processes, which otherwise end only after a while. */
  close(): void;
}

interface ReadCommit {
  /** Repository paths, without submodules. */
  paths: readonly string[];
  /** Throws `git_failed` for a path that the commit lacks, and for a file of more than 64 MiB. */
  read(path: string): Promise<Buffer>;
  /** Returns git's id of the contents, or null if the commit lacks the path. */
  idOf(path: string): string | null;
}

const fileBytesMax = 64 * 1024 * 1024;
const repositoriesMax = 4;

/**
 * Reads commits of repositories on this machine, for callers that cache their own results: keeps no files.
 */
export function createCommitReader({ limits }: { limits?: Partial<SizeLimits> } = {}): CommitReader {
  const talks = new LRUCache<string, GitTalk>({ max: repositoriesMax, dispose: (talk) => talk.close() });
  const talkWith = (gitDirectory: string): GitTalk => {
    const known = talks.get(gitDirectory);
    if (known !== undefined) return known;
    const talk = openGitTalk([`--git-dir=${gitDirectory}`, ...objectArguments], { flush: objectFlush });
    talks.set(gitDirectory, talk);
    return talk;
  };
  /** The names read last, by git directory, as long as somebody uses them. */
  const newest = new LRUCache<string, WeakRef<Snapshot>>({ max: repositoriesMax });
  const readNames = async (gitDirectory: string, commit: string, signal?: AbortSignal): Promise<Snapshot> => {
    const talk = talkWith(gitDirectory);
    const tree = await askForHead(talk, `${commit}^{tree}`, signal);
    if (tree === null) throw missing(commit);
    const since = newest.get(gitDirectory)?.deref();
    const options = {
      ...{ mirror: gitDirectory, commit, tree: tree.id, limits, signal },
      readObject: (id: string) => readObject(talk, id),
      readHead: (id: string) => askForHead(talk, id, signal),
    };
    const next = since && (await readNextSnapshot(since, options));
    const snapshot = next ?? (await readSnapshot(options));
    newest.set(gitDirectory, new WeakRef(snapshot));
    return snapshot;
  };
  const open: CommitReader["open"] = async ({ gitDirectory, commit }, signal) => {
    const snapshot = await readNames(gitDirectory, commit, signal);
    return {
      paths: snapshot.paths(),
      idOf: (path) => snapshot.find(path)?.id ?? null,
      async read(path) {
        const entry = snapshot.find(path);
        if (entry === null) throw missing(path);
        const { type, bytes } = await readObject(talkWith(gitDirectory), entry.id);
        if (type !== "blob") throw missing(path);
        return bytes;
      },
    };
  };
  return { open, close: () => talks.clear() };
}

async function readObject(talk: GitTalk, id: string): Promise<GitObject> {
  const found = await askForObject(talk, id, { bytesMax: fileBytesMax });
  if (found === null) throw missing(id);
  return found;
}

function missing(name: string): AppError {
  return new AppError("git_failed", `git cat-file failed: ${name} is missing`);
}
