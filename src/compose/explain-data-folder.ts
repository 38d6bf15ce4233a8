import { notWritable } from "../store/embedded-postgres/server-place.ts";

const codes = new Set([
  ...["EACCES", "EPERM", "EROFS", "ENOSPC", "EDQUOT", "EIO"],
  ...["ENOTDIR", "EISDIR", "EEXIST", "ELOOP", "ENAMETOOLONG", "ENOENT"],
]);

/**
 * What the file system refuses in the data folder becomes `data_folder_not_writable`; everything else stays
 * as it is.
 */
export async function explainDataFolder<T>(dataFolder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isAbout(dataFolder, error)) throw notWritable(dataFolder, error as Error);
    throw error;
  }
}

// A write names no path, but is one of the data folder: nothing else is written while Copydesk starts.
function isAbout(dataFolder: string, error: unknown): boolean {
  if (!(error instanceof Error) || !("syscall" in error)) return false;
  const { code = "", path, syscall = "" } = error as NodeJS.ErrnoException;
  if (!codes.has(code)) return false;
  if (path === undefined) return /^(write|fsync|fdatasync|read)$/.test(syscall);
  // A folder above it that could not be made.
  const isAbove = syscall === "mkdir" && dataFolder.startsWith(`${path}/`);
  return isAbove || path === dataFolder || path.startsWith(`${dataFolder}/`);
}
