/** The largest text file that is read or written. */
export const fileBytesMax = 1024 * 1024;

export interface FolderEntry {
  name: string;
  isFolder: boolean;
}

/**
 * The files of one job as it changes them. Paths are repository paths as a model wrote them. All functions
 * throw `path_outside_workspace` for a path that `parsePath` refuses, and `not_a_regular_file` for the root
 * and where a link, a special file or a file stands in the place of a folder.
 */
export interface WorkingFiles {
  /**
   * A byte order mark stays in the text. Throws `file_not_found`, and `not_a_regular_file` for folders,
   * binary and too large files.
   */
  readText(path: string): Promise<string>;
  /** Like `readText`, but null where nothing is. */
  readTextIfPresent(path: string): Promise<string | null>;
  /**
   * Keeps the mode of a file that exists; makes missing folders. Throws `not_a_regular_file` also for texts
   * above `fileBytesMax`.
   */
  writeText(path: string, text: string): Promise<void>;
  /** Throws `file_not_found`. */
  deleteFile(path: string): Promise<void>;
  /**
   * To a path where nothing is; throws `file_not_found`, and `not_a_regular_file` when something is there.
   */
  moveFile(from: string, to: string): Promise<void>;
  /** Whether nothing at all is at the path. */
  isFree(path: string): Promise<boolean>;
  /**
   * Folders and regular files of one folder, sorted by name; links, special files and `.git` are left out.
   * Throws `file_not_found`.
   */
  listFolder(path: string): Promise<FolderEntry[]>;
}
