/** Returns path → numbers of the lines that a patch adds, counted in the new file. */
export function readAddedLines(patch: string): Map<string, Set<number>> {
  const files = new Map<string, Set<number>>();
  let added: Set<number> | null = null;
  let next = 0;
  let left = { before: 0, after: 0 };
  for (const line of patch.split("\n")) {
    if (left.before > 0 || left.after > 0) {
      if (line.startsWith("\\")) continue;
      if (line.startsWith("+")) added?.add(next);
      if (!line.startsWith("+")) left.before -= 1;
      if (line.startsWith("-")) continue;
      left.after -= 1;
      next += 1;
    } else if (line.startsWith("+++ ")) {
      const path = pathOf(line.slice(4));
      added = path === null ? null : new Set();
      if (path !== null) files.set(path, added!);
    } else {
      const [, before, first, after] = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
      if (first === undefined) continue;
      left = { before: Number(before ?? 1), after: Number(after ?? 1) };
      next = Number(first);
    }
  }
  return files;
}

/** Returns null if the file was deleted. git quotes names with control characters, which no page has. */
function pathOf(text: string): string | null {
  const plain = text.replace(/\t$/, "");
  return plain.startsWith("b/") ? plain.slice(2) : null;
}
