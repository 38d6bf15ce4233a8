import { posix } from "node:path";
import { matchIgnore } from "./match-ignore.ts";
import type { SiteContext } from "./site.ts";

/** The shallowest ones: in a repository of many packages, those that concern the documentation's folder. */
const filesMax = 200;

/** Returns a test for what the repository's `.gitignore` files exclude, each below its own folder. */
export async function readIgnored({ files, read }: SiteContext): Promise<(path: string) => boolean> {
  const paths = [...files]
    .filter((path) => posix.basename(path) === ".gitignore")
    .sort((a, b) => a.split("/").length - b.split("/").length || (a < b ? -1 : 1))
    .slice(0, filesMax);
  const rules = await Promise.all(
    paths.map(async (path) => {
      const text = (await read(path)).toString("utf8");
      const folder = path.slice(0, -".gitignore".length);
      return { folder, isIgnored: matchIgnore(text.split(/\r?\n/)).isIgnored };
    }),
  );
  return (path) =>
    rules.some(({ folder, isIgnored }) => path.startsWith(folder) && isIgnored(path.slice(folder.length)));
}
