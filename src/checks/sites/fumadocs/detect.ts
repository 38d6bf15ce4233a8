import { posix } from "node:path";
import type { SiteContext } from "../../model/site.ts";
import { readCollections } from "./read-collections.ts";

export const sourceConfig = /(?:^|\/)source\.config\.[cm]?[jt]sx?$/;

/** Finds a configuration of fumadocs-mdx beside which one of its collections has pages. */
export async function detectFumadocs(context: SiteContext): Promise<string | null> {
  const { files, read } = context;
  const found = [...files].filter((path) => sourceConfig.test(path) && !isWritten(path));
  found.sort((a, b) => a.split("/").length - b.split("/").length || (a < b ? -1 : 1));
  for (const path of found) {
    if (!/["']fumadocs-mdx\/config["']/.test((await read(path)).toString("utf8"))) continue;
    const root = posix.dirname(path) === "." ? "" : `${posix.dirname(path)}/`;
    const { collections } = await readCollections(context, path, root);
    for (const file of files)
      if (/\.mdx?$/.test(file) && [...collections.values()].some(({ has }) => has(file))) return path;
  }
  return null;
}

/** Whether it is a copy that fumadocs-mdx writes, or one of a package. */
function isWritten(path: string): boolean {
  return /(?:^|\/)(?:\.[^/]+|node_modules)\//.test(path);
}
