export interface RawChange {
  commit: string;
  path: string;
  /** Blob ids; null: there was no such file. */
  before: string | null;
  after: string | null;
}

/** Parses `git log --raw -z --no-renames --no-abbrev --format=%x01%H`; leaves out links and submodules. */
export function parseRawLog(text: string): RawChange[] {
  const changes: RawChange[] = [];
  let commit = "";
  let entry = "";
  for (const field of text.split("\0")) {
    const line = field.startsWith("\n") ? field.slice(1) : field;
    if (entry !== "") {
      const change = readEntry(entry);
      if (change !== null) changes.push({ commit, path: field, ...change });
      entry = "";
    } else if (line.startsWith("\x01")) commit = line.slice(1);
    else if (line.startsWith(":")) entry = line;
  }
  return changes;
}

function readEntry(entry: string): Pick<RawChange, "before" | "after"> | null {
  const [oldMode = "", newMode = "", before = "", after = ""] = entry.slice(1).split(" ");
  const isFile = (mode: string) => mode.startsWith("100");
  if (!isFile(oldMode) && !isFile(newMode)) return null;
  return { before: isFile(oldMode) ? before : null, after: isFile(newMode) ? after : null };
}
