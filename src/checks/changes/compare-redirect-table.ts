import type { RedirectTable } from "../model/redirect-table.ts";
import { readRedirectTable } from "../sites/mdbook/read-redirect-table.ts";
import { readRedirectDictionary } from "../sites/sphinx/read-redirect-dictionary.ts";

const plainLine = /^[ \t]*(["'])[^"'\\#]*\1[ \t]*:[ \t]*(["'])[^"'\\]*\2,?[ \t]*(?:#[^"'\\]*)?\r?\n$/;

/**
 * Returns what a new text of `book.toml` changes besides its table of redirects, or null. The build writes a
 * file for each source, so that one may not lead out of the book, and a browser follows each target, which
 * may not lead out of the site.
 */
export function compareRedirectTable(before: string, after: string): string | null {
  return compare(before, after, (text) =>
    readRedirectTable("", text, { source: "", base: null, hasOthers: true }),
  );
}

/** The same for the dictionary of redirects in `conf.py`, which is a program: its new lines are plain. */
export function compareRedirectDictionary(before: string, after: string): string | null {
  const known = new Set(before.split(/(?<=\n)/));
  return compare(before, after, (text) => {
    const table = readRedirectDictionary("", text, "");
    const lines = table?.entries.map(({ line }) => text.slice(line.start, line.end)) ?? [];
    return lines.every((line) => known.has(line) || plainLine.test(line)) ? table : null;
  });
}

function compare(before: string, after: string, read: (text: string) => RedirectTable | null): string | null {
  if (before === after) return null;
  const [old, now] = [before, after].map(read);
  if (!old || !now || withoutLines(old, before) !== withoutLines(now, after))
    return "this changes more than the redirects";
  const known = new Set(old.entries.map(({ from, to }) => `${from}\n${to}`));
  const sources = new Set<string>();
  for (const { from, to } of now.entries) {
    if (sources.has(from)) return `this has two redirects from ${from}`;
    sources.add(from);
    if (!isOwnRedirect(from, to) && !known.has(`${from}\n${to}`))
      return `this adds a redirect from ${from} to ${to}`;
  }
  return null;
}

function withoutLines({ entries }: RedirectTable, text: string): string {
  let rest = "";
  let at = 0;
  for (const { line } of entries) {
    rest += text.slice(at, line.start);
    at = line.end;
  }
  return rest + text.slice(at);
}

/** Whether both are addresses of the site, and the source does not lead out of it. */
export function isOwnRedirect(from: string, to: string): boolean {
  return isAddress(from) && isAddress(to) && !/(?:^|\/)\.\.(?:\/|$)/.test(from);
}

function isAddress(text: string): boolean {
  return /^(?!\/\/)[\p{L}\p{N}./_#@~%+-]{1,300}$/u.test(text);
}
