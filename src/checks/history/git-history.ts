import type { CommitPlace } from "../processes/commit-files.ts";

/** A file at one time; `id` identifies its contents. */
export interface HistoryFile {
  path: string;
  id: string;
}

/** A file that a commit removed. */
export interface Removal extends HistoryFile {
  commit: string;
  /** Number of commits between it and the base: the lower, the newer. */
  age: number;
}

/** One file before and after a commit; null if it did not exist. */
export interface FileChange {
  age: number;
  before: string | null;
  after: string | null;
}

/** The commits that led to a commit along first parents: the successive states of its branch. */
export interface GitHistory {
  /** Why part of it is missing, to continue a sentence after "because"; null if it is complete. */
  cut: string | null;
  /** Every removed file by path, newest removal first. */
  removals(): Promise<ReadonlyMap<string, readonly Removal[]>>;
  /** Returns the files that one commit removed and added. */
  filesOf(commit: string): Promise<{ removed: HistoryFile[]; added: HistoryFile[] }>;
  /** Returns the newest changes of a file, newest first. */
  changesOf(path: string): Promise<FileChange[]>;
  /** Null if the contents are not available. */
  read(id: string): Promise<Buffer | null>;
  close(): void;
}

/** Throws `git_failed` if the commit does not exist. */
export type OpenHistory = (place: CommitPlace, signal: AbortSignal) => Promise<GitHistory>;
