import { posix } from "node:path";
import type { SiteContext } from "../../model/site.ts";
import { readDocsCollection } from "./read-collections.ts";

/** Finds an Astro configuration that uses Starlight, next to a folder of its pages. */
export async function detectStarlight(context: SiteContext): Promise<string | null> {
  const { files, read } = context;
  const found = [...files].filter(
    (path) => /(?:^|\/)astro\.config\.[cm]?[jt]s$/.test(path) && !path.includes("node_modules/"),
  );
  found.sort((a, b) => a.split("/").length - b.split("/").length || (a < b ? -1 : 1));
  for (const path of found) {
    if (!(await read(path)).includes("@astrojs/starlight")) continue;
    const { docsRoot } = await readDocsCollection(context, posix.dirname(path));
    for (const file of files) if (file.startsWith(`${docsRoot}/`)) return path;
  }
  return null;
}
