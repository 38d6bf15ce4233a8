import type { SiteContext } from "../../site.ts";

export async function detectMkdocs({ files }: SiteContext): Promise<string | null> {
  const found = [...files].filter(
    (path) => /(?:^|\/)mkdocs\.ya?ml$/.test(path) && !path.includes("node_modules/"),
  );
  found.sort((a, b) => a.split("/").length - b.split("/").length || (a < b ? -1 : 1));
  return found[0] ?? null;
}
