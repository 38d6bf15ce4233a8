import { posix } from "node:path";
import type { SiteContext } from "../../site.ts";
import { findShortestPath } from "../shared/find-shortest-path.ts";

/** GitBook's own file, or HonKit's `book.json`, beside a summary. */
export async function detectGitbook({ files, read }: SiteContext): Promise<string | null> {
  const own = findShortestPath(files, /(?:^|\/)\.gitbook\.ya?ml$/);
  if (own !== null) return own;
  const book = findShortestPath(files, /(?:^|\/)book\.json$/);
  if (book === null) return null;
  const root = /"root"\s*:\s*"([^"]*)"/.exec((await read(book)).toString("utf8"))?.[1] ?? "";
  return files.has(posix.join(posix.dirname(book), root, "SUMMARY.md")) ? book : null;
}
