import { cutToBytes, resultBytesMax } from "./cut-text.ts";

const trailerBytes = 80;

/**
 * Lines from `offset` on, as many as fit into one tool result. A cut result ends with a line that says how
 * to get the rest. `header` is always the first line.
 */
export function fitLines(lines: readonly string[], options: { header?: string; offset?: number }): string {
  const offset = options.offset ?? 0;
  const shown = options.header === undefined ? [] : [options.header];
  if (offset >= lines.length && (offset > 0 || options.header === undefined)) {
    return [...shown, `… nothing at offset=${offset}; ${lines.length} in all`].join("\n");
  }
  let room = resultBytesMax - trailerBytes - Buffer.byteLength(shown.join("\n"));
  let next = offset;
  for (; next < lines.length; next++) {
    const line = lines[next]!;
    const bytes = Buffer.byteLength(line) + 1;
    if (bytes > room && next > offset) break;
    shown.push(cutToBytes(line, room));
    room -= bytes;
  }
  if (next < lines.length) shown.push(`… ${next} of ${lines.length} shown; call again with offset=${next}`);
  return shown.join("\n");
}
