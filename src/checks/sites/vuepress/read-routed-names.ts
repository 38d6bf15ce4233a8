import type { SiteContext } from "../../model/site.ts";

const filesMax = 50;
const bytesMax = 100_000;

/** What adds routes to those of the pages, or leads from one to another. */
const changesRoutes = /\brouter\.(?:beforeEach|beforeResolve|addRoutes?)\b/;
const name = /["'`]\/?([\w-][\w.-]*)\/?["'`]/g;

/**
 * Returns the names in the code of the site (`folder` is that with `.vuepress`) that leads from one address
 * to another in the browser: an address with one of them may lead anywhere.
 */
export async function readRoutedNames(
  { files, read }: SiteContext,
  folder: string,
): Promise<ReadonlySet<string>> {
  const isCode = (path: string): boolean =>
    path.startsWith(`${folder}.vuepress/`) && /\.(?:[cm]?[jt]s|vue)$/.test(path);
  const names = new Set<string>();
  for (const path of [...files].filter(isCode).slice(0, filesMax)) {
    const bytes = await read(path);
    const text = bytes.length > bytesMax ? "" : bytes.toString("utf8");
    if (changesRoutes.test(text)) for (const [, one] of text.matchAll(name)) names.add(one!);
  }
  return names;
}
