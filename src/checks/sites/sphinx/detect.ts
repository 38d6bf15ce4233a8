import type { SiteContext } from "../../model/site.ts";

/** A `conf.py` that reads Markdown with MyST: of several sites the one with the most pages. */
export async function detectSphinx({ files, read }: SiteContext): Promise<string | null> {
  const found = [...files].filter(
    (path) => /(?:^|\/)conf\.py$/.test(path) && !/(?:^|\/)(?:tests?|node_modules)\//.test(path),
  );
  const pages = [...files].filter((path) => path.endsWith(".md"));
  const sizes = new Map(found.map((path) => [path, countBelow(pages, path)]));
  found.sort(
    (a, b) => sizes.get(b)! - sizes.get(a)! || a.split("/").length - b.split("/").length || (a < b ? -1 : 1),
  );
  for (const path of found)
    if (/["']myst_(?:parser|nb)["']/.test((await read(path)).toString("utf8"))) return path;
  return null;
}

function countBelow(pages: readonly string[], path: string): number {
  const folder = path.slice(0, -"conf.py".length);
  return pages.filter((page) => page.startsWith(folder)).length;
}
