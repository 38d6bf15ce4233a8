import type { SiteContext } from "../../model/site.ts";
import { findShortestPath } from "../shared/find-shortest-path.ts";

/** The file of MkDocs, or of its successor ProperDocs. */
const mkdocsFile = /(?:^|\/)(?:mkdocs|properdocs)\.ya?ml$/;

/** Other names, for example for several editions of a site: those inherit what they share. */
const otherName = /(?:^|\/)mkdocs[-_.][\w.-]*\.ya?ml$/;
const namesReadMax = 20;

export const mkdocsFiles = /(?:^|\/)(?:mkdocs(?:[-_.][\w.-]*)?|properdocs)\.ya?ml$/;

export async function detectMkdocs({ files, read }: SiteContext): Promise<string | null> {
  const own = findShortestPath(files, mkdocsFile);
  if (own !== null) return own;
  const others = [...files].filter((path) => otherName.test(path)).sort();
  for (const path of others.slice(0, namesReadMax))
    if (/^INHERIT:/m.test((await read(path)).toString("utf8"))) return path;
  return null;
}
