import { posix } from "node:path";
import type { SiteContext } from "../../model/site.ts";

/** Packages with Nextra inside, as texts of imports; those behind the first set addresses from outside. */
export const nextraPackages = {
  own: /["'`]nextra["'`]/,
  wrapped: /["'`]@theguild\/components\/next\.config["'`]/,
};

/** Finds a configuration of Next.js that uses Nextra, next to a folder of its pages. */
export async function detectNextra({ files, read }: SiteContext): Promise<string | null> {
  const found = [...files].filter(
    (path) => /(?:^|\/)next\.config\.[cm]?[jt]s$/.test(path) && !path.includes("node_modules/"),
  );
  found.sort((a, b) => a.split("/").length - b.split("/").length || (a < b ? -1 : 1));
  for (const path of found) {
    const text = (await read(path)).toString("utf8");
    if (!nextraPackages.own.test(text) && !nextraPackages.wrapped.test(text)) continue;
    const root = posix.dirname(path) === "." ? "" : `${posix.dirname(path)}/`;
    const folders = ["content/", "app/", "pages/"].flatMap((name) => [root + name, `${root}src/${name}`]);
    for (const file of files)
      if (/\.mdx?$/.test(file) && folders.some((folder) => file.startsWith(folder))) return path;
  }
  return null;
}
