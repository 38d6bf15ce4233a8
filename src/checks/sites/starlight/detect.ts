import { posix } from "node:path";
import type { SiteContext } from "../../model/site.ts";

/** Finds an Astro configuration that uses Starlight, next to a folder of its pages. */
export async function detectStarlight({ files, read }: SiteContext): Promise<string | null> {
  const found = [...files].filter(
    (path) => /(?:^|\/)astro\.config\.[cm]?[jt]s$/.test(path) && !path.includes("node_modules/"),
  );
  found.sort((a, b) => a.split("/").length - b.split("/").length || (a < b ? -1 : 1));
  for (const path of found) {
    if (!(await read(path)).includes("@astrojs/starlight")) continue;
    const content = posix.join(posix.dirname(path), "src/content/docs/");
    for (const file of files) if (file.startsWith(content)) return path;
  }
  return null;
}
