import type { SiteContext } from "../../site.ts";

/** MkDocs' own, or that of ProperDocs, which goes on from it. */
export const mkdocsFile = /(?:^|\/)(?:mkdocs|properdocs)\.ya?ml$/;

export async function detectMkdocs({ files }: SiteContext): Promise<string | null> {
  const found = [...files].filter((path) => mkdocsFile.test(path));
  found.sort((a, b) => a.split("/").length - b.split("/").length || (a < b ? -1 : 1));
  return found[0] ?? null;
}
