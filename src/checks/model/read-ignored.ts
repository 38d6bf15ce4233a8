import { posix } from "node:path";
import { foldersOf } from "../../text/folders-of.ts";
import { isPagePath } from "../../text/page-path.ts";
import { matchIgnore } from "./match-ignore.ts";
import { mayWrite, readWritten } from "./read-written.ts";
import type { SiteContext } from "./site.ts";

/** The shallowest ones: in a repository of many packages, those that concern the documentation's folder. */
const filesMax = 200;

/** Whether a change of this file may change what may be there. */
export function namesIgnored(path: string): boolean {
  return posix.basename(path) === ".gitignore" || path === ".gitmodules" || mayWrite(path);
}

/**
 * Returns a test for what may be there in a build although it is not in the repository: what its `.gitignore`
 * files exclude, each below its own folder, what is in submodules, what scripts write, and what is behind a
 * symbolic link.
 */
export async function readIgnored(context: SiteContext): Promise<(path: string) => boolean> {
  const { files, read } = context;
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
  const submodules = files.has(".gitmodules") ? await readSubmodules(read) : [];
  const places = new Set([...submodules, ...(await readWritten(context))]);
  return (path) =>
    rules.some(({ folder, isIgnored }) => path.startsWith(folder) && isIgnored(path.slice(folder.length))) ||
    places.has(path) ||
    foldersOf(path).some((folder) => places.has(folder) || isLink(folder, files));
}

async function readSubmodules(read: SiteContext["read"]): Promise<string[]> {
  const text = (await read(".gitmodules")).toString("utf8");
  return [...text.matchAll(/^[ \t]*path[ \t]*=[ \t]*(\S.*)$/gm)].map(([, path]) => path!.trim());
}

/** Only a link to a folder is a file that has others below it. Addresses may go on behind a page's file. */
function isLink(folder: string, files: ReadonlySet<string>): boolean {
  return files.has(folder) && !isPagePath(folder);
}
