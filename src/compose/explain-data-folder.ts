import { notWritable } from "../store/embedded-postgres/server-place.ts";

const codes = new Set([
  ...["EACCES", "EPERM", "EROFS", "ENOSPC", "EDQUOT", "EIO"],
  ...["ENOTDIR", "EISDIR", "EEXIST", "ELOOP", "ENAMETOOLONG", "ENOENT"],
]);

/**
 * Turns the file system's refusals in the data folder into `data_folder_not_writable`; other errors are
 * unchanged.
 */
export async function explainDataFolder<T>(dataFolder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isAbout(dataFolder, error)) throw notWritable(dataFolder, error as Error);
    throw error;
  }
}

// A failed write names no path, but must concern the data folder: Copydesk writes nothing else at the start.
function isAbout(dataFolder: string, error: unknown): boolean {
  if (!(error instanceof Error) || !("syscall" in error)) return false;
  const { code = "", path, syscall = "" } = error as NodeJS.ErrnoException;
  if (!codes.has(code)) return false;
  if (path === undefined) return /^(write|fsync|fdatasync|read)$/.test(syscall);
  // A parent folder that could not be created.
  const isAbove = syscall === "mkdir" && dataFolder.startsWith(`${path}/`);
  return isAbove || path === dataFolder || path.startsWith(`${dataFolder}/`);
}
