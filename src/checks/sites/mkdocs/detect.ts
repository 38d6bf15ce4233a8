import { posix } from "node:path";
import type { SiteContext } from "../../model/site.ts";
import { findShortestPath } from "../shared/find-shortest-path.ts";

/** The file of MkDocs, or of its successors ProperDocs and Zensical. */
const mkdocsFile = /(?:^|\/)(?:(?:mkdocs|properdocs)\.ya?ml|zensical\.toml)$/;

/** Other names, for example for several editions of a site, or for sites beside each other. */
const otherName = /(?:^|\/)mkdocs[-_.][\w.-]*\.ya?ml$/;
const namesReadMax = 20;
/** Editions beside the published one. */
const sideEdition = /[-_.](?:offline|pdf|print|local|dev|test|ci)\b/;

/** Plugins that build the sites of other configurations into one. */
const joinsOthers = /^(?:[ \t]{0,20}|[ \t]{0,20}-[ \t]{1,20})["']?(?:monorepo|multirepo)["']?[ \t]*(?::|$)/m;

export const mkdocsFiles = /(?:^|\/)(?:(?:mkdocs(?:[-_.][\w.-]*)?|properdocs)\.ya?ml|zensical\.toml)$/;

export async function detectMkdocs({ files, read }: SiteContext): Promise<string | null> {
  const own = findShortestPath(files, mkdocsFile);
  if (own !== null) {
    // Zensical takes its own file first.
    const beside = posix.join(posix.dirname(own), "zensical.toml");
    return files.has(beside) ? beside : ((await findWhole({ files, read }, own)) ?? own);
  }
  const others = [...files].filter((path) => otherName.test(path)).sort(bySide);
  let whole: string | null = null;
  for (const path of others.slice(0, namesReadMax)) {
    const text = (await read(path)).toString("utf8");
    // Editions inherit what they share from a file that makes no site by itself.
    if (/^INHERIT:/m.test(text)) return path;
    if (/^site_name:/m.test(text)) whole ??= path;
  }
  return whole;
}

function bySide(a: string, b: string): number {
  return Number(sideEdition.test(a)) - Number(sideEdition.test(b)) || (a < b ? -1 : 1);
}

/** Returns the configuration that combines others at its depth into one site; null if there is none. */
async function findWhole({ files, read }: SiteContext, own: string): Promise<string | null> {
  const depth = own.split("/").length;
  const all = [...files].filter((path) => mkdocsFile.test(path) && path.split("/").length === depth);
  if (all.length === 1) return null;
  for (const path of all.sort().slice(0, namesReadMax))
    if (joinsOthers.test((await read(path)).toString("utf8"))) return path;
  return null;
}
