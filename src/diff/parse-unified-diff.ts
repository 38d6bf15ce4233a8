import { readDiffPath, splitHeaderPaths } from "./diff-paths.ts";

export interface DiffLine {
  kind: "context" | "added" | "deleted" | "note";
  /** Line numbers before and after; null if the line does not exist there. */
  oldNumber: number | null;
  newNumber: number | null;
  /** Without the leading sign. */
  text: string;
}

export interface DiffHunk {
  /** Text after the second `@@`. */
  section: string;
  oldStart: number;
  newStart: number;
  lines: DiffLine[];
}

export interface DiffFile {
  status: "added" | "deleted" | "renamed" | "copied" | "modified";
  oldPath: string;
  newPath: string;
  binary: boolean;
  /** E.g. "100644 → 100755", or null if the mode is unchanged. */
  modeChange: string | null;
  added: number;
  deleted: number;
  hunks: DiffHunk[];
}

interface Cursor {
  lines: string[];
  at: number;
}

const hunkHeader = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@ ?(.*)$/;

/** Parses the output of `git diff`. Skips lines that belong to nothing; no input makes it throw. */
export function parseUnifiedDiff(patch: string): DiffFile[] {
  const cursor = { lines: patch.split("\n"), at: 0 };
  const files: DiffFile[] = [];
  while (cursor.at < cursor.lines.length) {
    const header = cursor.lines[cursor.at]!;
    cursor.at += 1;
    if (header.startsWith("diff --git ")) files.push(readFile(header, cursor));
  }
  return files;
}

function readFile(header: string, cursor: Cursor): DiffFile {
  const [oldPath, newPath] = splitHeaderPaths(header.slice("diff --git ".length));
  const file: DiffFile = {
    status: "modified",
    oldPath,
    newPath,
    binary: false,
    modeChange: null,
    added: 0,
    deleted: 0,
    hunks: [],
  };
  let oldMode = "";
  for (; cursor.at < cursor.lines.length; cursor.at += 1) {
    const line = cursor.lines[cursor.at]!;
    if (line.startsWith("diff --git ")) break;
    const hunk = hunkHeader.exec(line);
    if (hunk !== null) readHunk(file, hunk, cursor);
    else if (line.startsWith("old mode ")) oldMode = line.slice(9);
    else if (line.startsWith("new mode ")) file.modeChange = `${oldMode} → ${line.slice(9)}`;
    else readExtendedHeader(file, line);
  }
  return file;
}

function readExtendedHeader(file: DiffFile, line: string): void {
  if (line.startsWith("new file mode ")) file.status = "added";
  else if (line.startsWith("deleted file mode ")) file.status = "deleted";
  else if (line.startsWith("rename from ")) renamed(file, "renamed", "oldPath", line.slice(12));
  else if (line.startsWith("rename to ")) renamed(file, "renamed", "newPath", line.slice(10));
  else if (line.startsWith("copy from ")) renamed(file, "copied", "oldPath", line.slice(10));
  else if (line.startsWith("copy to ")) renamed(file, "copied", "newPath", line.slice(8));
  else if (line.startsWith("--- ")) file.oldPath = readDiffPath(line.slice(4)) ?? file.oldPath;
  else if (line.startsWith("+++ ")) file.newPath = readDiffPath(line.slice(4)) ?? file.newPath;
  else if (line.startsWith("Binary files ") || line === "GIT binary patch") file.binary = true;
}

function renamed(file: DiffFile, status: "renamed" | "copied", side: "oldPath" | "newPath", path: string) {
  file.status = status;
  file[side] = readDiffPath(path, { prefix: false }) ?? file[side];
}

/** Reads a hunk, counting lines by its header, so that content that looks like a header stays content. */
function readHunk(file: DiffFile, header: RegExpExecArray, cursor: Cursor): void {
  const [, oldStart, oldCount, newStart, newCount, section] = header;
  let oldNumber = Number(oldStart);
  let newNumber = Number(newStart);
  const oldEnd = oldNumber + Number(oldCount ?? 1);
  const newEnd = newNumber + Number(newCount ?? 1);
  const hunk: DiffHunk = { section: section!, oldStart: oldNumber, newStart: newNumber, lines: [] };
  file.hunks.push(hunk);
  while (cursor.at + 1 < cursor.lines.length) {
    const line = cursor.lines[cursor.at + 1]!;
    const sign = line[0];
    const text = line.slice(1);
    if (sign === "\\") {
      hunk.lines.push({ kind: "note", oldNumber: null, newNumber: null, text: text.trim() });
    } else if (sign === "+" && newNumber < newEnd) {
      hunk.lines.push({ kind: "added", oldNumber: null, newNumber, text });
      newNumber += 1;
      file.added += 1;
    } else if (sign === "-" && oldNumber < oldEnd) {
      hunk.lines.push({ kind: "deleted", oldNumber, newNumber: null, text });
      oldNumber += 1;
      file.deleted += 1;
    } else if (sign === " " && oldNumber < oldEnd && newNumber < newEnd) {
      hunk.lines.push({ kind: "context", oldNumber, newNumber, text });
      oldNumber += 1;
      newNumber += 1;
    } else {
      return;
    }
    cursor.at += 1;
  }
}
