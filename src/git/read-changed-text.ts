import type { Workspace } from "./create-workspace.ts";
import { diffArguments } from "./diff-workspace.ts";
import { gitOutput } from "./git-output.ts";

export interface ChangedText {
  path: string;
  /** Lines that are new in the tree, without their mark. */
  added: string;
  removed: string;
}

/** The changed lines of every file between the base commit and a tree. Binary files are read as text: nothing hides in them. */
export async function readChangedText(
  workspace: Workspace,
  tree: string,
  signal?: AbortSignal,
): Promise<ChangedText[]> {
  const flags = ["--patch", "--text", "--unified=0", "--src-prefix=a/", "--dst-prefix=b/"];
  const patch = await gitOutput(diffArguments(workspace, tree, flags), { signal });
  return parseChangedText(patch.toString("utf8"));
}

/** Of a patch with the changed lines alone. */
export function parseChangedText(patch: string): ChangedText[] {
  const files: { path: string; added: string[]; removed: string[] }[] = [];
  let left = 0;
  for (const line of patch.split("\n")) {
    const file = files.at(-1);
    if (left > 0 && file !== undefined) {
      if (line.startsWith("\\")) continue;
      (line.startsWith("+") ? file.added : file.removed).push(line.slice(1));
      left -= 1;
    } else if (line.startsWith("diff --git ")) {
      files.push({ path: line.slice(line.lastIndexOf(" b/") + 3), added: [], removed: [] });
    } else if (line.startsWith("@@ ")) {
      left = linesOfHunk(line);
    }
  }
  return files.map(({ path, added, removed }) => ({
    path,
    added: added.join("\n"),
    removed: removed.join("\n"),
  }));
}

/** `@@ -1,2 +3 @@` announces 2 removed and 1 added line: counting them keeps text that looks like a header apart. */
function linesOfHunk(line: string): number {
  const [, before, after] = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line) ?? [];
  return Number(before ?? 1) + Number(after ?? 1);
}
