import { posix } from "node:path";
import type { SiteContext } from "../../model/site.ts";
import { findShortestPath } from "../shared/find-shortest-path.ts";
import { readBook } from "./read-book.ts";

/**
 * Finds GitBook's own file, or HonKit's `book.json` or `book.js` with a summary, or with languages that have
 * one.
 */
export async function detectGitbook(context: SiteContext): Promise<string | null> {
  const { files } = context;
  const own = findShortestPath(files, /(?:^|\/)\.gitbook\.ya?ml$/);
  if (own !== null) return own;
  for (const name of [/(?:^|\/)book\.json$/, /(?:^|\/)book\.js$/]) {
    const path = findShortestPath(files, name);
    const book = path === null ? null : await readBook(context, path);
    if (book === null) continue;
    if (book.books.some((folder) => files.has(posix.join(folder, book.summary)))) return path;
  }
  return null;
}
