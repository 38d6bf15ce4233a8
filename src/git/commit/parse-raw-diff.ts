/**
 * Parses `git diff-tree --raw --numstat -z`: first all raw entries, then all counts, both with
 * NUL-terminated fields.
 */
export function parseRawDiff(text: string): ChangedFile[] {
  const fields = text.split("\0");
  const files: ChangedFile[] = [];
  let at = 0;
  for (; fields[at]?.startsWith(":"); ) {
    const [, mode = "", , , status = ""] = fields[at]!.split(" ");
    const isRename = status.startsWith("R") || status.startsWith("C");
    const oldPath = isRename ? { oldPath: fields[at + 1]! } : {};
    const path = fields[at + (isRename ? 2 : 1)]!;
    files.push({ status: statusOf(status), path, ...oldPath, mode, additions: 0, deletions: 0 });
    at += isRename ? 3 : 2;
  }
  for (const file of files) {
    const [additions, deletions] = (fields[at] ?? "").split("\t");
    file.additions = Number(additions) || 0;
    file.deletions = Number(deletions) || 0;
    at += file.oldPath === undefined ? 1 : 3;
  }
  return files;
}

/** A changed type (a file that became a link) counts as modified; the mode shows it. */
function statusOf(status: string): ChangedFile["status"] {
  const [letter] = status;
  return letter === "A" || letter === "D" || letter === "R" ? letter : "M";
}

export interface ChangedFile {
  /** Added, modified (content or mode), deleted or renamed. */
  status: "A" | "M" | "D" | "R";
  path: string;
  /** Path before a rename. */
  oldPath?: string;
  /** Mode of the new file, e.g. "100644"; "000000" for a deleted one. */
  mode: string;
  /** Lines; 0 for a binary file. */
  additions: number;
  deletions: number;
}

export interface WorkspaceDiff {
  /** Unified diff from the base commit, with renames, for `git apply`. */
  patch: string;
  files: ChangedFile[];
  patchBytes: number;
}
