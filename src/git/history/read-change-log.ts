import { gitOutput } from "../programs/git-output.ts";

/** A commit, with the paths it changes compared with its first parent. */
export interface LoggedChange {
  commit: string;
  parents: string[];
  author: string;
  /** Commit date, as ISO 8601. */
  at: string;
  message: string;
  paths: string[];
}

const outputBytesMax = 64 * 1024 * 1024;
/** Marks between commits, between their fields, and before their paths: no name or message contains them. */
const marks = { commit: "\u001e", field: "\u001f", paths: "\u001d" };

/**
 * Returns the changes along the first parents of a history, newest first: a merge is one change. `at`
 * selects the repository: `-C` and a folder, or `--git-dir=…`. `revisions` are options and revisions for
 * `git log`. Throws `git_failed`.
 */
export async function readChangeLog(
  at: readonly string[],
  revisions: readonly string[],
  signal?: AbortSignal,
): Promise<LoggedChange[]> {
  const format = ["%H", "%P", "%an", "%cI", "%B"].join(marks.field);
  const args = [
    ...[...at, "-c", "core.quotePath=false", "log", "--first-parent", "-m", "--no-renames", "--name-only"],
    ...["-z", `--format=${marks.commit}${format}${marks.paths}`, ...revisions],
  ];
  const output = await gitOutput(args, { signal, maxOutputBytes: outputBytesMax });
  const entries = output.toString("utf8").split(marks.commit);
  return entries.filter((entry) => entry.trim() !== "").map(parseEntry);
}

function parseEntry(entry: string): LoggedChange {
  const [head = "", rest = ""] = entry.split(marks.paths, 2);
  const [commit = "", parents = "", author = "", at = "", message = ""] = head.split(marks.field);
  const paths = rest.split(/[\0\n]/).filter((path) => path !== "");
  return {
    ...{ commit, author, at, message: message.trim() },
    parents: parents.split(" ").filter((parent) => parent !== ""),
    paths: [...new Set(paths)],
  };
}
