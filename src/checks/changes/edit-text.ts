/** A replacement in one text. */
export interface TextEdit {
  start: number;
  end: number;
  text: string;
}

/**
 * Applies edits that do not overlap, from the last to the first, so that all offsets refer to the old text.
 */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let result = text;
  for (const edit of [...edits].sort((a, b) => b.start - a.start || b.end - a.end)) {
    result = result.slice(0, edit.start) + edit.text + result.slice(edit.end);
  }
  return result;
}
