import type { SiteContext } from "../../site.ts";
import { findShortestPath } from "../shared/find-shortest-path.ts";

export async function detectDocusaurus({ files }: SiteContext): Promise<string | null> {
  return findShortestPath(files, /(?:^|\/)docusaurus\.config\.[cm]?[jt]s$/);
}
