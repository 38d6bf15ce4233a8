import { posix } from "node:path";
import type { SiteContext } from "../../model/site.ts";

const walksTree = /\b(?:unist|mdast|hast|visit(?:Parents)?)\b/;
const namesLinks = /\.url\b|["'`](?:link|linkReference|definition|a)["'`]|\bhref\b/;

/** Whether one of these scripts, a Markdown plugin of the site's own, may give links other targets. */
export async function writesTargets({ read }: SiteContext, scripts: readonly string[]): Promise<boolean> {
  for (const path of scripts) {
    const text = (await read(path)).toString("utf8");
    if (walksTree.test(text) && namesLinks.test(text)) return true;
  }
  return false;
}

const ownLink = /(?:^|[{,\s])a\s*(?::|,|=)/m;

/** The files in which the site's theme puts a component of its own in the place of Markdown's links. */
export async function findLinkComponents({ files, read }: SiteContext, root: string): Promise<string[]> {
  const all = [".js", ".jsx", ".ts", ".tsx"].flatMap((end) => [end, `/index${end}`]);
  const at = (name: string) =>
    all.map((end) => posix.join(root, `src/theme/${name}${end}`)).filter((path) => files.has(path));
  const found = at("MDXComponents/A");
  for (const path of at("MDXComponents"))
    if (ownLink.test((await read(path)).toString("utf8"))) found.push(path);
  return found;
}
