import { posix } from "node:path";
import type { SiteContext } from "../../model/site.ts";
import { isOfGenerator, namesGenerator } from "../github/detect.ts";
import { findShortestPath } from "../shared/find-shortest-path.ts";
import { readSummary } from "../shared/read-summary.ts";
import { readBook } from "./read-book.ts";

/**
 * Finds GitBook's own file, or HonKit's `book.json` or `book.js` with a summary, or with languages that have
 * one, else the summary of a book without any of them.
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
  return await findPlainBook(context);
}

const entriesShareMin = 0.9;

/**
 * Finds the summary of a book without a configuration: beside the folder in which GitBook puts pictures, in
 * use, and with nothing of another generator around or below it.
 */
async function findPlainBook(context: SiteContext): Promise<string | null> {
  const { files, read } = context;
  const picture = findShortestPath(files, /(?:^|\/)\.gitbook\/assets\/./);
  if (picture === null) return null;
  const folder = picture.slice(0, picture.indexOf(".gitbook/assets/"));
  const summary = `${folder}SUMMARY.md`;
  if (!files.has(summary) || !files.has(`${folder}README.md`)) return null;
  for (const path of files) {
    const place = path.slice(0, path.lastIndexOf("/") + 1);
    if (path === summary || !(folder.startsWith(place) || path.startsWith(folder))) continue;
    if (isOfGenerator(path)) return null;
    const isManifest = folder.startsWith(place) && posix.basename(path) === "package.json";
    if (isManifest && namesGenerator((await read(path)).toString("utf8"))) return null;
  }
  const { pages } = await readSummary(context, summary);
  const there = [...pages].filter((path) => files.has(path) || files.has(posix.join(path, "README.md")));
  return there.length > 0 && there.length >= pages.size * entriesShareMin ? summary : null;
}
