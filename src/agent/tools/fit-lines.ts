import { cutToBytes, resultBytesMax } from "./cut-text.ts";

const trailerBytes = 80;

/**
 * Formats one line per item from `offset` on, as many as fit into one tool result. A truncated result ends
 * with a line that says how to get the rest. `header` is always the first line. Formats only the items shown.
 */
export function fitLines<Item>(
  items: readonly Item[],
  options: { header?: string; offset?: number; format(item: Item): string },
): { text: string; shown: Item[] } {
  const offset = options.offset ?? 0;
  const lines = options.header === undefined ? [] : [options.header];
  if (offset >= items.length && (offset > 0 || options.header === undefined)) {
    lines.push(`… nothing at offset=${offset}; ${items.length} in all`);
    return { text: lines.join("\n"), shown: [] };
  }
  let room = resultBytesMax - trailerBytes - Buffer.byteLength(lines.join("\n"));
  let next = offset;
  for (; next < items.length; next++) {
    const line = options.format(items[next]!);
    const bytes = Buffer.byteLength(line) + 1;
    if (bytes > room && next > offset) break;
    lines.push(cutToBytes(line, room));
    room -= bytes;
  }
  if (next < items.length) lines.push(`… ${next} of ${items.length} shown; call again with offset=${next}`);
  return { text: lines.join("\n"), shown: items.slice(offset, next) };
}
