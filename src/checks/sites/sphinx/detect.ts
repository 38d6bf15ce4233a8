import type { SiteContext } from "../../site.ts";

/** A `conf.py` that reads Markdown with MyST. */
export async function detectSphinx({ files, read }: SiteContext): Promise<string | null> {
  const found = [...files].filter(
    (path) => /(?:^|\/)conf\.py$/.test(path) && !/(?:^|\/)(?:tests?|node_modules)\//.test(path),
  );
  found.sort((a, b) => a.split("/").length - b.split("/").length || (a < b ? -1 : 1));
  for (const path of found)
    if (/["']myst_(?:parser|nb)["']/.test((await read(path)).toString("utf8"))) return path;
  return null;
}
