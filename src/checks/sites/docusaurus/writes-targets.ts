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
