import { constants } from "node:fs";
import { lstat, open } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "../../errors.ts";
import type { Workspace } from "./create-workspace.ts";

const fileBytesMax = 64 * 1024 * 1024;

/**
 * Returns the bytes of a file of the checkout, or null if there is none or it is a folder. Throws
 * `not_a_regular_file` for links and special files, also as parent folders, `path_outside_workspace`, and
 * `diff_too_large` above 64 MiB.
 */
export async function readCheckedOut({ directory }: Workspace, path: string): Promise<Buffer | null> {
  if (!(await isFileAt(directory, path))) return null;
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(join(directory, path), flags);
  try {
    const { size } = await file.stat();
    if (size > fileBytesMax) {
      const limit = fileBytesMax / 1024 / 1024;
      throw new AppError("diff_too_large", `The change is too large: ${path} has more than ${limit} MiB.`);
    }
    return await file.readFile();
  } finally {
    await file.close();
  }
}

/**
 * Whether the path is a regular file; false if nothing or a folder is there. Every parent folder has to be
 * a real one.
 */
export async function isFileAt(directory: string, path: string): Promise<boolean> {
  const parts = path.split("/");
  if (path.includes("\0") || parts.some((part) => part === "" || part === "." || part === "..")) {
    throw new AppError("path_outside_workspace", `${JSON.stringify(path)} is not a path of the repository.`);
  }
  for (let depth = 1; depth <= parts.length; depth += 1) {
    const entry = await lstat(join(directory, ...parts.slice(0, depth))).catch(nothingThere);
    const isLast = depth === parts.length;
    if (entry === null || (isLast && entry.isDirectory())) return false;
    if (isLast ? !entry.isFile() : !entry.isDirectory()) {
      if (!isLast && entry.isFile()) return false;
      throw new AppError(
        "not_a_regular_file",
        `${path} is a link or a special file and cannot be part of the change.`,
      );
    }
  }
  return true;
}

function nothingThere(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT" || error.code === "ENOTDIR") return null;
  throw error;
}
