import { LRUCache } from "lru-cache";
import { AppError } from "../../errors.ts";
import type { SizeLimits } from "../fetch/assert-repository-size.ts";
import { type GitTalk, openGitTalk } from "./git-talk.ts";
import { askForHead, askForObject, objectArguments, objectFlush } from "./read-objects.ts";
import { readSnapshot } from "./read-snapshot.ts";

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
  const open: CommitReader["open"] = async ({ gitDirectory, commit }, signal) => {
    const tree = await askForHead(talkWith(gitDirectory), `${commit}^{tree}`, signal);
    if (tree === null) throw missing(commit);
    const snapshot = await readSnapshot({ mirror: gitDirectory, commit, tree: tree.id, limits, signal });
    return {
      paths: snapshot.paths(),
      idOf: (path) => snapshot.find(path)?.id ?? null,
      async read(path) {
        const entry = snapshot.find(path);
        if (entry === null) throw missing(path);
        const found = await askForObject(talkWith(gitDirectory), entry.id, { bytesMax: fileBytesMax });
        if (found?.type !== "blob") throw missing(path);
        return found.bytes;
      },
    };
  };
  return { open, close: () => talks.clear() };
}

function missing(name: string): AppError {
  return new AppError("git_failed", `git cat-file failed: ${name} is missing`);
}
