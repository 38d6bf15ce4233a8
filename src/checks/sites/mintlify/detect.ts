import { posix } from "node:path";
import type { SiteContext } from "../../model/site.ts";

/** Finds a Mintlify `docs.json`, or the older `mint.json`. */
export async function detectMintlify({ files, read }: SiteContext): Promise<string | null> {
  for (const path of findConfigurationFiles(files)) {
    const text = (await read(path)).toString("utf8");
    const isNamed = text.includes("mintlify.com/") || path.endsWith("mint.json");
    if ((isNamed || /"navigation"\s*:/.test(text)) && !isLeftBehind(files, path, text)) return path;
  }
  return null;
}

const namesMin = 5;

/** Whether it lists pages of which none is there: the site has another generator by now. */
function isLeftBehind(files: ReadonlySet<string>, path: string, text: string): boolean {
  const pages = [...text.matchAll(/"pages"\s*:\s*\[([^[\]{}]*)\]/g)].flatMap(([, inside]) =>
    // Names with a space are operations of an API.
    [...inside!.matchAll(/"([^"]+)"/g)].flatMap(([, name]) =>
      /\s/.test(name!) ? [] : [name!.replace(/^\/|\.mdx?$/g, "")],
    ),
  );
  const folder = posix.dirname(path);
  const isThere = (name: string) =>
    [".mdx", ".md"].some((ending) => files.has(posix.join(folder, name + ending)));
  return pages.length >= namesMin && !pages.some(isThere);
}

function findConfigurationFiles(files: ReadonlySet<string>): string[] {
  return [...files]
    .filter((path) => /(?:^|\/)(?:docs|mint)\.json$/.test(path) && !path.includes("node_modules/"))
    .sort((a, b) => a.split("/").length - b.split("/").length || (a < b ? -1 : 1));
}
