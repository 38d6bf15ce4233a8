import type { DiffFile } from "../diff/parse-unified-diff.ts";
import { isPagePath } from "../text/page-path.ts";
import type { ReviewFile } from "./review-schema.ts";

const statuses = {
  added: "added",
  copied: "added",
  deleted: "deleted",
  renamed: "renamed",
  modified: "changed",
} as const;

export function listReviewFiles(files: readonly DiffFile[]): ReviewFile[] {
  return files.map((file) => ({
    path: pathOf(file),
    oldPath: file.status === "renamed" ? file.oldPath : null,
    status: statuses[file.status],
    additions: file.added,
    deletions: file.deleted,
    isBinary: file.binary,
    isPage: isPage(pathOf(file)) && !file.binary,
  }));
}

export function pathOf({ status, oldPath, newPath }: DiffFile): string {
  return status === "deleted" ? oldPath : newPath;
}

export function isPage(path: string): boolean {
  return isPagePath(path);
}
