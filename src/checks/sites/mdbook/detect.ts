import type { SiteContext } from "../../model/site.ts";

export async function detectMdbook({ files }: SiteContext): Promise<string | null> {
  const found = [...files].filter((path) => /(?:^|\/)book\.toml$/.test(path));
  found.sort((a, b) => a.split("/").length - b.split("/").length || (a < b ? -1 : 1));
  return found[0] ?? null;
}
