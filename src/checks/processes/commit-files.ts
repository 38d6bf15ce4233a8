/** A commit of a repository on this machine. */
export interface CommitPlace {
  gitDirectory: string;
  commit: string;
}

/** The files of one commit. */
export interface CommitFiles {
  /** Repository paths; submodules are not included. */
  paths: readonly string[];
  /** Rejects for a path that the commit does not have. */
  read(path: string): Promise<Buffer>;
  /** Git's id of the contents. */
  idOf(path: string): string | null;
}

export type OpenCommit = (place: CommitPlace, signal: AbortSignal) => Promise<CommitFiles>;
