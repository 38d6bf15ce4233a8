import { posix } from "node:path";
import type { SiteContext } from "../../model/site.ts";
import { bookFile, contentsName } from "./read-book.ts";

/** Extensions that read Markdown, or load one that does. */
const readsMarkdown = /["'](?:myst_(?:parser|nb)|canonical_sphinx)["']/;

/** A site of mystmd, which is none of Sphinx; a smaller one of Sphinx beside it is not the main one. */
const mystFile = /(?:^|\/)myst\.ya?ml$/;

/**
 * A `conf.py` that reads Markdown with MyST: of several sites the one with the most pages; or else a book of
 * Jupyter Book, which makes one.
 */
export async function detectSphinx({ files, read }: SiteContext): Promise<string | null> {
  const found = [...files].filter(
    (path) => /(?:^|\/)conf\.py$/.test(path) && !/(?:^|\/)(?:tests?|node_modules)\//.test(path),
  );
  const pages = [...files].filter((path) => path.endsWith(".md"));
  const countOf = (path: string): number => countBelow(pages, path);
  const sizes = new Map(found.map((path) => [path, countOf(path)]));
  found.sort(
    (a, b) => sizes.get(b)! - sizes.get(a)! || a.split("/").length - b.split("/").length || (a < b ? -1 : 1),
  );
  const mystSize = Math.max(0, ...[...files].filter((path) => mystFile.test(path)).map(countOf));
  for (const path of found)
    if (sizes.get(path)! >= mystSize && readsMarkdown.test((await read(path)).toString("utf8"))) return path;
  const books = [...files].filter(
    (path) =>
      bookFile.test(path) &&
      files.has(posix.join(posix.dirname(path), contentsName)) &&
      countOf(path) >= mystSize,
  );
  return books.sort((a, b) => countOf(b) - countOf(a) || (a < b ? -1 : 1))[0] ?? null;
}

function countBelow(pages: readonly string[], path: string): number {
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  return pages.filter((page) => page.startsWith(folder)).length;
}
