import type { RedirectTable } from "../../model/redirect-table.ts";

const header = /^\[output\.html\.redirect\][ \t]*(?:#.*)?\r?$/m;
const entry = /^[ \t]*(?:"([^"\\]+)"|'([^']+)')[ \t]*=[ \t]*(["'])([^"'\\]*)["']/;

/** Reads the table of `book.toml` that maps old addresses to current ones; null if there is none. */
export function readRedirectTable(path: string, text: string): RedirectTable | null {
  const found = header.exec(text);
  if (found === null) return null;
  const at = text.indexOf("\n", found.index) + 1;
  if (at === 0) return null;
  const table: RedirectTable = { path, at, lineBreak: found[0].endsWith("\r") ? "\r\n" : "\n", entries: [] };
  for (let start = at; start < text.length; ) {
    const stop = text.indexOf("\n", start) + 1 || text.length;
    const line = text.slice(start, stop);
    if (/^[ \t]*\[/.test(line)) break;
    const [all, double, single, , to] = entry.exec(line) ?? [];
    if (all !== undefined) {
      const end = start + all.length - 1;
      table.entries.push({
        from: (double ?? single)!,
        to: to!,
        target: { start: end - to!.length, end },
        line: { start, end: stop },
      });
    }
    start = stop;
  }
  return table;
}
