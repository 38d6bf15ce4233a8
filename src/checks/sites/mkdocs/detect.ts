import type { SiteContext } from "../../site.ts";
import { findShortestPath } from "../shared/find-shortest-path.ts";

/** MkDocs' own, or that of ProperDocs, which goes on from it. */
const mkdocsFile = /(?:^|\/)(?:mkdocs|properdocs)\.ya?ml$/;

/** By another name, as of one site in several editions: those inherit what they share. */
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
