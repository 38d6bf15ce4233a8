/** Maximum size of a text file that is read or written. */
export const fileBytesMax = 1024 * 1024;

export interface FolderEntry {
  name: string;
  isFolder: boolean;
}

/**
 * The working files of one job. Paths are repository paths as a model wrote them. All functions throw
 * `path_outside_workspace` if `parsePath` refuses the path, and `not_a_regular_file` for the root, for links
 * and special files, and if a file stands in place of a folder.
 */
export interface WorkingFiles {
  /**
   * Keeps a byte order mark in the text. Throws `file_not_found`, and `not_a_regular_file` for folders and
   * for binary and too large files.
   */
  readText(path: string): Promise<string>;
  /** Like `readText`, but returns null if there is nothing. */
  readTextIfPresent(path: string): Promise<string | null>;
  /**
   * Keeps the mode of an existing file; creates missing folders. Throws `not_a_regular_file` also for texts
   * above `fileBytesMax`.
   */
  writeText(path: string, text: string): Promise<void>;
  /** Throws `file_not_found`. */
  deleteFile(path: string): Promise<void>;
  /** Moves to a free path. Throws `file_not_found`, and `not_a_regular_file` if the path is taken. */
  moveFile(from: string, to: string): Promise<void>;
  /** True if there is nothing at the path. */
  isFree(path: string): Promise<boolean>;
  /**
   * Lists folders and regular files of one folder, sorted by name, without links, special files and `.git`.
   * Throws `file_not_found`.
   */
  listFolder(path: string): Promise<FolderEntry[]>;
}
