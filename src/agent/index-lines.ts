export interface LineIndex {
  count: number;
  /** Returns the line at a 0-based index, without its line end. */
  at(index: number): string;
}

/** Indexes the lines of a text, which end with LF or CRLF. A final line end does not start another line. */
export function indexLines(text: string): LineIndex {
  const starts: number[] = [];
  if (text !== "") starts.push(0);
  // For short lines, this is faster than searching for each line feed.
  for (let at = 0; at < text.length - 1; at++) if (text.charCodeAt(at) === 10) starts.push(at + 1);
  return {
    count: starts.length,
    at(index) {
      const start = starts[index]!;
      const next = starts[index + 1] ?? (text.endsWith("\n") ? text.length : text.length + 1);
      const end = next - 1;
      return text.slice(
        start,
        end > start && text.charCodeAt(end - 1) === 13 && text.charCodeAt(end) === 10 ? end - 1 : end,
      );
    },
  };
}
