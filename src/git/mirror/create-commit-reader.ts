import { LRUCache } from "lru-cache";
import { AppError } from "../../errors.ts";
import type { SizeLimits } from "../assert-repository-size.ts";
import { type GitTalk, openGitTalk } from "./git-talk.ts";
import { askForHead, askForObject, objectArguments, objectFlush } from "./read-objects.ts";
import { readSnapshot } from "./read-snapshot.ts";

export interface CommitReader {
  /** Throws as `readSnapshot` does. */
  open(place: { gitDirectory: string; commit: string }, signal?: AbortSignal): Promise<ReadCommit>;
  /** Ends the git processes, which would end by themselves only after a while. */
  close(): void;
}

interface ReadCommit {
  /** Repository paths; submodules are no files. */
  paths: readonly string[];
  /** Throws `git_failed` for a path that the commit does not have, and for a file of more than 64 MiB. */
  read(path: string): Promise<Buffer>;
  /** Git's id of the contents; null for a path that the commit does not have. */
  idOf(path: string): string | null;
}

const fileBytesMax = 64 * 1024 * 1024;
const repositoriesMax = 4;

/**
 * Reads commits of the repositories of this machine, for a process that keeps what it makes of them: no file
 * is kept here.
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
