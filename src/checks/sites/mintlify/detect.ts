import type { SiteContext } from "../../model/site.ts";

/** Finds a Mintlify `docs.json`, or the older `mint.json`. */
export async function detectMintlify({ files, read }: SiteContext): Promise<string | null> {
  for (const path of findConfigurationFiles(files)) {
    const text = (await read(path)).toString("utf8");
    const isNamed = text.includes("mintlify.com/") || path.endsWith("mint.json");
    if (isNamed || /"navigation"\s*:/.test(text)) return path;
  }
  return null;
}

function findConfigurationFiles(files: ReadonlySet<string>): string[] {
  return [...files]
    .filter((path) => /(?:^|\/)(?:docs|mint)\.json$/.test(path) && !path.includes("node_modules/"))
    .sort((a, b) => a.split("/").length - b.split("/").length || (a < b ? -1 : 1));
}
