import type { CommitPlace } from "../processes/commit-files.ts";

/** A file at one time; `id` names its contents. */
export interface HistoryFile {
  path: string;
  id: string;
}

/** A file that a commit took away. */
export interface Removal extends HistoryFile {
  commit: string;
  /** How many commits lie between it and the base; of two removals the one with the lower number is newer. */
  age: number;
}

/** One file before and after a commit; null: it was not there. */
export interface FileChange {
  age: number;
  before: string | null;
  after: string | null;
}

/** What led to a commit, along first parents: what its branch has shown, one state after the other. */
export interface GitHistory {
  /** Why not all of it is seen, as the rest of a sentence after "because"; null: it is. */
  cut: string | null;
  /** Every file that was taken away, by its path, the newest removal first. */
  removals(): Promise<ReadonlyMap<string, readonly Removal[]>>;
  /** What one commit took away and what it added. */
  filesOf(commit: string): Promise<{ removed: HistoryFile[]; added: HistoryFile[] }>;
  /** The newest changes of a file, the newest first. */
  changesOf(path: string): Promise<FileChange[]>;
  /** Null: the contents are not at hand. */
  read(id: string): Promise<Buffer | null>;
  close(): void;
}

/** Throws `git_failed` where the commit is not there. */
export type OpenHistory = (place: CommitPlace, signal: AbortSignal) => Promise<GitHistory>;
