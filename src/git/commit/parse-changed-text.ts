export interface ChangedText {
  path: string;
  /** New lines of the tree, without the leading `+`. */
  added: string;
  removed: string;
}

/**
 * Returns the changed lines of every file of a patch without context lines. Binary files are read as text,
 * so nothing can hide in them.
 */
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

/**
 * Returns how many lines follow a hunk header: `@@ -1,2 +3 @@` announces 2 removed and 1 added line.
 * Counting them tells text that looks like a header from a real one.
 */
function linesOfHunk(line: string): number {
  const [, before, after] = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line) ?? [];
  return Number(before ?? 1) + Number(after ?? 1);
}
