export interface DiffLine {
  kind: " " | "+" | "-";
  oldLine: number | null;
  newLine: number | null;
  text: string;
  changes?: [number, number][];
}

export interface SplitRow {
  left: DiffLine | null;
  right: DiffLine | null;
}

/** Puts removed lines next to the added ones in their place. */
export function toSplitRows(lines: readonly DiffLine[]): SplitRow[] {
  const rows: SplitRow[] = [];
  let removed: DiffLine[] = [];
  let added: DiffLine[] = [];
  const flush = (): void => {
    for (let at = 0; at < Math.max(removed.length, added.length); at += 1)
      rows.push({ left: removed[at] ?? null, right: added[at] ?? null });
    [removed, added] = [[], []];
  };
  for (const line of lines) {
    if (line.kind === "-") {
      if (added.length > 0) flush();
      removed.push(line);
    } else if (line.kind === "+") added.push(line);
    else {
      flush();
      rows.push({ left: line, right: line });
    }
  }
  flush();
  return rows;
}

export interface TextPart {
  text: string;
  changed: boolean;
}

/** Splits the text of a line into marked and unmarked parts; invalid ranges mark nothing. */
export function toParts({ text, changes = [] }: Pick<DiffLine, "text" | "changes">): TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (const [from, to] of changes) {
    if (from < at || to <= from || to > text.length) continue;
    if (from > at) parts.push({ text: text.slice(at, from), changed: false });
    parts.push({ text: text.slice(from, to), changed: true });
    at = to;
  }
  if (at < text.length || parts.length === 0) parts.push({ text: text.slice(at), changed: false });
  return parts;
}
