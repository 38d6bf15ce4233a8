import { posix } from "node:path";
import type { Site } from "../model/site.ts";

/** Folders into which generators write a site, as they are set by themselves. */
const outputName = /(?:^|\/)(?:_?site|_?build|_?book|public|dist|out|html)$/;
/** What generators write beside the first page. */
const companions = ["404.html", "sitemap.xml", "objects.inv", "searchindex.js", "search/search_index.json"];

/** Returns folders with what a build made of the site: the next one writes their links again. */
export function findBuiltFolders({
  files,
  configuration: { docsRoot, staticRoots },
}: Pick<Site, "files" | "configuration">): string[] {
  const isSource = (folder: string): boolean =>
    [docsRoot, ...staticRoots].some((one) => one === folder || one.startsWith(`${folder}/`)) ||
    (docsRoot !== "" && folder.startsWith(`${docsRoot}/`) && !/\/\.(?:vite|vue)press\//.test(folder));
  const found: string[] = [];
  for (const path of files) {
    if (!path.endsWith("/index.html")) continue;
    const folder = posix.dirname(path);
    if (!outputName.test(folder) || isSource(folder)) continue;
    if (companions.some((name) => files.has(`${folder}/${name}`))) found.push(folder);
  }
  return found;
}
