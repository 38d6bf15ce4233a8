import { posix } from "node:path";
import type { RedirectForm, RedirectTable } from "../../model/redirect-table.ts";
import { readRedirectLines } from "../shared/read-redirect-lines.ts";

const header = /^\[output\.html\.redirect\][ \t]*(?:#.*)?\r?$/m;
const entry = /^[ \t]*(?:"([^"\\]+)"|'([^']+)')[ \t]*=[ \t]*(?:"([^"\\]*)"|'([^']*)')[ \t]*(?:#.*)?\r?\n?$/d;

interface Settings {
  /** Folder of the book's pages. */
  source: string;
  /** Path at which the book is served; null: not known. */
  base: string | null;
  /** Whether other programs may write pages into the book. */
  hasOthers: boolean;
}

/** Written by mdBook itself. */
const ofBook = /^\/(?:index|print|toc|404)\.html$/;

/**
 * Reads the table of `book.toml` that maps old addresses to current ones; null if there is none.
 */
export function readRedirectTable(
  path: string,
  text: string,
  { source, base, hasOthers }: Settings,
): RedirectTable | null {
  const found = header.exec(text);
  if (found === null) return null;
  const at = text.indexOf("\n", found.index) + 1;
  if (at === 0) return null;
  const lineBreak = found[0].endsWith("\r") ? "\r\n" : "\n";
  const read = readRedirectLines(text, at, { entry, end: /^[ \t]*\[/ });
  const entries = read.map((one) => ({ ...one, from: sourceOf(one.from) }));
  return { path, at, lineBreak, entries, form: formOf(source, base, hasOthers) };
}

/** Returns the address of a source: mdBook counts each from the root of the book. */
export function sourceOf(written: string): string {
  return `/${written.replace(/^\.?\//, "")}`;
}

/** Sources are addresses of built files from the root of the book, targets count from their source. */
function formOf(source: string, base: string | null, hasOthers: boolean): RedirectForm {
  const bareOf = (to: string) => to.replace(/#.*$/s, "");
  return {
    nameOf: (path) => {
      const built = `/${posix.relative(source, path)}`.replace(/\.md$/i, ".html");
      return built.replace(/(?<=\/)README\.html$/i, "index.html");
    },
    follow: ({ from, to }) => {
      const bare = bareOf(to);
      if (base !== null && bare.startsWith(`${base}/`)) return bare.slice(base.length);
      const isOwn = !/^(?:[a-z][a-z\d+.-]*:|\/|$)/i.test(bare);
      return isOwn ? posix.join(posix.dirname(from), bare) : null;
    },
    areAllKnown: (name) => !hasOthers && name.endsWith(".html") && !ofBook.test(name),
    mayFollow: ({ to }, name) => base === null && bareOf(to).startsWith("/") && bareOf(to).endsWith(name),
    targetTo: (name, from) => posix.relative(posix.dirname(from), name),
    render: (from, to) => `${JSON.stringify(from)} = ${JSON.stringify(to)}`,
  };
}
