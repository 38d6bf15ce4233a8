import { posix } from "node:path";
import type { SiteContext } from "../../model/site.ts";

const publishes = /\bpresets\b|\bplugin-content-|\bcontent-(?:docs|blog|pages)\b/;

/** Finds the shallowest configuration that publishes something, or lies next to a folder of pages. */
export async function detectDocusaurus({ files, read }: SiteContext): Promise<string | null> {
  const found = [...files].filter((path) => /(?:^|\/)docusaurus\.config\.[cm]?[jt]s$/.test(path));
  found.sort((a, b) => a.split("/").length - b.split("/").length || (a < b ? -1 : 1));
  for (const path of found) {
    if (publishes.test((await read(path)).toString("utf8"))) return path;
    const root = posix.dirname(path);
    const folders = ["docs", "blog", "src/pages"].map((name) => `${posix.join(root, name)}/`);
    for (const file of files)
      if (/\.mdx?$/.test(file) && folders.some((folder) => file.startsWith(folder))) return path;
  }
  return null;
}
