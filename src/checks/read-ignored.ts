import { posix } from "node:path";
import { matchIgnore } from "./match-ignore.ts";
import type { SiteContext } from "./site.ts";

const filesMax = 50;

/** What the `.gitignore` files of the repository leave out, each below its own folder. */
export async function readIgnored({ files, read }: SiteContext): Promise<(path: string) => boolean> {
  const paths = [...files].filter((path) => posix.basename(path) === ".gitignore").slice(0, filesMax);
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
