import { posix } from "node:path";
import { isPagePath, pageExtension } from "../../text/page-path.ts";
import { trimEndCharacters } from "../../text/trim-characters.ts";
import type { Site } from "../model/site.ts";

/** Returns the paths that a target may stand for where addresses follow the files, the likeliest first. */
export function findWanted(site: Site, from: string, path: string): string[] {
  const { configuration } = site;
  const folder = posix.dirname(from);
  if (path.startsWith("/")) {
    const bare = stripBasePath(configuration.basePaths, path);
    const roots = [
      configuration.docsRoot,
      ...configuration.staticRoots.filter((root) => root !== configuration.docsRoot),
    ];
    return roots.flatMap((root) => bare.map((one) => cleanPath(posix.join(root, one))));
  }
  const isFile = configuration.servesMarkdown === true && /^\.\.?\/.*\.mdx?$/i.test(path);
  const beside = cleanPath(posix.join(folder, isFile ? path.replace(pageExtension, "") : path));
  if (configuration.linkStyle === "route" || isPagePath(path)) return [beside];
  return [
    beside,
    cleanPath(posix.join(routeFolder(from), path)),
    cleanPath(posix.join(posix.dirname(folder), path)),
  ];
}

/** Returns the folder that the page's own address stands for if addresses end with `/`. */
function routeFolder(path: string): string {
  return path.replace(pageExtension, "").replace(/\/(?:index|README)$/, "");
}

function stripBasePath(basePaths: readonly string[], path: string): string[] {
  const stripped = basePaths
    .filter((base) => path === base || path.startsWith(`${base}/`))
    .map((base) => path.slice(base.length) || "/");
  return [path, ...stripped];
}

function cleanPath(path: string): string {
  return trimEndCharacters(path.replace(/^\.$|^\.\/|^\/+/, ""), "/");
}
