import type { SiteContext } from "../../model/site.ts";

const filesMax = 100;

/** Returns why a plugin of the site's own may add headings to pages; null if none transforms their text. */
export async function findPageWriter({ files, read }: SiteContext, base: string): Promise<string | null> {
  const isCode = (path: string) =>
    path.startsWith(`${base}.vitepress/`) && /\.[cm]?[jt]s$/.test(path) && !/\/(?:cache|dist)\//.test(path);
  for (const path of [...files].filter(isCode).slice(0, filesMax)) {
    const text = (await read(path)).toString("utf8");
    if (/\btransform\(\w+, *\w+/.test(text) && /\.md\b/.test(text) && text.includes("enforce"))
      return `${path} writes into pages`;
  }
  return null;
}
