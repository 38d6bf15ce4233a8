import type { SiteContext } from "../../model/site.ts";

/**
 * Whether the site's own layout stands for the one of jekyll-redirect-from and does not lead to the page that
 * lists the address in its `redirect_from`.
 */
export async function replacesRedirects({ files, read }: SiteContext, root: string): Promise<boolean> {
  const folder = `${root}_layouts/`;
  const layouts = [...files].filter(
    (path) => path.startsWith(folder) && /^redirect\.\w+$/.test(path.slice(folder.length)),
  );
  for (const path of layouts) if (!/\bredirect\.to\b/.test((await read(path)).toString("utf8"))) return true;
  return false;
}
