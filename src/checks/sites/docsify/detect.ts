import type { SiteContext } from "../../model/site.ts";
import { readShell } from "./read-shell.ts";

const shellsMax = 20;

/** Finds the page that shows a site by Docsify, with a page of Markdown below it, nearest to the root. */
export async function detectDocsify(context: SiteContext): Promise<string | null> {
  const files = [...context.files];
  const shells = files.filter((path) => /(?:^|\/)index\.html$/.test(path));
  shells.sort((a, b) => a.split("/").length - b.split("/").length || (a < b ? -1 : 1));
  for (const path of shells.slice(0, shellsMax)) {
    const folder = path.slice(0, -"index.html".length);
    const hasPages = files.some((one) => one.startsWith(folder) && one.endsWith(".md"));
    if (hasPages && (await readShell(context, path)) !== null) return path;
  }
  return null;
}
